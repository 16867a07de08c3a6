//! A board with a program under way.

mod check;

use super::encode::{observations, Encoder};
use super::generator::{more, Stimulus};
use super::interpreter::Interpreter;
use super::link::{Link, LinkError, Traffic};
use super::status::{BoardRecord, Identity, RunStatus, StopReason};
use golden_model::Description;
use pmu_dut::{CrcSignature, Digest, DutError};
use std::fmt;

/// Clocks of the reset before a program, as of a model.
const RESET_CYCLES: usize = 2;
/// Clocks that a board makes by itself in one go at the most: it does not answer meanwhile.
const OWN: usize = 4096;
/// How often a board may lose its state between two resets.
const LOSSES: u32 = 8;

/// What a board has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Clocks, those that were repeated included.
    pub cycles: u64,
    /// Clocks whose observations were sent.
    pub observed: u64,
    /// Times that a program was run again up to some clock.
    pub again: u64,
    /// Times that it had lost its state.
    pub losses: u64,
}

/// A board with a program under way.
pub(super) struct Session {
    link: Link,
    name: String,
    identity: Identity,
    /// Bytes of the frame memory and of a packet.
    memory: usize,
    packet: usize,
    encoder: Encoder,
    reset_frame: Vec<u64>,
    frame_words: usize,
    words: usize,
    /// The device that has reset it, of so many.
    owner: u64,
    dut_factory: u64,
    /// The frames since the reset, and the signature over the observations of all of them.
    log: Vec<u64>,
    signature: u64,
    losses: u32,
    announced: Option<PendingStimulus>,
    counts: Counts,
}

impl Session {
    /// A board at the other end of a link, which is yet to be opened. `name` is for messages.
    pub fn new(link: Link, name: &str, identity: &Identity, description: &Description) -> Self {
        let (frame, observation) = (description.frame_layout(), description.observation_layout());
        Self {
            link,
            name: name.to_owned(),
            identity: identity.clone(),
            memory: 0,
            packet: 0,
            encoder: Encoder::new(frame.words()),
            reset_frame: description.reset_frame(),
            frame_words: frame.words(),
            words: observation.words(),
            owner: 0,
            dut_factory: 0,
            log: Vec::new(),
            signature: 0,
            losses: 0,
            announced: None,
            counts: Counts::default(),
        }
    }

    /// The number of one device more.
    pub fn next_dut(&mut self) -> u64 {
        self.dut_factory += 1;
        self.dut_factory
    }

    /// Whether this device has reset it last.
    pub fn is_of(&self, dut: u64) -> bool {
        self.owner == dut
    }

    /// The stimulus that comes, from the next reset on.
    pub fn announce(&mut self, stimulus: Option<Stimulus>) {
        self.announced = stimulus.map(|stimulus| PendingStimulus { stimulus, own: None, made: Vec::new() });
    }

    /// What has gone over the line.
    pub fn traffic(&self) -> Traffic {
        self.link.traffic()
    }

