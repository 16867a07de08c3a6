//! Source of a DUT: a model of the RTL, or a board with it.

use crate::board::{Address, Board, Identity};
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::rtl::board::BoardRtl;
use crate::rtl::{BuiltModel, RtlFacts, Variant, Workspace};
use crate::rtl_selection::RtlSelection;
use crate::Error;
use golden_model_core::Pmu;

/// Source of a DUT.
pub enum DutSource {
    /// A model of the RTL.
    Simulated {
        /// The model.
        built: Box<BuiltModel>,
        /// The properties of the RTL.
        facts: RtlFacts,
    },
    /// A board with the RTL.
    Board {
        /// The board.
        board: Board,
        /// The properties of the RTL.
        facts: RtlFacts,
    },
}

impl DutSource {
    /// Builds the model of an RTL, or opens the board at `board`, which must have that RTL. `notice` receives the reason for a
    /// build and the identity of the board.
    ///
    /// # Errors
    /// If the RTL is wrong or cannot be built, or there are known divergences and a board, or the board does not answer or has another RTL.
    pub fn new(
        workspace: &Workspace,
        pmu: &Pmu,
        rtl: &RtlSelection,
        board: Option<&Address>,
        notice: &dyn Fn(&str),
    ) -> Result<Self, Error> {
        let Some(address) = board else {
            let built = Box::new(rtl.model(workspace, pmu, Variant::Fast, notice)?);
            return Ok(Self::Simulated { facts: RtlFacts::from(&*built), built });
        };
        if let Some(file) = rtl.known.file() {
            return Err(Error::Input(format!(
                "--known {}: a board sends digests of all its values, so none can be masked; use a model of the RTL, without --dut",
                file.display()
            )));
        }
        let source = rtl.source(workspace, pmu)?;
        let facts = RtlFacts::read(workspace, &pmu.description, source.clone())?;
        let rtl = BoardRtl::new(workspace, &pmu.description, &source)?;
        let identity = Identity::new(pmu, &rtl.description_hash, &rtl.rtl_hash);
        let board = Board::open(address, &identity, &pmu.description, &facts)?;
        notice(&format!("{}: on {board}", pmu.description.id));
        Ok(Self::Board { board, facts })
    }

    /// Returns the properties of the RTL.
    pub fn facts(&self) -> &RtlFacts {
        match self {
            Self::Simulated { facts, .. } | Self::Board { facts, .. } => facts,
        }
    }

    /// Returns the model, if the DUT is simulated.
    pub fn model(&self) -> Option<&BuiltModel> {
        match self {
            Self::Simulated { built, .. } => Some(built),
            Self::Board { .. } => None,
        }
    }

    /// Returns the board, if the DUT is one.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Self::Simulated { .. } => None,
            Self::Board { board, .. } => Some(board),
        }
    }

    /// Creates a DUT. The initial values of a model's registers depend on `seed`.
    ///
    /// # Errors
    /// If the library of the model cannot be loaded.
    pub fn dut(&self, seed: u32) -> Result<Box<dyn Dut>, DutError> {
        Ok(match self {
            Self::Simulated { built, .. } => Box::new(SimulatedDut::new(built, seed)?),
            Self::Board { board, .. } => Box::new(board.dut()),
        })
    }

    /// Returns the `seeds` that give different initial values.
    pub fn seeds(&self, seeds: impl IntoIterator<Item = u32>) -> Vec<u32> {
        match self {
            Self::Simulated { .. } => seeds.into_iter().collect(),
            // The registers of a board start with the values that the previous program left.
            Self::Board { .. } => vec![0],
        }
    }
}
