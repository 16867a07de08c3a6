//! A board as the device of a lockstep.

use super::encode::{observations, Encoder};
use super::generator::Stimulus;
use super::interpreter::Interpreter;
use super::link::{Link, LinkError, Patience, Traffic};
use super::report::{Ending, Identity, Record, Report};
use super::signature::Signature;
use super::transport::Transport;
use super::Address;
use crate::build::RtlFacts;
use crate::dut::{Dut, DutError, HeldInputs};
use golden_model::{Description, Layout};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Clocks of the reset before a program, as of a model.
const RESET_CLOCKS: usize = 2;
/// Clocks that are observed in one go at the most where the first difference is looked for.
const OBSERVED: usize = 256;
/// Clocks that a board makes by itself in one go at the most: it does not answer meanwhile.
const OWN: usize = 4096;
/// How often a board may lose its state between two resets.
const LOSSES: u32 = 8;

/// A board that is open. Its devices share it: each begins with a reset, and one that another has reset since cannot go on.
#[derive(Clone)]
pub struct Board {
    session: Arc<Mutex<Session>>,
    name: String,
    shows: Vec<bool>,
    held: HeldInputs,
}

impl Board {
    /// Opens the board at an address, which must be the one with this identity.
    ///
    /// # Errors
    /// When it is not there, does not answer or is another one.
    pub fn open(
        address: &Address,
        identity: &Identity,
        description: &Description,
        facts: &RtlFacts,
    ) -> Result<Self, DutError> {
        let now = std::time::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.subsec_nanos());
        let session = (now >> 4) as u16 ^ std::process::id() as u16;
        let line = address.open()?;
        Self::over(line, &address.to_string(), session, Patience::default(), identity, description, facts)
    }

    /// Opens the board at the other end of a line. `name` is for messages.
    ///
    /// # Errors
    /// When it does not answer or is another one.
    pub fn over(
        line: Box<dyn Transport>,
        name: &str,
        session: u16,
        patience: Patience,
        identity: &Identity,
        description: &Description,
        facts: &RtlFacts,
    ) -> Result<Self, DutError> {
        let (frame, observation) = (description.frame_layout(), description.observation_layout());
        let mut session = Session {
            link: Link::new(line, session, patience),
            name: name.to_owned(),
            identity: identity.clone(),
            memory: 0,
            packet: 0,
            encoder: Encoder::new(frame.words()),
            reset_frame: description.reset_frame(),
            frame_words: frame.words(),
            words: observation.words(),
            mask: mask(&observation, &facts.compared),
            owner: 0,
            devices: 0,
            log: Vec::new(),
            signature: Signature::default(),
            losses: 0,
            is_blind: true,
            announced: None,
            counts: Counts::default(),
        };
        let record = session.open()?;
        let name = format!("{name}: {} board, {} bytes of frame memory", identity.pmu, record.memory);
        Ok(Self {
            session: Arc::new(Mutex::new(session)),
            name,
            shows: facts.compared.clone(),
            held: facts.held.clone(),
        })
    }

    /// A device.
    pub fn dut(&self) -> BoardDut {
        let mut session = self.session();
        session.devices += 1;
        BoardDut { board: self.clone(), number: session.devices }
    }

    /// Bytes of its frame memory.
    pub fn memory(&self) -> usize {
        self.session().memory()
    }

    /// What has gone over the line.
    pub fn traffic(&self) -> Traffic {
        self.session().link.traffic()
    }

    /// What the board has done.
    pub fn counts(&self) -> Counts {
        self.session().counts
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)
    }
}

/// What a board has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Clocks, those that were repeated included.
    pub clocks: u64,
    /// Clocks whose observations were sent.
    pub observed: u64,
    /// Times that a program was run again up to some clock.
    pub again: u64,
    /// Times that it had lost its state.
    pub losses: u64,
}

/// A device that is a board.
pub struct BoardDut {
    board: Board,
    number: u64,
}

impl BoardDut {
    /// The board, if no other device has reset it since this one has.
    fn own(&self) -> Result<MutexGuard<'_, Session>, DutError> {
        let session = self.board.session();
        match session.owner == self.number {
            true => Ok(session),
            false => Err(session.error("two devices use it at once")),
        }
    }
}

impl BoardDut {
    /// Tells the board which stimulus comes, from the next reset on. It has no influence on what is judged: frames that are
    /// those of the stimulus need not be sent, others are.
    pub fn announce(&mut self, stimulus: Option<Stimulus>) {
        self.board.session().announced = stimulus.map(|stimulus| Announced { stimulus, own: None, made: Vec::new() });
    }
}

