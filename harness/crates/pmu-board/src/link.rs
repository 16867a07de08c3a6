//! Sends commands over a line that may lose, repeat, reorder and corrupt bytes: each is executed once, or there is an
//! error.

use super::packet::{Arrival, Decoder, Packet, FLAG};
use super::status::{BoardRecord, RunStatus, StopReason};
use super::transport::Transport;
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

const OPEN: u8 = 0x01;
const LOAD: u8 = 0x02;
const RUN: u8 = 0x03;
const RESET: u8 = 0x04;
/// Flag in the type of an answer.
const ANSWER: u8 = 0x80;
/// Types of packets that are not answers.
const NOT_UNDERSTOOD: u8 = 0xF0;
const NOT_THIS_SESSION: u8 = 0xF1;
const NOT_THIS_NUMBER: u8 = 0xF2;

/// Flags of a run.
const JUMP: u8 = 1;
const OBSERVE: u8 = 2;

/// Number of invalid arrivals after which a board counts as silent.
const USELESS: u32 = 64;
/// Number of bytes without a delimiter after which a board counts as silent.
const ENDLESS: u64 = 1 << 16;

/// How long a board may be silent.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// Time before the first retransmission; each further one takes longer.
    pub first: Duration,
    /// The longest of these times.
    pub longest: Duration,
    /// Maximum number of retransmissions in a row.
    pub times: u32,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { first: Duration::from_millis(500), longest: Duration::from_secs(4), times: 10 }
    }
}

/// A command that failed.
#[derive(Debug)]
pub enum LinkError {
    /// The line is closed.
    Gone(io::Error),
    /// No valid packet has arrived for too long.
    Silent,
    /// The board has lost its state; everything since the last reset must run again.
    Lost,
    /// The board violates the protocol.
    Wrong(String),
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Gone(error) => write!(formatter, "the line is closed: {error}"),
            Self::Silent => formatter.write_str("it does not answer"),
            Self::Lost => formatter.write_str("it has lost its state"),
            Self::Wrong(what) => formatter.write_str(what),
        }
    }
}

/// Traffic on the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes to the board.
    pub sent: u64,
    /// Bytes from it.
    pub received: u64,
    /// Packets sent again.
    pub repeated: u64,
    /// Invalid packets from the board.
    pub damaged: u64,
}

/// The host's end of a link.
pub struct Link {
    line: Box<dyn Transport>,
    patience: Timeouts,
    decoder: Decoder,
    session: u16,
    /// Number of the next packet.
    next: u16,
    /// Packets that have no answer yet, the oldest first, with consecutive numbers up to the next.
    open: VecDeque<Packet>,
    /// Bytes that were received and not processed.
    unread: VecDeque<u8>,
    /// Whether anything was retransmitted since the last answer that was waited for.
    disturbed: bool,
    traffic: Traffic,
}

impl Link {
    /// A link over a line. Nothing is sent yet. A board in a session other than `session` ignores packets until it is
    /// opened.
    pub fn new(line: Box<dyn Transport>, session: u16, patience: Timeouts) -> Self {
        Self {
            line,
            patience,
            decoder: Decoder::default(),
            session,
            next: 0,
            open: VecDeque::new(),
            unread: VecDeque::new(),
            disturbed: false,
            traffic: Traffic::default(),
        }
    }

    /// Traffic on the line.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Begins a new session and returns the identity of the board.
    pub fn open(&mut self) -> Result<BoardRecord, LinkError> {
        self.session = self.session.wrapping_add(1);
        self.next = 0;
        self.open.clear();
        // Ends the unfinished packet of an earlier host.
        self.transmit(&[FLAG])?;
        let answer = self.call(OPEN, Vec::new())?;
        BoardRecord::read(&answer).map_err(LinkError::Wrong)
    }

    /// Writes bytes to the frame memory. They are in it when a later command has been answered.
    pub fn load(&mut self, address: usize, data: &[u8]) -> Result<(), LinkError> {
        let mut payload = (address as u32).to_le_bytes().to_vec();
        payload.extend(data);
        self.post(LOAD, payload)
    }

    /// Runs or continues the program at `from` for at most `count` cycles.
    pub fn run(&mut self, from: Option<usize>, count: u32, observe: bool) -> Result<RunStatus, LinkError> {
        let flags = if from.is_some() { JUMP } else { 0 } | if observe { OBSERVE } else { 0 };
        self.run_status(RUN, run_payload(flags, count, from.unwrap_or(0)))
    }

    /// Runs the program at `from` for `count` cycles as a reset.
    pub fn reset(&mut self, from: usize, count: u32) -> Result<RunStatus, LinkError> {
        self.run_status(RESET, run_payload(0, count, from))
    }

    fn run_status(&mut self, kind: u8, payload: Vec<u8>) -> Result<RunStatus, LinkError> {
        let answer = self.call(kind, payload)?;
        let report = RunStatus::read(&answer);
        let report = report.ok_or_else(|| LinkError::Wrong(format!("it answers command {kind} without a status")))?;
        match report.ending {
            StopReason::NoCommand | StopReason::Length => {
                Err(LinkError::Wrong(format!("it does not accept command {kind}")))
            }
            _ => Ok(report),
        }
    }

    /// Sends a packet and does not wait for its answer.
    fn post(&mut self, kind: u8, payload: Vec<u8>) -> Result<(), LinkError> {
        let packet = Packet { kind, session: self.session, sequence: self.next, payload };
        let line = packet.encode();
        self.next = self.next.wrapping_add(1);
        self.open.push_back(packet);
        self.transmit(&line)
    }

