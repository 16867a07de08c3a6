//! A driver in a separate process.

use crate::connection::Connection;
use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;
use wait_timeout::ChildExt;

/// Time in which a driver must end after its last message.
const END_TIME: Duration = Duration::from_secs(5);

/// A running driver. Dropping it ends the process.
pub struct DriverProcess {
    child: Child,
}

/// How a driver ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this status.
    Status(i32),
    /// A signal ended it.
    Signal(i32),
    /// It did not end in time, and was killed.
    Killed,
}

impl DriverProcess {
    /// Starts a driver. Its standard input is the connection to this process, in which it is silent for at most `silence`.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(program: &Path, silence: Duration) -> io::Result<(Self, Connection)> {
        let (ours, theirs) = UnixStream::pair()?;
        let child = Command::new(program)
            .stdin(OwnedFd::from(theirs))
            .env("PMU_COSIM_FD", "0")
            .env_remove("PMU_COSIM_SOCKET")
            .spawn()?;
        Ok((Self { child }, Connection::new(ours, Some(silence))?))
    }

    /// Waits for the end of the driver, and kills it if it does not end.
    ///
    /// # Errors
    /// If the system does not return its status.
    pub fn end(mut self) -> io::Result<Exit> {
        Ok(self.child.wait_timeout(END_TIME)?.map_or(Exit::Killed, Exit::from))
    }
}

impl Drop for DriverProcess {
    fn drop(&mut self) {
        // Both fail if the driver has ended, which is the aim.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Status(code),
            (None, signal) => Self::Signal(signal.unwrap_or_default()),
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = |signal: i32| match signal {
            4 => " (SIGILL)",
            6 => " (SIGABRT)",
            8 => " (SIGFPE)",
            9 => " (SIGKILL)",
            11 => " (SIGSEGV)",
            15 => " (SIGTERM)",
            _ => "",
        };
        match *self {
            Self::Status(status) => write!(f, "exited with status {status}"),
            Self::Signal(signal) => write!(f, "was ended by signal {signal}{}", name(signal)),
            Self::Killed => write!(f, "did not end within {} seconds of its last message", END_TIME.as_secs()),
        }
    }
}
