//! `results.json` holds everything that is known about a run; this crate defines it and merges several into one. The
//! console table, the JUnit file, the HTML report and the annotations for CI systems are views of it.

mod annotations;
mod bucket;
mod code_coverage;
mod collisions;
mod console;
mod coverage;
mod divergence;
mod document;
mod events;
mod figure;
mod figures;
mod junit;
mod measured;
mod merge;
mod mutation;
pub mod name;
mod oracles;
mod page;
mod part;
mod picture;
mod programs;
mod read;
mod subject;
mod thresholds;
mod verdict;
mod write;
mod zoo;

pub use annotations::{github, write_code_quality, CODE_QUALITY};
pub use bucket::Bucket;
pub use code_coverage::{CodeCoverage, CodeFigure, ExcludedCode, FileCoverage};
pub use collisions::{causes_name, CollisionResults};
pub use console::grouped;
pub use console::{remarks, table};
pub use coverage::{Coverage, CoverageBin, CoverageGroup, Impossible, RequirementBins};
pub use divergence::{Difference, Divergence, FailedExpectation, FieldDifference, Reading, Shrunk};
pub use document::{nothing_specified, rtl_hash, RtlUnderTest, PmuResults, Results, Tool, SCHEMA_VERSION};
pub use events::{events, CounterEvents, EventRowResult, Events};
pub use figure::{Figure, FigureResult, Figures};
pub use figures::missing;
pub use measured::{MutationSummary, SeededBugSummary};
pub use merge::{merge, SHARD};
pub use mutation::{MutationReport, CellPort, Proof, Proven, LEAST};
pub use oracles::{claims, MetamorphicKind, MetamorphicResult, Violation};
pub use part::ShardSet;
pub use picture::{ExcerptRow, ExcerptRowKind, WaveformExcerpt};
pub use programs::{requirements, SkippedProgram, ProgramKind, ProgramResult, RequirementResult, Requirements};
pub use read::{read, ReadError};
pub use subject::{CheckKind, Signature};
pub use thresholds::{ThresholdError, Thresholds};
pub use verdict::Verdict;
pub use write::{remove_old, temporary_in, write_all, write_atomically, ResultsError, FILES};
pub use zoo::{
    junit as zoo_junit, table as zoo_table, NotApplicable, BugResult, Detection, Check, BugClass, OtherDetection, SeededBugReport, SeededBugVerdict,
};
