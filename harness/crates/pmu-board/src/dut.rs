//! A board as the DUT of a lockstep.

use super::address::Address;
use super::generator::Stimulus;
use super::link::{Link, Timeouts, Traffic};
use super::session::{Counts, Session};
use super::status::Identity;
use super::transport::Transport;
use golden_model_core::Description;
use pmu_dut::{Digest, DigestDut, Dut, DutError, TiedInputs};
use pmu_rtl::RtlFacts;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An open board. Its DUTs share it: each begins with a reset, and cannot continue after another has reset the board.
#[derive(Clone)]
pub struct Board {
    session: Arc<Mutex<Session>>,
    name: String,
    observable: Vec<bool>,
    tied: TiedInputs,
}

impl Board {
    /// Opens the board at an address and checks that it has this identity.
    ///
    /// # Errors
    /// When it does not exist, does not answer or is another board.
    pub fn open(
        address: &Address,
        identity: &Identity,
        description: &Description,
        facts: &RtlFacts,
    ) -> Result<Self, DutError> {
        let now = std::time::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.subsec_nanos());
        let session = (now >> 4) as u16 ^ std::process::id() as u16;
        let line = address.open()?;
        Self::over(line, &address.to_string(), session, Timeouts::default(), identity, description, facts)
    }

    /// Opens the board at the other end of a line. `name` is for messages.
    ///
    /// # Errors
    /// When it does not answer or is another board.
    pub fn over(
        line: Box<dyn Transport>,
        name: &str,
        session: u16,
        patience: Timeouts,
        identity: &Identity,
        description: &Description,
        facts: &RtlFacts,
    ) -> Result<Self, DutError> {
        let link = Link::new(line, session, patience);
        let mut session = Session::new(link, name, identity, description);
        let record = session.open()?;
        let name = format!("{name}: {} board, {} bytes of frame memory", identity.pmu, record.memory);
        Ok(Self {
            session: Arc::new(Mutex::new(session)),
            name,
            observable: facts.compared.clone(),
            tied: facts.tied.clone(),
        })
    }

    /// Creates a DUT on the board.
    pub fn dut(&self) -> BoardDut {
        BoardDut { board: self.clone(), number: self.session().next_dut() }
    }

    /// Size of its frame memory in bytes.
    pub fn memory(&self) -> usize {
        self.session().memory()
    }

    /// Traffic on the line.
    pub fn traffic(&self) -> Traffic {
        self.session().traffic()
    }

    /// Statistics of the board.
    pub fn counts(&self) -> Counts {
        self.session().counts()
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

/// A DUT on a board.
pub struct BoardDut {
    board: Board,
    number: u64,
}

impl BoardDut {
    /// The board, unless another DUT has reset it since the last reset of this one.
    fn own(&self) -> Result<MutexGuard<'_, Session>, DutError> {
        let session = self.board.session();
        match session.is_of(self.number) {
            true => Ok(session),
            false => Err(session.error("two DUTs use it at once")),
        }
    }
}

impl BoardDut {
    /// Announces the stimulus from the next reset on to the board. It does not affect the checks: frames that match the
    /// stimulus need not be sent, others are.
    pub fn announce(&mut self, stimulus: Option<Stimulus>) {
        self.board.session().announce(stimulus);
    }
}

impl Dut for BoardDut {
    fn reset(&mut self) -> Result<(), DutError> {
        self.board.session().begin(self.number)
    }

    fn step(&mut self, frames: &[u64], out: &mut [u64]) -> Result<(), DutError> {
        self.own()?.observe(frames, out)
    }

    fn observable(&self) -> &[bool] {
        &self.board.observable
    }

    fn tied_inputs(&self) -> &TiedInputs {
        &self.board.tied
    }

    fn digests(&mut self) -> Option<&mut dyn DigestDut> {
        Some(self)
    }
}

impl DigestDut for BoardDut {
    fn step_digests(&mut self, frames: &[u64]) -> Result<Vec<Digest>, DutError> {
        self.own()?.digests(frames)
    }

    fn rerun(&mut self, cycles: usize) -> Result<u64, DutError> {
        self.own()?.rerun(cycles)
    }

    fn not_repeatable(&self) -> DutError {
        self.board.session().not_repeatable()
    }
}
