//! Lockstep verification of PMU RTL against golden models: the command line, and all crates of the project as modules of
//! one library.

pub mod cli;

pub use pmu_board as board;
pub use pmu_program as program;
pub use pmu_qualify::publish;
pub use pmu_results as results;
pub use pmu_rtl as rtl;
pub use pmu_rtl::lint;
use pmu_support as support;
use pmu_verify::jobs;
pub use pmu_verify::{collisions, coverage, shared_files, shrink, triage, waves};

/// Devices under test.
pub mod dut {
    pub use pmu_dut::*;
    pub use pmu_rtl::SimulatedDut;
}

/// Constrained random programs from a seed.
pub mod stimulus {
    pub use pmu_results::name;
    pub use pmu_verify::stimulus::*;
}

/// One program on the device and on the golden model, compared in every clock.
pub mod lockstep {
    pub use pmu_results::{
        CheckKind, Difference, Divergence, ExcerptRow, ExcerptRowKind, FailedExpectation, FieldDifference, Shrunk,
        Signature, WaveformExcerpt,
    };
    pub use pmu_verify::lockstep::*;
}

/// Checks of the device against itself, without a model.
pub mod metamorphic {
    pub use pmu_results::{claims, Violation};
    pub use pmu_verify::metamorphic::*;
}

/// All programs of a PMU over threads.
pub mod regression {
    pub use pmu_results::{events, requirements};
    pub use pmu_verify::regression::*;
}

/// How much of each figure is to be covered.
pub mod thresholds {
    pub use pmu_results::{ThresholdError, Thresholds};
}

/// Mutants of the netlist.
pub mod mutation {
    pub use pmu_qualify::mutation::*;
    pub use pmu_results::{CellPort, MutationReport, Proof, Proven, LEAST};
}

/// Deliberate bugs of the RTL.
pub mod seeded_bugs {
    pub use pmu_qualify::seeded_bugs::*;
    pub use pmu_results::{
        seeded_bugs_junit as junit, seeded_bugs_table as table, BugClass, BugResult, Check, Detection,
        NotApplicableClass, OtherDetection, SeededBugReport, SeededBugVerdict,
    };
}

/// Code coverage of the RTL.
pub mod code_coverage {
    pub use pmu_qualify::code_coverage::*;
    pub use pmu_rtl::{CountsError, Kind, Point, Points};
}
