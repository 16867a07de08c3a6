//! Results of a run: this crate defines `results.json` and merges several of them into one. The console table, the JUnit
//! file, the HTML report and the annotations for CI systems are views of it.

mod annotations;
mod bucket;
mod campaigns;
mod code_coverage;
mod collisions;
mod compare;
mod console;
mod coverage;
mod coverage_files;
mod date;
mod divergence;
mod document;
mod driver;
mod events;
mod excerpt;
mod figure;
mod figures;
mod findings;
mod history;
mod html;
mod junit;
mod known;
mod merge;
mod metamorphic;
mod mutation;
pub mod name;
mod programs;
mod proofs;
mod read;
mod seeded_bugs;
mod shards;
mod signature;
mod simulation_end;
mod suspects;
mod tables;
mod thresholds;
mod times;
mod verdict;
mod viewers;
mod write;

pub use annotations::{github, write_code_quality, CODE_QUALITY};
pub use bucket::{Bucket, Trigger};
pub use campaigns::{Campaigns, HigherOrderBug, MutationSummary, ProofSummary, SeededBugSummary};
pub use code_coverage::{CodeBlock, CodeCoverage, CodeFigure, ExcludedCode, FileCoverage};
pub use collisions::{causes_name, CollisionResults};
pub use compare::{
    Change, Circumstance, ComparedRun, Comparison, Effort, Failure, FailureChanges, FigureChange, NothingInCommon,
    PmuComparison, Share, UnpairedPmu,
};
pub use console::grouped;
pub use console::{remarks, table};
pub use coverage::{Coverage, CoverageBin, CoverageGroup, Impossible, RequirementBins};
pub use divergence::{Difference, Divergence, FailedExpectation, FieldDifference, Reading, Shrunk};
pub use document::{
    nothing_specified, PmuResults, Results, RtlUnderTest, RunRecord, SelectedOption, Tool, SCHEMA_VERSION,
};
pub use driver::{Driver, DriverSource, OtherDriver, SourceLine};
pub use events::{events, CounterEvents, EventRowResult, Events};
pub use excerpt::{ExcerptRow, ExcerptRowKind, WaveformExcerpt};
pub use figure::{Figure, FigureResult, Figures};
pub use figures::missing;
pub use findings::{Findings, ProgramFindings, TestedRtl};
pub use history::History;
pub use known::{KnownDivergence, KnownOccurrence};
pub use merge::{merge, SHARD};
pub use metamorphic::{claims, MetamorphicKind, MetamorphicResult, Violation};
pub use mutation::{
    CellPort, ConditionKind, ConditionalMutant, DetectionFigure, DetectionFigures, DetectionReport, DetectionStatus,
    Interval, KindFigures, LevelFigures, MutationReport, Proof, Proven, LEAST,
};
pub use programs::{requirements, ProgramKind, ProgramResult, RequirementResult, Requirements, SkippedProgram};
pub use proofs::{ProofReport, TheoremKind, TheoremResult, TheoremVerdict};
pub use read::{read, ReadError};
pub use seeded_bugs::{
    junit as seeded_bugs_junit, table as seeded_bugs_table, BugClass, BugResult, Check, Detection, HigherOrderKind,
    NotApplicableClass, OtherDetection, RandomSearch, SeededBugReport, SeededBugVerdict,
};
pub use shards::ShardSet;
pub use signature::{CheckKind, Signature};
pub use simulation_end::SimulationEnd;
pub use suspects::Suspect;
pub use tables::{figures_csv, programs_csv};
pub use thresholds::{ThresholdError, Thresholds};
pub use times::Times;
pub use verdict::Verdict;
pub use viewers::{waves_text, ViewerFiles};
pub use write::{temporary_in, write_all, write_atomically, write_with_history, ResultsError, FILES, OPTIONAL_FILES};
