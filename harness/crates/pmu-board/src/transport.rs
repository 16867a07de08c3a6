//! Bytes to a board and back. Nothing here knows what they mean, and any of them may be lost.

use serialport::SerialPort;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// How long a board may leave what is sent to it standing.
const STALLED: Duration = Duration::from_secs(5);
/// How long a machine may take to answer a call.
const CALL: Duration = Duration::from_secs(5);

/// A way to a board.
pub trait Transport: Send {
    /// Sends all bytes.
    ///
    /// # Errors
    /// When the way is gone or the board takes nothing for some seconds.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits `patience` at the most for bytes and returns their number; 0 when none have come.
    ///
    /// # Errors
    /// When the way is gone.
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
    /// Why it cannot be opened.
    pub fn open(device: &str, rate: u32) -> Result<Self, String> {
        let opened = serialport::new(device, rate).timeout(STALLED).open();
        let port = opened.map_err(|error| match error.kind() {
            serialport::ErrorKind::NoDevice if std::path::Path::new(device).exists() => {
                format!("{error}; is it a serial port, and does nobody else use it?")
            }
            _ => error.to_string(),
        })?;
        Ok(Self { port })
    }

    /// A port that is open.
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
    /// Calls a machine.
    ///
    /// # Errors
    /// Why it does not answer.
    pub fn connect(host: &str, port: u16) -> Result<Self, String> {
        let places = (host, port).to_socket_addrs().map_err(|error| error.to_string())?;
        let mut last = "the name stands for no machine".to_owned();
        for place in places {
            match TcpStream::connect_timeout(&place, CALL).and_then(Self::new) {
                Ok(line) => return Ok(line),
                Err(error) => last = error.to_string(),
            }
        }
        Err(last)
    }

    /// A connection that is there.
    ///
    /// # Errors
    /// When its settings cannot be made.
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
        // No time at all would mean for ever, and the shortest time is some milliseconds.
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

/// Tells bytes that have not come from a way that is gone.
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
