//! The conversation with one driver, from its first message to its end.

use crate::connection::{Connection, Received};
use crate::protocol::{Reply, Request};
use crate::session::{End, Handled, Session};
use pmu_dut::DutError;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a conversation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The driver said goodbye, with this status.
    Bye(u8),
    /// The driver closed the connection without a goodbye.
    Closed,
    /// The driver was silent for this time.
    Silent(Duration),
    /// The driver sent something wrong; the text was sent to it.
    Wrong(String),
    /// The run ended before the driver did.
    Stopped(End),
}

/// Answers a driver until one side ends the conversation.
///
/// # Errors
/// If the DUT stops with an error.
pub fn converse(session: &mut Session, connection: &mut Connection, stop: &AtomicBool) -> Result<Ended, DutError> {
    let mut is_greeted = false;
    loop {
        let request = match connection.receive(stop) {
            Received::Request(request) => request,
            Received::Closed => return Ok(Ended::Closed),
            Received::Interrupted => return Ok(stopped(session, connection, End::Interrupted)),
            Received::Silent(time) => {
                connection.send(&Reply::Error(format!("no message for {} seconds", time.as_secs())));
                return Ok(Ended::Silent(time));
            }
            Received::Malformed(what) => return Ok(wrong(connection, what)),
        };
        let reply = match (is_greeted, request) {
            (false, Request::Hello { version, pmu }) => session.welcome(version, &pmu),
            (false, _) => Err("the first message must be HELLO".to_owned()),
            (true, request) => match session.handle(request, stop)? {
                Handled::Reply(reply) => Ok(reply),
                Handled::Wrong(what) => Err(what),
                Handled::Ended(end) => return Ok(stopped(session, connection, end)),
                Handled::Bye(status) => {
                    connection.send(&Reply::Accepted);
                    return Ok(Ended::Bye(status));
                }
            },
        };
        match reply {
            Ok(reply) => connection.send(&reply),
            Err(what) => return Ok(wrong(connection, what)),
        }
        is_greeted = true;
    }
}

fn wrong(connection: &mut Connection, what: String) -> Ended {
    connection.send(&Reply::Error(what.clone()));
    Ended::Wrong(what)
}

fn stopped(session: &Session, connection: &mut Connection, end: End) -> Ended {
    connection.send(&Reply::Stopped(end.text(session.cycles())));
    Ended::Stopped(end)
}
