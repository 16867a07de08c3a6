//! What a command judges: a model of the RTL, or a board that holds it.

use super::args::Rtl;
use super::build;
use super::status::Failure;
use crate::board::{Address, Board, Identity};
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::rtl::board::BoardRtl;
use crate::rtl::{BuiltModel, RtlFacts, Variant, Workspace};
use golden_model::Pmu;

/// The device of a command.
pub(super) enum DutSource {
    /// A model of the RTL.
    Simulated { built: Box<BuiltModel>, facts: RtlFacts },
    /// A board with the RTL.
    Board { board: Board, facts: RtlFacts },
}

impl DutSource {
    /// The model of the RTL that the options name, or the board at `address`, which must hold that RTL.
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

    /// What is known of the RTL.
    pub fn facts(&self) -> &RtlFacts {
        match self {
            Self::Simulated { facts, .. } | Self::Board { facts, .. } => facts,
        }
    }

    /// The model, if it is one.
    pub fn model(&self) -> Option<&BuiltModel> {
        match self {
            Self::Simulated { built, .. } => Some(built),
            Self::Board { .. } => None,
        }
    }

    /// The board, if it is one.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Self::Simulated { .. } => None,
            Self::Board { board, .. } => Some(board),
        }
    }

    /// A device to be stepped. The registers of a model start with values of `seed`.
    pub fn dut(&self, seed: u32) -> Result<Box<dyn Dut>, DutError> {
        Ok(match self {
            Self::Simulated { built, .. } => Box::new(SimulatedDut::new(built, seed)?),
            Self::Board { board, .. } => Box::new(board.dut()),
        })
    }

    /// The seeds that make a difference, out of these.
    pub fn seeds(&self, seeds: impl IntoIterator<Item = u32>) -> Vec<u32> {
        match self {
            Self::Simulated { .. } => seeds.into_iter().collect(),
            // The registers of a board start with what the program before has left in them.
            Self::Board { .. } => vec![0],
        }
    }
}
