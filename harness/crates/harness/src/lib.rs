//! Lockstep verification of PMU RTL against golden models: the command line and a facade over the crates of the project.

#[cfg(test)]
use golden_model_all as _;

mod bind;
pub mod cli;
pub mod drivers;
mod dut_source;
mod error;
mod pmu_selection;
mod rtl_selection;
pub mod run;
pub mod soak;
mod testbench;

pub use dut_source::DutSource;
pub use error::Error;
pub use rtl_selection::RtlSelection;
pub use testbench::Testbench;

pub use pmu_board as board;
use pmu_drive as drive;
pub use pmu_program as program;
pub use pmu_qualify::publish;
pub use pmu_results as results;
pub use pmu_rtl as rtl;
pub use pmu_rtl::lint;
use pmu_support as support;
use pmu_verify::jobs;
pub use pmu_verify::{collisions, coverage, known, shared_files, shrink, stuck_at, triage, waves};

/// Designs under test (DUTs): the trait, simulated DUTs, tied inputs and fault injection.
pub mod dut {
    pub use pmu_dut::*;
    pub use pmu_rtl::SimulatedDut;
}

/// Constrained random programs from a seed.
pub mod stimulus {
    pub use pmu_results::name;
    pub use pmu_verify::stimulus::*;
}

/// Runs one program on the DUT and the golden model and compares them in every cycle.
pub mod lockstep {
    pub use pmu_results::{
        CheckKind, Difference, Divergence, ExcerptRow, ExcerptRowKind, FailedExpectation, FieldDifference, Shrunk,
        Signature, WaveformExcerpt,
    };
    pub use pmu_verify::lockstep::*;
}

/// Checks of the DUT against itself, without the golden model.
pub mod metamorphic {
    pub use pmu_results::{claims, Violation};
    pub use pmu_verify::metamorphic::*;
}

/// Runs all programs of a PMU in parallel.
pub mod regression {
    pub use pmu_results::{events, requirements};
    pub use pmu_verify::regression::*;
}

/// Thresholds of coverage figures and mutation scores.
pub mod thresholds {
    pub use pmu_results::{ThresholdError, Thresholds};
}

/// Mutants of the netlist.
pub mod mutation {
    pub use pmu_qualify::mutation::*;
    pub use pmu_results::{
        CellPort, ConditionKind, ConditionalMutant, DetectionFigure, DetectionFigures, DetectionReport,
        DetectionStatus, Interval, KindFigures, LevelFigures, MutationReport, Proof, Proven, LEAST,
    };
}

/// Seeded bugs of the RTL.
pub mod seeded_bugs {
    pub use pmu_qualify::seeded_bugs::*;
    pub use pmu_results::{
        seeded_bugs_junit as junit, seeded_bugs_table as table, BugClass, BugResult, Check, Detection, HigherOrderKind,
        NotApplicableClass, OtherDetection, RandomSearch, SeededBugReport, SeededBugVerdict,
    };
}

/// Code coverage of the RTL.
pub mod code_coverage {
    pub use pmu_qualify::code_coverage::*;
    pub use pmu_rtl::{CountsError, Kind, Point, Points};
}
