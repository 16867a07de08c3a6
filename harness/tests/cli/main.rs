//! Tests of the command `pmu-cosim`: exit statuses, messages and result files.

mod bad_input;
mod board;
mod browser;
mod choices;
mod code_coverage;
mod describe;
mod environment;
mod failing_run;
mod interrupt;
mod library;
mod merge;
mod new;
mod own_rtl;
mod page;
mod page_size;
mod publish;
mod results;
mod seeded_bugs;
mod shards;
mod support;
mod trial_bugs;
