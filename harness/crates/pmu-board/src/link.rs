//! Commands to a board over a line that may lose, double, swap and damage bytes: each is executed once, or there is an error.

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
/// Set in the type of an answer.
const ANSWER: u8 = 0x80;
/// Types of what is no answer.
const NOT_UNDERSTOOD: u8 = 0xF0;
const NOT_THIS_SESSION: u8 = 0xF1;
const NOT_THIS_NUMBER: u8 = 0xF2;

/// Flags of a run.
const JUMP: u8 = 1;
const OBSERVE: u8 = 2;

/// Arrivals without any use after which a board counts as silent for a while.
const USELESS: u32 = 64;
/// Bytes without an end likewise.
const ENDLESS: u64 = 1 << 16;

/// How long a board may be silent.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// How long before what has no answer is sent again; longer each time.
    pub first: Duration,
    /// The longest of these.
    pub longest: Duration,
    /// How often in a row.
    pub times: u32,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { first: Duration::from_millis(500), longest: Duration::from_secs(4), times: 10 }
    }
}

/// A command that has no answer.
#[derive(Debug)]
pub enum LinkError {
    /// The line is gone.
    Gone(io::Error),
    /// Nothing that could be understood has come for too long.
    Silent,
    /// The board has lost its state; all since the last reset has to run again.
    Lost,
    /// The board says what it must not say.
    Wrong(String),
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Gone(error) => write!(formatter, "the line is gone: {error}"),
            Self::Silent => formatter.write_str("it does not answer"),
            Self::Lost => formatter.write_str("it has lost its state"),
            Self::Wrong(what) => formatter.write_str(what),
        }
    }
}

/// What has gone over the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes to the board.
    pub sent: u64,
    /// Bytes from it.
    pub received: u64,
    /// Packets sent again.
    pub repeated: u64,
    /// Things from the board that were no packets.
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
    /// What was sent and has no answer yet, the oldest first; their numbers follow each other up to the next.
    open: VecDeque<Packet>,
    /// Bytes that were received and not looked at.
    unread: VecDeque<u8>,
    /// Whether something was sent again since the last answer that was waited for.
    disturbed: bool,
    traffic: Traffic,
}

impl Link {
    /// A link over a line. Nothing is sent yet. A board in another session than `session` takes nothing until it is opened.
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

    /// What has gone over the line.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Begins a new session and hears what the board is.
    pub fn open(&mut self) -> Result<BoardRecord, LinkError> {
        self.session = self.session.wrapping_add(1);
        self.next = 0;
        self.open.clear();
        // Ends whatever somebody else has begun.
        self.transmit(&[FLAG])?;
        let answer = self.call(OPEN, Vec::new())?;
        BoardRecord::read(&answer).map_err(LinkError::Wrong)
    }

    /// Puts bytes into the frame memory. They are there when a later command has an answer.
    pub fn load(&mut self, address: usize, data: &[u8]) -> Result<(), LinkError> {
        let mut payload = (address as u32).to_le_bytes().to_vec();
        payload.extend(data);
        self.post(LOAD, payload)
    }

    /// Runs the program at `from`, or goes on with it, for `count` clocks at most.
    pub fn run(&mut self, from: Option<usize>, count: u32, observe: bool) -> Result<RunStatus, LinkError> {
        let flags = if from.is_some() { JUMP } else { 0 } | if observe { OBSERVE } else { 0 };
        self.run_status(RUN, run_payload(flags, count, from.unwrap_or(0)))
    }

    /// Runs the program at `from` for `count` clocks as a reset.
    pub fn reset(&mut self, from: usize, count: u32) -> Result<RunStatus, LinkError> {
        self.run_status(RESET, run_payload(0, count, from))
    }

    fn run_status(&mut self, kind: u8, payload: Vec<u8>) -> Result<RunStatus, LinkError> {
        let answer = self.call(kind, payload)?;
        let report = RunStatus::read(&answer);
        let report = report.ok_or_else(|| LinkError::Wrong(format!("it answers command {kind} without a report")))?;
        match report.ending {
            StopReason::NoCommand | StopReason::Length => {
                Err(LinkError::Wrong(format!("it does not take command {kind}")))
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

    /// Sends a packet and waits until it and all before it have been executed.
    fn call(&mut self, kind: u8, payload: Vec<u8>) -> Result<Vec<u8>, LinkError> {
        self.post(kind, payload)?;
        // What was sent twice is answered twice: the second answers, refusals among them, may still be on the way.
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
                // It may have been the answer, or that of a packet for which another answer makes up: time will tell.
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

    /// Deals with a packet; gives the payload of the answer to the last packet that was sent. `refused_at` is the number from
    /// which on everything was sent again because of a refusal: of the refusals of what was sent in the meantime the first
    /// counts.
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
            // Before the first answer a board speaks of the session before.
            NOT_THIS_SESSION | NOT_THIS_NUMBER if opening => {}
            NOT_THIS_SESSION => return Err(LinkError::Lost),
            NOT_UNDERSTOOD if opening => self.repeat_once(refused_at, 0)?,
            NOT_UNDERSTOOD | NOT_THIS_NUMBER if session != self.session => return Err(LinkError::Lost),
            // `sequence` is the number that the board expects. One before all that are open is an old refusal.
            NOT_UNDERSTOOD | NOT_THIS_NUMBER if position <= self.open.len() => {
                // All before it were executed; the answer of the last is still wanted.
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
            // An answer that has come before, or one of another session.
            _ => {}
        }
        Ok(None)
    }

    /// Sends all that has no answer again, if that was not done for the refusal at this number.
    fn repeat_once(&mut self, refused_at: &mut Option<u16>, number: u16) -> Result<(), LinkError> {
        match refused_at.replace(number) == Some(number) {
            true => Ok(()),
            false => self.repeat(),
        }
    }

    /// Sends all that has no answer again.
    fn repeat(&mut self) -> Result<(), LinkError> {
        self.disturbed = true;
        let line: Vec<u8> = self.open.iter().flat_map(Packet::encode).collect();
        self.traffic.repeated += self.open.len() as u64;
        // Ends what may have lost its end.
        self.transmit(&[FLAG])?;
        self.transmit(&line)
    }

    fn transmit(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        self.traffic.sent += bytes.len() as u64;
        self.line.send(bytes).map_err(LinkError::Gone)
    }

    /// The next thing that arrives; none where nothing comes for a time, or only what has no end.
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
