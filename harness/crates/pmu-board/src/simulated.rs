//! A complete board as a Verilated model, which is accessible only through its line.

use super::transport::Transport;
use super::uart::{Receiver, Sender};
use pmu_dut::DutError;
use pmu_rtl::board::DIVISOR;
use pmu_rtl::{stopped, BuiltModel};
use std::io;
use std::time::Duration;

/// Cycles that are simulated at once.
const STEP: usize = 512;
/// Cycles of a reset after power-up.
const RESET: usize = 4;
/// Bits of the line and of the reset in a frame.
const RX: u64 = 0b10;
/// Cycles that count as a millisecond for timeouts on the line: about as many as a simulated board executes in that
/// time.
const CLOCKS_A_MILLISECOND: u128 = 2000;

/// A simulated board.
pub struct SimulatedBoard {
    model: verilated::Model,
    to: Sender,
    from: Receiver,
    frames: Vec<u64>,
    observations: Vec<u64>,
    /// Cycles since the last byte in either direction.
    quiet: u64,
    /// Cycles that it has executed.
    cycles: u64,
    arrived: Vec<u8>,
}

impl SimulatedBoard {
    /// Loads a model of [`pmu_rtl::board::BoardRtl`] and powers it up. Registers start with random values of `seed`.
    ///
    /// # Errors
    /// When the library cannot be loaded or is not that of a board.
    pub fn new(built: &BuiltModel, seed: u32) -> Result<Self, DutError> {
        let mut model = built.open().and_then(|library| library.context(seed)?.model()).map_err(stopped)?;
        if (model.frame_words(), model.observation_words()) != (1, 1) {
            return Err(DutError::unusable("the model lacks the pins of a board"));
        }
        model.reset(RESET).map_err(stopped)?;
        Ok(Self {
            model,
            to: Sender::new(DIVISOR),
            from: Receiver::new(DIVISOR),
            frames: vec![0; STEP],
            observations: vec![0; STEP],
            quiet: 0,
            cycles: 0,
            arrived: Vec::new(),
        })
    }

    /// Switches its power off and on: bytes on the line and all state are lost.
    ///
    /// # Errors
    /// When the model stops.
    pub fn power_cycle(&mut self) -> Result<(), DutError> {
        (self.to, self.from) = (Sender::new(DIVISOR), Receiver::new(DIVISOR));
        self.arrived.clear();
        self.model.reset(RESET).map_err(stopped)
    }

    /// Sends bytes to it.
    pub fn push(&mut self, bytes: &[u8]) {
        self.to.push(bytes);
    }

    /// Number of bytes that wait to be sent to it.
    pub fn waiting(&self) -> usize {
        self.to.waiting()
    }

    /// Cycles since the last byte in either direction.
    pub fn quiet(&self) -> u64 {
        self.quiet
    }

    /// Cycles that it has executed, without those of resets after power-up.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Runs some cycles; appends the bytes that it sends to `arrived`.
    ///
    /// # Errors
    /// When the model stops.
    pub fn step(&mut self, arrived: &mut Vec<u8>) -> Result<(), DutError> {
        let before = arrived.len();
        let was_idle = self.to.is_idle();
        for frame in &mut self.frames {
            *frame = if self.to.level() { RX } else { 0 };
        }
        self.model.step(&self.frames, &mut self.observations).map_err(stopped)?;
        self.cycles += STEP as u64;
        arrived.extend(self.observations.iter().filter_map(|level| self.from.take(level & 1 == 1)));
        match was_idle && self.from.is_idle() && arrived.len() == before {
            true => self.quiet += STEP as u64,
            false => self.quiet = 0,
        }
        Ok(())
    }
}

/// The line of a simulated board in the same process. Its time is that of the board.
impl Transport for SimulatedBoard {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.push(bytes);
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        let mut arrived = std::mem::take(&mut self.arrived);
        let mut left = patience.as_micros() * CLOCKS_A_MILLISECOND / 1000;
        while arrived.is_empty() && left > 0 {
            self.step(&mut arrived).map_err(io::Error::other)?;
            // Bytes in transit to the board take no time.
            if self.to.is_idle() {
                left = left.saturating_sub(STEP as u128);
            }
        }
        let count = arrived.len().min(buffer.len());
        buffer[..count].copy_from_slice(&arrived[..count]);
        arrived.drain(..count);
        self.arrived = arrived;
        Ok(count)
    }
}
