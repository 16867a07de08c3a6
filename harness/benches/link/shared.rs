//! A simulated board whose cycles can be counted while a link uses it.

use harness::board::{SimulatedBoard, Transport};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The board; its clones share it.
#[derive(Clone)]
pub struct Shared(Arc<Mutex<SimulatedBoard>>);

impl Shared {
    pub fn new(board: SimulatedBoard) -> Self {
        Self(Arc::new(Mutex::new(board)))
    }

    /// Cycles that it has executed.
    pub fn cycles(&self) -> u64 {
        self.with(|board| board.cycles())
    }

    fn with<T>(&self, use_it: impl FnOnce(&mut SimulatedBoard) -> T) -> T {
        use_it(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

impl Transport for Shared {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.with(|board| board.send(bytes))
    }

    fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        self.with(|board| board.receive(buffer, patience))
    }
}
