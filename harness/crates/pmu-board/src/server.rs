//! A simulated board behind a TCP port or a pseudo-terminal.

use super::simulated::SimulatedBoard;
use super::transport::{SerialLine, TcpLine, Transport};
use pmu_dut::DutError;
use serialport::{SerialPort, TTYPort};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Clocks without a byte after which nothing is going on: a board that runs for longer makes some of its clocks later.
const QUIET: u64 = 8_000_000;
/// How long to wait for a byte then.
const PAUSE: Duration = Duration::from_millis(20);
/// Bytes on the way to a board beyond which no more are taken: the line is what makes the host wait.
const AHEAD: usize = 1 << 14;

/// Where a simulated board is offered.
pub enum Port {
    /// A TCP port of this machine.
    Tcp(TcpListener),
    /// A pseudo-terminal: the board's end, and the one that others open, which is kept open so that the board's end lasts.
    Pty(TTYPort, TTYPort),
}

impl Port {
    /// A TCP port that only this machine reaches; 0 takes a free one.
    ///
    /// # Errors
    /// When somebody has it.
    pub fn tcp(port: u16) -> Result<Self, DutError> {
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        Ok(Self::Tcp(bound.map_err(|error| DutError(format!("TCP port {port} cannot be had: {error}")))?))
    }

    /// A pseudo-terminal.
    ///
    /// # Errors
    /// When there is none.
    pub fn pty() -> Result<Self, DutError> {
        let pair = TTYPort::pair();
        let (board, host) = pair.map_err(|error| DutError(format!("a pseudo-terminal cannot be had: {error}")))?;
        Ok(Self::Pty(board, host))
    }

    /// What `--dut` takes for it.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn address(&self) -> Result<String, DutError> {
        match self {
            Self::Tcp(listener) => {
                let place = listener.local_addr().map_err(|error| DutError(error.to_string()))?;
                Ok(format!("tcp:localhost:{}", place.port()))
            }
            Self::Pty(_, host) => {
                let name = host.name().ok_or_else(|| DutError("the pseudo-terminal has no name".to_owned()))?;
                Ok(format!("serial:{name}"))
            }
        }
    }

    /// Lets a board be used from there, by one host after the other, until `stop` is set.
    ///
    /// # Errors
    /// When the model or the port fails.
    pub fn serve(self, board: &mut SimulatedBoard, stop: &AtomicBool) -> Result<(), DutError> {
        match self {
            Self::Pty(line, _host) => pump(board, &mut SerialLine::new(Box::new(line)), stop).map(drop),
            Self::Tcp(listener) => {
                let failed = |error: std::io::Error| DutError(format!("the TCP port fails: {error}"));
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

/// Carries bytes between a line and a board until the line is gone or `stop` is set.
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
        // Nobody holds a UART back: what a host does not take in time is lost.
        match line.send(&arrived) {
            Err(error) if !matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => return Ok(()),
            _ => arrived.clear(),
        }
    }
    Ok(())
}