impl Dut for BoardDut {
    fn reset(&mut self) -> Result<(), DutError> {
        let mut session = self.board.session();
        session.owner = self.number;
        session.begin()
    }

    fn step(&mut self, frames: &[u64], out: &mut [u64]) -> Result<(), DutError> {
        self.own()?.observe(frames, out)
    }

    fn step_checked(&mut self, frames: &[u64], expected: &[u64], out: &mut [u64]) -> Result<(), DutError> {
        self.own()?.check(frames, expected, out)
    }

    fn shows(&self) -> &[bool] {
        &self.board.shows
    }

    fn held(&self) -> &HeldInputs {
        &self.board.held
    }
}

/// Ones where an observation has bits that the board shows.
fn mask(layout: &Layout, shows: &[bool]) -> Vec<u64> {
    let mut mask = vec![0; layout.words()];
    for (slot, _) in layout.slots().iter().zip(shows).filter(|(_, &shown)| shown) {
        if slot.width <= 64 {
            slot.set(&mut mask, u64::MAX);
            continue;
        }
        for part in 0..slot.word_count() {
            let width = (slot.width - part as u32 * 64).min(64);
            mask[slot.word + part] = u64::MAX >> (64 - width);
        }
    }
    mask
}

/// A board with a program under way.
struct Session {
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
    mask: Vec<u64>,
    /// The device that has reset it, of so many.
    owner: u64,
    devices: u64,
    /// The frames since the reset, and the signature over the observations of all of them.
    log: Vec<u64>,
    signature: Signature,
    losses: u32,
    /// Whether the board shows something else than what is expected since the reset, so that its observations are asked for.
    is_blind: bool,
    announced: Option<Announced>,
    counts: Counts,
}

impl Session {
    fn error(&self, what: impl fmt::Display) -> DutError {
        DutError(format!("{}: {what}", self.name))
    }

    /// Bytes of the board's frame memory.
    fn memory(&self) -> usize {
        self.memory
    }

    /// Opens the board and looks whether it is the right one.
    fn open(&mut self) -> Result<Record, DutError> {
        let record = self.link.open().map_err(|error| self.error(error))?;
        if let Some(refusal) = self.identity.refusal(&record.identity) {
            return Err(self.error(refusal));
        }
        (self.memory, self.packet) = (record.memory, record.packet);
        Ok(record)
    }

    /// The state before a program.
    fn begin(&mut self) -> Result<(), DutError> {
        self.log.clear();
        self.signature = Signature::default();
        self.losses = 0;
        self.is_blind = false;
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
        let program = Encoder::reset(&self.reset_frame, RESET_CLOCKS);
        self.load(&program)?;
        let report = self.link.reset(0, RESET_CLOCKS as u32)?;
        self.encoder.clear();
        expect_clocks(&report, RESET_CLOCKS, 0)?;
        let Some(mut announced) = self.announced.take() else { return Ok(()) };
        announced.own = Some((announced.stimulus.interpreter(), false));
        let loaded = self.load(&announced.stimulus.program);
        self.announced = Some(announced);
        loaded
    }

