//! Programs describe stimulus as text; `docs/programs.md` specifies the language. This crate parses programs, lowers them
//! to frames, prints them, and lifts frames back to programs.

#[cfg(test)]
mod csr_tests;
mod drive;
mod error;
mod expr;
mod keyword;
mod lift;
mod loops;
mod lower;
mod names;
mod op;
mod print;
mod program;
mod read_back;
mod roll;
mod statement;
mod tied;
mod timing;
mod token;
mod transaction;

pub use drive::Drive;
pub use error::ProgramError;
pub use keyword::{Keyword, Role};
pub use lift::{lift, lowers_to, Lifter};
pub use loops::MOST_OPERATIONS;
pub use lower::{Batch, Check, Lowering};
pub use names::Names;
pub use op::{Access, Activity, Assignment, Duration, Expected, Lines, Op, OpKind, Target, TransactionDrive};
pub use print::{accessed_register, input_value};
pub use program::{Program, Source};
pub use read_back::ReadBack;
pub use roll::{rolled, Run};
pub use tied::TiedInputs;
pub use timing::PortTiming;
pub use transaction::{is_transaction_input, transactions_in};