    /// Sends a packet and waits until it and all earlier ones have been executed.
    fn call(&mut self, kind: u8, payload: Vec<u8>) -> Result<Vec<u8>, LinkError> {
        self.post(kind, payload)?;
        // A packet that was sent twice is answered twice: the second answers, including refusals, may still be in
        // transit.
        let was_disturbed = std::mem::take(&mut self.disturbed);
        let mut refused_at = if was_disturbed { self.open.front().map(|packet| packet.sequence) } else { None };
        let mut wait = self.patience.first;
        let (mut silent, mut useless) = (0, 0);
        loop {
            let before = self.open.len();
            match self.arrival(wait)? {
                Some(Arrival::Packet(packet)) => {
                    if let Some(answer) = self.settle(packet, kind == OPEN, &mut refused_at)? {
                        return Ok(answer);
                    }
                }
                // It may have been the answer, or that of an earlier packet that another answer covers: retransmission
                // decides.
                Some(Arrival::Damaged) => self.traffic.damaged += 1,
                None => useless = USELESS,
            }
            if self.open.len() < before {
                (wait, silent, useless) = (self.patience.first, 0, 0);
            }
            useless += 1;
            if useless > USELESS {
                silent += 1;
                if silent > self.patience.times {
                    return Err(LinkError::Silent);
                }
                (wait, useless, refused_at) = ((wait * 2).min(self.patience.longest), 0, None);
                self.repeat()?;
            }
        }
    }

    /// Processes a packet; returns the payload of the answer to the last packet that was sent. `refused_at` is the
    /// number from which everything was retransmitted because of a refusal: of the refusals of packets sent in the
    /// meantime only the first counts.
    fn settle(
        &mut self,
        packet: Packet,
        opening: bool,
        refused_at: &mut Option<u16>,
    ) -> Result<Option<Vec<u8>>, LinkError> {
        let Packet { kind, session, sequence, payload } = packet;
        let first = self.open.front().map_or(self.next, |packet| packet.sequence);
        let position = usize::from(sequence.wrapping_sub(first));
        match kind {
            // Before the first answer a board may send packets of the session before.
            NOT_THIS_SESSION | NOT_THIS_NUMBER if opening => {}
            NOT_THIS_SESSION => return Err(LinkError::Lost),
            NOT_UNDERSTOOD if opening => self.repeat_once(refused_at, 0)?,
            NOT_UNDERSTOOD | NOT_THIS_NUMBER if session != self.session => return Err(LinkError::Lost),
            // `sequence` is the number that the board expects. A number before all open packets is an old refusal.
            NOT_UNDERSTOOD | NOT_THIS_NUMBER if position <= self.open.len() => {
                // All packets before it were executed; the answer of the last is still required.
                self.open.drain(..position.min(self.open.len() - 1));
                self.repeat_once(refused_at, sequence)?;
            }
            NOT_UNDERSTOOD | NOT_THIS_NUMBER => {}
            _ if session == self.session && position < self.open.len() => {
                let expected = self.open[position].kind;
                if kind != expected | ANSWER {
                    return Err(LinkError::Wrong(format!("it answers command {expected} with {kind:#x}")));
                }
                self.open.drain(..=position);
                if self.open.is_empty() {
                    return Ok(Some(payload));
                }
            }
            // A repeated answer, or one of another session.
            _ => {}
        }
        Ok(None)
    }

    /// Retransmits all packets without an answer, unless that was done for the refusal at this number.
    fn repeat_once(&mut self, refused_at: &mut Option<u16>, number: u16) -> Result<(), LinkError> {
        match refused_at.replace(number) == Some(number) {
            true => Ok(()),
            false => self.repeat(),
        }
    }

    /// Retransmits all packets without an answer.
    fn repeat(&mut self) -> Result<(), LinkError> {
        self.disturbed = true;
        let line: Vec<u8> = self.open.iter().flat_map(Packet::encode).collect();
        self.traffic.repeated += self.open.len() as u64;
        // Ends a packet that may have lost its end.
        self.transmit(&[FLAG])?;
        self.transmit(&line)
    }

    fn transmit(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        self.traffic.sent += bytes.len() as u64;
        self.line.send(bytes).map_err(LinkError::Gone)
    }

    /// The next arrival; `None` if nothing arrives for a time, or only bytes without a delimiter.
    fn arrival(&mut self, wait: Duration) -> Result<Option<Arrival>, LinkError> {
        let mut buffer = [0; 4096];
        let end = self.traffic.received + ENDLESS;
        loop {
            while let Some(byte) = self.unread.pop_front() {
                if let Some(arrival) = self.decoder.take(byte) {
                    return Ok(Some(arrival));
                }
            }
            match self.line.receive(&mut buffer, wait).map_err(LinkError::Gone)? {
                0 => return Ok(None),
                _ if self.traffic.received > end => return Ok(None),
                count => {
                    self.traffic.received += count as u64;
                    self.unread.extend(&buffer[..count]);
                }
            }
        }
    }
}

fn run_payload(flags: u8, count: u32, address: usize) -> Vec<u8> {
    let mut payload = vec![flags];
    payload.extend(count.to_le_bytes());
    payload.extend((address as u32).to_le_bytes());
    payload
}
