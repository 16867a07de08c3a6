//! A board with the RTL of a PMU, connected to a serial port or a TCP port: `docs/hardware-in-the-loop.md`. This crate
//! contains the link, its sessions, the board as a DUT, and a simulated board.

mod address;
mod dut;
mod encode;
mod generator;
mod interpreter;
mod link;
mod packet;
mod server;
mod session;
mod simulated;
mod status;
mod transport;
mod uart;

pub use address::Address;
pub use dut::{Board, BoardDut};
pub use encode::{Encoder, Piece};
pub use generator::{more, Stimulus};
pub use interpreter::{Interpreter, InterpreterStop};
pub use link::{LinkError, Timeouts, Traffic};
pub use packet::{Arrival, Decoder, Packet};
pub use server::Port;
pub use session::Counts;
pub use simulated::SimulatedBoard;
pub use status::{BoardRecord, Identity, RunStatus, StopReason};
pub use transport::{SerialLine, TcpLine, Transport};
pub use uart::{Receiver, Sender};
