//! Source of the DUT of a command: a model of the RTL, or a board with it.

use super::args::Rtl;
use super::build;
use super::status::Failure;
use crate::board::{Address, Board, Identity};
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::rtl::board::BoardRtl;
use crate::rtl::{BuiltModel, RtlFacts, Variant, Workspace};
use golden_model::Pmu;

/// Source of the DUT of a command.
pub(super) enum DutSource {
    /// A model of the RTL.
    Simulated { built: Box<BuiltModel>, facts: RtlFacts },
    /// A board with the RTL.
    Board { board: Board, facts: RtlFacts },
}

impl DutSource {
    /// Builds the model of the RTL selected by the options, or opens the board at `address`, which must have that RTL.
    pub fn new(workspace: &Workspace, pmu: &Pmu, rtl: &Rtl, address: Option<&Address>) -> Result<Self, Failure> {
        let Some(address) = address else {
            let built = Box::new(build::model(workspace, pmu, rtl, Variant::Fast)?);
            return Ok(Self::Simulated { facts: RtlFacts::from(&*built), built });
        };
        let source = build::source(workspace, pmu, rtl)?;
        let facts = RtlFacts::read(workspace, &pmu.description, source.clone())?;
        let rtl = BoardRtl::new(workspace, &pmu.description, &source)?;
        let identity = Identity::new(pmu, &rtl.description_hash, &rtl.rtl_hash);
        let board = Board::open(address, &identity, &pmu.description, &facts)?;
        eprintln!("{}: on {board}", pmu.description.id);
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