    /// What the board has done.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    pub fn error(&self, what: impl fmt::Display) -> DutError {
        DutError(format!("{}: {what}", self.name))
    }

    /// Bytes of the board's frame memory.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Opens the board and looks whether it is the right one.
    pub fn open(&mut self) -> Result<BoardRecord, DutError> {
        let record = self.link.open().map_err(|error| self.error(error))?;
        if let Some(refusal) = self.identity.refusal(&record.identity) {
            return Err(self.error(refusal));
        }
        (self.memory, self.packet) = (record.memory, record.packet);
        Ok(record)
    }

    /// The state before a program of a device.
    pub fn begin(&mut self, dut: u64) -> Result<(), DutError> {
        self.owner = dut;
        self.log.clear();
        self.signature = 0;
        self.losses = 0;
        loop {
            match self.reset_board() {
                Ok(()) => return Ok(()),
                Err(LinkError::Lost) => self.open_again()?,
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    /// Opens a board that has lost its state.
    fn open_again(&mut self) -> Result<(), DutError> {
        self.losses += 1;
        self.counts.losses += 1;
        if self.losses > LOSSES {
            return Err(self.error("it has lost its state again and again; is its power stable?"));
        }
        self.open().map(drop)
    }

    fn reset_board(&mut self) -> Result<(), LinkError> {
        let program = Encoder::reset(&self.reset_frame, RESET_CYCLES);
        self.load(&program)?;
        let report = self.link.reset(0, RESET_CYCLES as u32)?;
        self.encoder.clear();
        expect_cycles(&report, RESET_CYCLES, 0)?;
        let Some(mut announced) = self.announced.take() else { return Ok(()) };
        announced.own = Some((announced.stimulus.interpreter(), false));
        let loaded = self.load(&announced.stimulus.program);
        self.announced = Some(announced);
        loaded
    }

    /// Runs frames that the board makes by itself, if it does make these next. From a clock on in which it does not, it is not
    /// asked again until the next reset.
    fn run_own(&mut self, frames: &[u64]) -> Result<Option<RunStatus>, LinkError> {
        let Some(announced) = &mut self.announced else { return Ok(None) };
        let Some((mut own, began)) = announced.own.take() else { return Ok(None) };
        let cycles = frames.len() / self.frame_words;
        announced.made.clear();
        if more(&mut own, cycles, &mut announced.made).is_err() || announced.made != frames {
            return Ok(None);
        }
        announced.own = Some((own, true));
        let from = if began { None } else { Some(0) };
        let report = self.link.run(from, cycles as u32, false)?;
        self.encoder.hold(&frames[frames.len() - self.frame_words..]);
        Ok(Some(report))
    }

    fn load(&mut self, program: &[u8]) -> Result<(), LinkError> {
        if program.len() > self.memory {
            let (needs, has) = (program.len(), self.memory);
            let what = format!("its frame memory has {has} bytes where a frame needs {needs}; build it with more");
            return Err(LinkError::Wrong(what));
        }
        // A packet carries the address too.
        let size = self.packet - 4;
        program.chunks(size).enumerate().try_for_each(|(part, data)| self.link.load(part * size, data))
    }

    /// Runs frames without observing them, `before` cycles after the reset. Returns the signature after each part.
    fn run(&mut self, frames: &[u64], before: usize) -> Result<Vec<Digest>, LinkError> {
        let total = frames.len() / self.frame_words;
        let mut done = 0;
        let mut digests = Vec::new();
        while done < total {
            let rest = &frames[done * self.frame_words..];
            let own = rest.len().min(OWN * self.frame_words);
            let (cycles, report) = match self.run_own(&rest[..own])? {
                Some(report) => (own / self.frame_words, report),
                None => {
                    let piece = self.encoder.encode(rest, self.memory);
                    self.load(&piece.program)?;
                    (piece.cycles, self.link.run(Some(0), piece.cycles as u32, false)?)
                }
            };
            done += cycles;
            self.counts.cycles += cycles as u64;
            expect_cycles(&report, cycles, before + done)?;
            digests.push(Digest { frames: done, signature: report.signature });
        }
        Ok(digests)
    }

    /// Runs frames and observes them, `before` cycles after the reset. Returns the observations and the signature after them.
    fn run_observed(&mut self, frames: &[u64], before: usize) -> Result<(Vec<u64>, u64), LinkError> {
        let mut signature = CrcSignature::resume(self.signature);
        if let Some(announced) = &mut self.announced {
            announced.own = None;
        }
        let total = frames.len() / self.frame_words;
        let mut all = Vec::with_capacity(total * self.words);
        let mut done = 0;
        while done < total {
            let piece = self.encoder.encode(&frames[done * self.frame_words..], self.memory);
            self.load(&piece.program)?;
            let mut left = piece.cycles;
            let mut from = Some(0);
            while left > 0 {
                let report = self.link.run(from.take(), left as u32, true)?;
                let executed = report.executed as usize;
                if executed > left || executed == 0 || !matches!(report.ending, StopReason::Done | StopReason::Full) {
                    let ending = report.ending;
                    return Err(LinkError::Wrong(format!("it makes {executed} clocks of {left} ({ending:?})")));
                }
                left -= executed;
                done += executed;
                self.counts.cycles += executed as u64;
                self.counts.observed += executed as u64;
                let seen = observations(&report.rest, self.words, executed).map_err(LinkError::Wrong)?;
                signature.add(&seen);
                if (report.cycles, report.signature) != ((before + done) as u64, signature.value()) {
                    let what = "what it sends of its observations has another signature than they had on it";
                    return Err(LinkError::Wrong(what.to_owned()));
                }
                all.extend(seen);
            }
        }
        Ok((all, signature.value()))
    }
}

/// Stimulus that the board makes by itself.
struct PendingStimulus {
    stimulus: Stimulus,
    /// The same as the board has it, and whether it has begun; none where other frames have come since the reset.
    own: Option<(Interpreter, bool)>,
    made: Vec<u64>,
}

/// Holds a report against the clocks that were asked for, and against all since the reset.
fn expect_cycles(report: &RunStatus, cycles: usize, total: usize) -> Result<(), LinkError> {
    let RunStatus { ending, executed, .. } = report;
    match (ending, *executed as usize == cycles, report.cycles == total as u64) {
        (StopReason::Done, true, true) => Ok(()),
        (_, _, false) if *ending == StopReason::Done => {
            Err(LinkError::Wrong(format!("it has made {} clocks since the reset instead of {total}", report.cycles)))
        }
        _ => Err(LinkError::Wrong(format!("it makes {executed} clocks of {cycles} ({ending:?})"))),
    }
}
