//! A whole board as a Verilated model: bytes on its line are all that one can do to it.

use super::transport::Transport;
use super::uart::{Receiver, Sender};
use pmu_dut::DutError;
use pmu_rtl::board::DIVISOR;
use pmu_rtl::{stopped, BuiltModel};
use std::io;
use std::time::Duration;

/// Clocks that are made in one go.
const STEP: usize = 512;
/// Clocks of a reset after power-up.
const RESET: usize = 4;
/// The line in a frame, and the reset beside it.
const RX: u64 = 0b10;
/// Clocks that count as a millisecond for who waits on the line: what a simulated board makes in about that time.
const CLOCKS_A_MILLISECOND: u128 = 2000;

/// A simulated board.
pub struct SimulatedBoard {
    model: verilated::Model,
    to: Sender,
    from: Receiver,
    frames: Vec<u64>,
    observations: Vec<u64>,
    /// Clocks since the last byte went either way.
    quiet: u64,
    /// Clocks that it has made.
    cycles: u64,
    arrived: Vec<u8>,
}

impl SimulatedBoard {
    /// Loads a model of [`pmu_rtl::board::BoardRtl`] and gives it power. Registers start with random values of `seed`.
    ///
    /// # Errors
    /// When the library cannot be loaded or is that of something else.
    pub fn new(built: &BuiltModel, seed: u32) -> Result<Self, DutError> {
        let mut model = built.open().and_then(|library| library.context(seed)?.model()).map_err(stopped)?;
        if (model.frame_words(), model.observation_words()) != (1, 1) {
            return Err(DutError("the model has no pins of a board".to_owned()));
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

    /// Takes its power away and gives it back: bytes on the line are lost, and what it knew.
    ///
    /// # Errors
    /// When the model stops.
    pub fn power_cycle(&mut self) -> Result<(), DutError> {
        (self.to, self.from) = (Sender::new(DIVISOR), Receiver::new(DIVISOR));
        self.arrived.clear();
        self.model.reset(RESET).map_err(stopped)
    }

    /// Puts bytes on the way to it.
    pub fn push(&mut self, bytes: &[u8]) {
        self.to.push(bytes);
    }

    /// Bytes that wait on the way to it.
    pub fn waiting(&self) -> usize {
        self.to.waiting()
    }

    /// Clocks since the last byte went either way.
    pub fn quiet(&self) -> u64 {
        self.quiet
    }

    /// Clocks that it has made, those of resets after power-up excepted.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Some clocks; what it sends is added to `arrived`.
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

/// The line of a simulated board in the same process. Its time is the board's.
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
            // What is still on the way to the board takes no time.
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
