//! Tests of the command `pmu-cosim`: exit statuses, messages and result files.

mod bad_input;
mod board;
mod choices;
mod code_coverage;
mod describe;
mod doctor;
mod editors;
mod environment;
mod failing_run;
mod fusesoc;
mod install;
mod interrupt;
mod library;
mod links;
mod merge;
mod new;
mod own_rtl;
mod page;
mod page_size;
mod publish;
mod results;
mod seeded_bugs;
mod shards;
mod summary;
mod support;
mod trial_bugs;
