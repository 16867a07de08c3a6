//! The connection to a driver: whole messages over a stream socket.

use crate::protocol::{Reply, Request, LONGEST};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Interval at which a wait for the peer checks for a requested stop.
const POLL: Duration = Duration::from_millis(100);

/// Time in which a peer must send the rest of a message, and receive one.
const MESSAGE_TIME: Duration = Duration::from_secs(10);

/// A stream socket with a driver at its other end.
pub struct Connection {
    stream: UnixStream,
    /// Longest wait for a message; without it, there is no limit.
    silence: Option<Duration>,
}

/// What a peer sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// A message.
    Request(Request),
    /// The end of the connection, between two messages.
    Closed,
    /// Nothing before a stop was requested.
    Interrupted,
    /// Nothing within the time limit.
    Silent(Duration),
    /// Something that is no message.
    Malformed(String),
}

/// How a wait for bytes ended.
enum Filled {
    Complete,
    Closed(usize),
    Interrupted,
    TimedOut(usize),
    Failed(io::Error),
}

impl Connection {
    /// Takes over a connected socket. `silence` is the longest wait for a message; without it, there is no limit.
    ///
    /// # Errors
    /// If the socket does not accept time limits.
    pub fn new(stream: UnixStream, silence: Option<Duration>) -> io::Result<Self> {
        stream.set_read_timeout(Some(POLL))?;
        stream.set_write_timeout(Some(MESSAGE_TIME))?;
        Ok(Self { stream, silence })
    }

    /// Waits for a message.
    pub(crate) fn receive(&mut self, stop: &AtomicBool) -> Received {
        let mut length = [0; 4];
        // The first byte may take long, the rest of the message may not.
        match self.fill(&mut length[..1], self.silence, stop) {
            Filled::Complete => {}
            Filled::Closed(_) => return Received::Closed,
            Filled::Interrupted => return Received::Interrupted,
            Filled::TimedOut(_) => return Received::Silent(self.silence.unwrap_or_default()),
            Filled::Failed(error) => return Received::Malformed(format!("the connection fails: {error}")),
        }
        if let Some(ended) = self.rest(&mut length[1..], 1, stop) {
            return ended;
        }
        let length = u32::from_le_bytes(length) as usize;
        if length == 0 || length > LONGEST {
            return Received::Malformed(format!("a message of {length} bytes; a message has 1 to {LONGEST} bytes"));
        }
        let mut message = vec![0; length];
        if let Some(ended) = self.rest(&mut message, 4, stop) {
            return ended;
        }
        Request::decode(&message).map_or_else(Received::Malformed, Received::Request)
    }

    /// Reads the rest of a message of which `before` bytes have been read. Returns how it ended early.
    fn rest(&mut self, bytes: &mut [u8], before: usize, stop: &AtomicBool) -> Option<Received> {
        let of = before + bytes.len();
        let early = |got: usize, why: &str| {
            let got = before + got;
            Some(Received::Malformed(format!("{why} within a message, after {got} of {of} bytes")))
        };
        match self.fill(bytes, Some(MESSAGE_TIME), stop) {
            Filled::Complete => None,
            Filled::Closed(got) => early(got, "the peer closed the connection"),
            Filled::TimedOut(got) => early(got, &format!("nothing came for {} seconds", MESSAGE_TIME.as_secs())),
            Filled::Interrupted => Some(Received::Interrupted),
            Filled::Failed(error) => early(0, &format!("the connection failed ({error})")),
        }
    }

    fn fill(&mut self, bytes: &mut [u8], limit: Option<Duration>, stop: &AtomicBool) -> Filled {
        let begin = Instant::now();
        let mut got = 0;
        while got < bytes.len() {
            match self.stream.read(&mut bytes[got..]) {
                Ok(0) => return Filled::Closed(got),
                Ok(more) => got += more,
                Err(error) => match error.kind() {
                    ErrorKind::Interrupted => {}
                    ErrorKind::ConnectionReset => return Filled::Closed(got),
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                        if limit.is_some_and(|limit| begin.elapsed() >= limit) {
                            return Filled::TimedOut(got);
                        }
                    }
                    _ => return Filled::Failed(error),
                },
            }
            if stop.load(Ordering::Relaxed) {
                return Filled::Interrupted;
            }
        }
        Filled::Complete
    }

    /// Sends a message. A peer that has closed the connection does not receive it, which the next [`Connection::receive`] returns.
    pub(crate) fn send(&mut self, reply: &Reply) {
        // The error of a closed connection repeats in the next read.
        let _ = self.stream.write_all(&reply.encode());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(sent: &[u8], closes: bool) -> Received {
        let (ours, mut theirs) = UnixStream::pair().expect("a pair of sockets");
        theirs.write_all(sent).expect("sent");
        let kept = (!closes).then_some(theirs);
        let mut connection = Connection::new(ours, Some(Duration::ZERO)).expect("a connection");
        let received = connection.receive(&AtomicBool::new(false));
        drop(kept);
        received
    }

    #[test]
    fn complete_messages_arrive_and_others_are_named() {
        assert_eq!(received(&[1, 0, 0, 0, 5], true), Received::Request(Request::Reset));
        assert_eq!(received(&[], true), Received::Closed);
        assert_eq!(received(&[], false), Received::Silent(Duration::ZERO));
        let malformed = |sent: &[u8], says: &str| match received(sent, true) {
            Received::Malformed(text) => assert!(text.contains(says), "{text}"),
            other => panic!("{other:?}"),
        };
        malformed(&[1, 0], "after 2 of 4 bytes");
        malformed(&[7, 0, 0, 0, 2, 0], "after 6 of 11 bytes");
        malformed(&[0, 0, 0, 0], "a message of 0 bytes");
        malformed(&[1, 16, 0, 0, 5], "a message of 4097 bytes");
        malformed(&[0xFF; 8], "a message of 4294967295 bytes");
        malformed(&[1, 0, 0, 0, 99], "unknown message 99");
    }

    #[test]
    fn stop_ends_the_wait() {
        let (ours, _theirs) = UnixStream::pair().expect("a pair of sockets");
        let mut connection = Connection::new(ours, None).expect("a connection");
        assert_eq!(connection.receive(&AtomicBool::new(true)), Received::Interrupted);
    }
}
