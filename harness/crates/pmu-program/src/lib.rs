//! Programs describe stimulus as text; `docs/programs.md` specifies the language. This crate parses programs, lowers them
//! to frames, prints them, and lifts frames back to programs.

mod error;
mod expr;
mod lower;
mod names;
mod op;
mod print;
mod program;
mod raise;
mod read_back;
mod report;
mod statement;
mod token;
mod tree;

pub use error::ProgramError;
pub use lower::{Batch, Check, Lowering};
pub use names::Names;
pub use op::{Access, Activity, Assignment, Expected, Duration, Lines, Op, OpKind, TransactionDrive, Target};
pub use print::{accessed_register, input_value, register_value};
pub use program::{Program, Source};
pub use raise::lift;
pub use read_back::ReadBack;
pub use report::{is_transaction_input, transactions_in};