    /// Runs frames that the board makes by itself, if it does make these next. From a clock on in which it does not, it is not
    /// asked again until the next reset.
    fn run_own(&mut self, frames: &[u64]) -> Result<Option<Report>, LinkError> {
        let Some(announced) = &mut self.announced else { return Ok(None) };
        let Some((mut own, began)) = announced.own.take() else { return Ok(None) };
        let clocks = frames.len() / self.frame_words;
        announced.made.clear();
        if super::generator::more(&mut own, clocks, &mut announced.made).is_err() || announced.made != frames {
            return Ok(None);
        }
        announced.own = Some((own, true));
        let from = if began { None } else { Some(0) };
        let report = self.link.run(from, clocks as u32, false)?;
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

    /// Runs frames without observing them; `before` clocks have been since the reset. The reports tell the signature behind
    /// each part.
    fn run(
        &mut self,
        frames: &[u64],
        before: usize,
        mut each: impl FnMut(usize, u64) -> bool,
    ) -> Result<(), LinkError> {
        let total = frames.len() / self.frame_words;
        let mut done = 0;
        while done < total {
            let rest = &frames[done * self.frame_words..];
            let own = rest.len().min(OWN * self.frame_words);
            let (clocks, report) = match self.run_own(&rest[..own])? {
                Some(report) => (own / self.frame_words, report),
                None => {
                    let piece = self.encoder.encode(rest, self.memory);
                    self.load(&piece.program)?;
                    (piece.clocks, self.link.run(Some(0), piece.clocks as u32, false)?)
                }
            };
            done += clocks;
            self.counts.clocks += clocks as u64;
            expect_clocks(&report, clocks, before + done)?;
            if !each(done, report.signature) {
                break;
            }
        }
        Ok(())
    }

    /// Runs frames and observes them. Returns the observations, whose signature goes on from `signature`.
    fn run_observed(
        &mut self,
        frames: &[u64],
        before: usize,
        signature: &mut Signature,
    ) -> Result<Vec<u64>, LinkError> {
        if let Some(announced) = &mut self.announced {
            announced.own = None;
        }
        let total = frames.len() / self.frame_words;
        let mut all = Vec::with_capacity(total * self.words);
        let mut done = 0;
        while done < total {
            let piece = self.encoder.encode(&frames[done * self.frame_words..], self.memory);
            self.load(&piece.program)?;
            let mut left = piece.clocks;
            let mut from = Some(0);
            while left > 0 {
                let report = self.link.run(from.take(), left as u32, true)?;
                let executed = report.executed as usize;
                if executed > left || executed == 0 || !matches!(report.ending, Ending::Done | Ending::Full) {
                    let ending = report.ending;
                    return Err(LinkError::Wrong(format!("it makes {executed} clocks of {left} ({ending:?})")));
                }
                left -= executed;
                done += executed;
                self.counts.clocks += executed as u64;
                self.counts.observed += executed as u64;
                let seen = observations(&report.rest, self.words, executed).map_err(LinkError::Wrong)?;
                signature.add(&seen);
                if (report.clocks, report.signature) != ((before + done) as u64, signature.value()) {
                    let what = "what it sends of its observations has another signature than they had on it";
                    return Err(LinkError::Wrong(what.to_owned()));
                }
                all.extend(seen);
            }
        }
        Ok(all)
    }

    /// Clocks since the reset.
    fn clocks(&self) -> usize {
        self.log.len() / self.frame_words
    }

    /// Resets the board and runs the first `clocks` clocks since the last reset again.
    fn rerun(&mut self, clocks: usize) -> Result<u64, LinkError> {
        self.counts.again += 1;
        self.reset_board()?;
        let log = std::mem::take(&mut self.log);
        let mut last = Signature::default().value();
        let done = self.run(&log[..clocks * self.frame_words], 0, |_, signature| {
            last = signature;
            true
        });
        self.log = log;
        done.map(|()| last)
    }

    /// Brings a board that has lost its state back to where it was.
    fn recover(&mut self) -> Result<(), DutError> {
        loop {
            self.open_again()?;
            match self.rerun(self.clocks()) {
                Ok(signature) if signature == self.signature.value() => return Ok(()),
                Ok(_) => return Err(self.not_repeatable()),
                Err(LinkError::Lost) => {}
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    fn not_repeatable(&self) -> DutError {
        self.error(format!(
            "the same {} clocks have shown something else the second time, so nothing can be said about the PMU; \
             is the board's timing met, and is nothing undefined after its reset?",
            self.clocks()
        ))
    }

    /// The clocks of some frames, with their observations.
    fn observe(&mut self, frames: &[u64], out: &mut [u64]) -> Result<(), DutError> {
        loop {
            let mut signature = self.signature.clone();
            match self.run_observed(frames, self.clocks(), &mut signature) {
                Ok(seen) => {
                    out.copy_from_slice(&seen);
                    self.signature = signature;
                    self.log.extend(frames);
                    return Ok(());
                }
                Err(LinkError::Lost) => self.recover()?,
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    /// The clocks of some frames, of which only the signature is asked for as long as it is that over what is expected.
    fn check(&mut self, frames: &[u64], expected: &[u64], out: &mut [u64]) -> Result<(), DutError> {
        if self.is_blind {
            return self.observe(frames, out);
        }
        let mut masked = expected.to_vec();
        for observation in masked.chunks_exact_mut(self.words) {
            observation.iter_mut().zip(&self.mask).for_each(|(word, mask)| *word &= mask);
        }
        loop {
            match self.compare(frames, &masked) {
                Ok(None) => {
                    // Equal signatures over as many clocks: this is what the board has shown.
                    out.copy_from_slice(&masked);
                    self.log.extend(frames);
                    return Ok(());
                }
                Ok(Some(difference)) => {
                    let found = self.differing(frames, &masked, &difference);
                    match found {
                        Ok(seen) => {
                            out.copy_from_slice(&seen);
                            self.log.extend(frames);
                            self.is_blind = true;
                            return Ok(());
                        }
                        Err(Trouble::Link(LinkError::Lost)) => self.recover()?,
                        Err(Trouble::Link(error)) => return Err(self.error(error)),
                        Err(Trouble::NotRepeatable) => return Err(self.not_repeatable()),
                    }
                }
                Err(LinkError::Lost) => self.recover()?,
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    /// Runs frames; tells the first part whose signature is not that over what is expected. The signature goes on where there
    /// is none.
    fn compare(&mut self, frames: &[u64], expected: &[u64]) -> Result<Option<Difference>, LinkError> {
        let words = self.words;
        let mut signature = self.signature.clone();
        let (mut at, mut difference) = (0, None);
        self.run(frames, self.clocks(), |done, shown| {
            signature.add(&expected[at * words..done * words]);
            match signature.value() == shown {
                true => at = done,
                false => difference = Some(Difference { first: at, end: done, shown }),
            }
            difference.is_none()
        })?;
        if difference.is_none() {
            self.signature = signature;
        }
        Ok(difference)
    }

    /// The observations of frames some of which show something else than what is expected: those that do not, by their
    /// signature, and the others as the board shows them once more.
    fn differing(&mut self, frames: &[u64], expected: &[u64], difference: &Difference) -> Result<Vec<u64>, Trouble> {
        let before = self.clocks();
        let (width, words) = (self.frame_words, self.words);
        // The frames count as run for the time being, so that they can be run again.
        self.log.extend(frames);
        let found = self.search(before, expected, difference);
        self.log.truncate(before * width);
        let (first, mut signature) = found?;
        let mut all = expected[..first * words].to_vec();
        let middle = difference.end.max(first);
        all.extend(self.run_observed(&frames[first * width..middle * width], before + first, &mut signature)?);
        // What was different the first time must be so again.
        if signature.value() != difference.shown {
            return Err(Trouble::NotRepeatable);
        }
        all.extend(self.run_observed(&frames[middle * width..], before + middle, &mut signature)?);
        self.signature = signature;
        Ok(all)
    }

    /// Halves a part with a difference until it can be observed, and leaves the board before what is left of it. Returns how
    /// many frames lie before that, and the signature there.
    fn search(
        &mut self,
        before: usize,
        expected: &[u64],
        difference: &Difference,
    ) -> Result<(usize, Signature), Trouble> {
        let (mut low, mut high) = (difference.first, difference.end);
        let over = |session: &Self, clocks: usize| {
            let mut signature = session.signature.clone();
            signature.add(&expected[..clocks * session.words]);
            signature
        };
        while high - low > OBSERVED {
            let middle = low + (high - low) / 2;
            match self.rerun(before + middle)? == over(self, middle).value() {
                true => low = middle,
                false => high = middle,
            }
        }
        let signature = over(self, low);
        match self.rerun(before + low)? == signature.value() {
            true => Ok((low, signature)),
            false => Err(Trouble::NotRepeatable),
        }
    }
}

/// Stimulus that the board makes by itself.
struct Announced {
    stimulus: Stimulus,
    /// The same as the board has it, and whether it has begun; none where other frames have come since the reset.
    own: Option<(Interpreter, bool)>,
    made: Vec<u64>,
}

/// A part of some frames, by their numbers, and the signature that the board had behind it.
struct Difference {
    first: usize,
    end: usize,
    shown: u64,
}

/// Why a difference could not be shown.
enum Trouble {
    Link(LinkError),
    NotRepeatable,
}

impl From<LinkError> for Trouble {
    fn from(error: LinkError) -> Self {
        Self::Link(error)
    }
}

/// Holds a report against the clocks that were asked for, and against all since the reset.
fn expect_clocks(report: &Report, clocks: usize, total: usize) -> Result<(), LinkError> {
    let Report { ending, executed, .. } = report;
    match (ending, *executed as usize == clocks, report.clocks == total as u64) {
        (Ending::Done, true, true) => Ok(()),
        (_, _, false) if *ending == Ending::Done => {
            Err(LinkError::Wrong(format!("it has made {} clocks since the reset instead of {total}", report.clocks)))
        }
        _ => Err(LinkError::Wrong(format!("it makes {executed} clocks of {clocks} ({ending:?})"))),
    }
}
