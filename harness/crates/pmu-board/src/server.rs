//! Serves a simulated board on a TCP port or a pseudo-terminal.

use super::simulated::SimulatedBoard;
use super::transport::{SerialLine, TcpLine, Transport};
use pmu_dut::DutError;
use serialport::{SerialPort, TTYPort};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Cycles without a byte after which the board counts as idle; longer programs merely run slower after that.
const QUIET: u64 = 8_000_000;
/// How long to wait for a byte when idle.
const PAUSE: Duration = Duration::from_millis(20);
/// Maximum number of bytes in transit to a board: beyond it the line makes the host wait.
const AHEAD: usize = 1 << 14;

/// The port on which a simulated board is served.
pub enum Port {
    /// A TCP port of this machine.
    Tcp(TcpListener),
    /// A pseudo-terminal: the board's end, and the host's end, which is kept open so that the board's end remains
    /// valid.
    Pty(TTYPort, TTYPort),
}

impl Port {
    /// Opens a TCP port that is reachable from this machine only; 0 selects a free one.
    ///
    /// # Errors
    /// When the port is in use.
    pub fn tcp(port: u16) -> Result<Self, DutError> {
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        Ok(Self::Tcp(bound.map_err(|error| DutError::unusable(format!("TCP port {port} cannot be opened: {error}")))?))
    }

    /// Opens a pseudo-terminal.
    ///
    /// # Errors
    /// When the system has no pseudo-terminals.
    pub fn pty() -> Result<Self, DutError> {
        let pair = TTYPort::pair();
        let (board, host) =
            pair.map_err(|error| DutError::unusable(format!("a pseudo-terminal cannot be opened: {error}")))?;
        Ok(Self::Pty(board, host))
    }

    /// The address of the board for `--dut`.
    ///
    /// # Errors
    /// When the system does not return the address.
    pub fn address(&self) -> Result<String, DutError> {
        match self {
            Self::Tcp(listener) => {
                let place = listener.local_addr().map_err(|error| DutError::unusable(error.to_string()))?;
                Ok(format!("tcp:localhost:{}", place.port()))
            }
            Self::Pty(_, host) => {
                let name = host.name().ok_or_else(|| DutError::unusable("the pseudo-terminal has no name"))?;
                Ok(format!("serial:{name}"))
            }
        }
    }

    /// Serves a board to one host at a time until `stop` is set.
    ///
    /// # Errors
    /// When the model or the port fails.
    pub fn serve(self, board: &mut SimulatedBoard, stop: &AtomicBool) -> Result<(), DutError> {
        match self {
            Self::Pty(line, _host) => pump(board, &mut SerialLine::new(Box::new(line)), stop).map(drop),
            Self::Tcp(listener) => {
                let failed = |error: std::io::Error| DutError::unusable(format!("the TCP port fails: {error}"));
                listener.set_nonblocking(true).map_err(failed)?;
                while !stop.load(Ordering::Relaxed) {
                    match listener.accept() {
                        Ok((stream, _)) => {
                            stream.set_nonblocking(false).map_err(failed)?;
                            pump(board, &mut TcpLine::new(stream).map_err(failed)?, stop)?;
                        }
                        Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(PAUSE),
                        Err(error) => return Err(failed(error)),
                    }
                }
                Ok(())
            }
        }
    }
}

/// Transfers bytes between a line and a board until the line is closed or `stop` is set.
fn pump(board: &mut SimulatedBoard, line: &mut dyn Transport, stop: &AtomicBool) -> Result<(), DutError> {
    let mut buffer = [0; 4096];
    let mut arrived = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        if board.waiting() < AHEAD {
            let patience = if board.quiet() > QUIET { PAUSE } else { Duration::ZERO };
            match line.receive(&mut buffer, patience) {
                Ok(count) => board.push(&buffer[..count]),
                Err(_) => return Ok(()),
            }
        }
        board.step(&mut arrived)?;
        // A UART has no flow control: bytes that a host does not read in time are lost.
        match line.send(&arrived) {
            Err(error) if !matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => return Ok(()),
            _ => arrived.clear(),
        }
    }
    Ok(())
}
