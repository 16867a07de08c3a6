//! Software in the loop: a driver in another process accesses the registers of a PMU. Each access runs on DUT and golden model
//! in lockstep, with random events and inputs, and is recorded as a program that replays without the driver.
//! `docs/driver-in-the-loop.md` describes the commands and the protocol.

mod compile;
mod connection;
mod conversation;
mod counts;
mod process;
mod protocol;
mod server;
mod session;
mod watches;

pub use compile::{compile, compiler, CompileError, DRIVER_FOLDER};
pub use connection::Connection;
pub use conversation::{converse, Ended};
pub use process::{DriverProcess, Exit};
pub use protocol::VERSION;
pub use server::{Server, ServerError};
pub use session::{End, Expectations, FailedExpectation, Limits, Outcome, RecordError, Session, Stimulus, TrafficKind};
