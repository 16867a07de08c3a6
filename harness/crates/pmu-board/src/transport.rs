//! Transfers bytes to and from a board, without interpreting them. Any of them may be lost.

use serialport::SerialPort;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long a board may leave sent bytes unread.
const STALLED: Duration = Duration::from_secs(5);
/// How long a host may take to accept a connection.
const CALL: Duration = Duration::from_secs(5);

/// How long a serial port may be locked. A program that is just being started by this one, or by the one that has closed the port,
/// still holds the lock for a moment.
const LOCKED: Duration = Duration::from_secs(1);
/// Time between two attempts to open a locked port.
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(20);

/// A connection to a board.
pub trait Transport: Send {
    /// Sends all bytes.
    ///
    /// # Errors
    /// When the connection is closed or the board reads nothing for some seconds.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits at most `patience` for bytes and returns their number; 0 if none arrived.
    ///
    /// # Errors
    /// When the connection is closed.
    fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize>;
}

/// A serial port.
pub struct SerialLine {
    port: Box<dyn SerialPort>,
}

impl SerialLine {
    /// Opens a device file: eight bits, no parity, one stop bit, no flow control.
    ///
    /// # Errors
    /// The reason why it cannot be opened.
    pub fn open(device: &str, rate: u32) -> Result<Self, String> {
        let is_locked =
            |error: &serialport::Error| error.kind() == serialport::ErrorKind::NoDevice && Path::new(device).exists();
        let start = Instant::now();
        loop {
            match serialport::new(device, rate).timeout(STALLED).open() {
                Ok(port) => return Ok(Self { port }),
                Err(error) if is_locked(&error) && start.elapsed() < LOCKED => thread::sleep(BETWEEN_ATTEMPTS),
                Err(error) if is_locked(&error) => {
                    return Err(format!("{error}; check that it is a serial port that no other program uses"))
                }
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// Uses an open port.
    pub fn new(port: Box<dyn SerialPort>) -> Self {
        Self { port }
    }
}

impl Transport for SerialLine {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.port.write_all(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        self.port.set_timeout(patience)?;
        let got = received(self.port.read(buffer));
        self.port.set_timeout(STALLED)?;
        got
    }
}

/// A TCP connection.
pub struct TcpLine {
    stream: TcpStream,
}

impl TcpLine {
    /// Connects to a host.
    ///
    /// # Errors
    /// The reason why the connection fails.
    pub fn connect(host: &str, port: u16) -> Result<Self, String> {
        let places = (host, port).to_socket_addrs().map_err(|error| error.to_string())?;
        let mut last = "the name has no address".to_owned();
        for place in places {
            match TcpStream::connect_timeout(&place, CALL).and_then(Self::new) {
                Ok(line) => return Ok(line),
                Err(error) => last = error.to_string(),
            }
        }
        Err(last)
    }

    /// Uses an open connection.
    ///
    /// # Errors
    /// When its options cannot be set.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(STALLED))?;
        Ok(Self { stream })
    }
}

impl Transport for TcpLine {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        // A timeout of 0 would be unbounded, and the shortest timeout is some milliseconds.
        if patience.is_zero() {
            self.stream.set_nonblocking(true)?;
            let got = received(self.stream.read(buffer));
            self.stream.set_nonblocking(false)?;
            return got;
        }
        self.stream.set_read_timeout(Some(patience.max(Duration::from_micros(1))))?;
        received(self.stream.read(buffer))
    }
}

/// Distinguishes missing bytes from a closed connection.
fn received(got: io::Result<usize>) -> io::Result<usize> {
    match got {
        Ok(0) => Err(io::Error::new(ErrorKind::UnexpectedEof, "the other end has closed it")),
        Ok(count) => Ok(count),
        Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
            Ok(0)
        }
        Err(error) => Err(error),
    }
}
