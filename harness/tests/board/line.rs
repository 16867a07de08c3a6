//! Test code: a line with random faults from a seed.

use harness::board::{SimulatedBoard, Transport};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The board side of a line.
pub trait BoardSide: Transport {
    /// Turns the power off and on.
    fn power_cycle(&mut self);
}

impl BoardSide for SimulatedBoard {
    fn power_cycle(&mut self) {
        SimulatedBoard::power_cycle(self).expect("the model runs");
    }
}

/// Faults of a byte or of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Lost,
    Doubled,
    Swapped,
    Flipped,
    Replaced,
    Inserted,
    Burst,
    /// The line delivers nothing for a number of calls.
    Stalled,
    /// The board loses its power.
    Power,
    /// The line fails permanently.
    Unplugged,
}

/// All faults of a byte.
pub const OF_BYTES: [Fault; 7] =
    [Fault::Lost, Fault::Doubled, Fault::Swapped, Fault::Flipped, Fault::Replaced, Fault::Inserted, Fault::Burst];

/// Rates of faults per million bytes, in each direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    pub bytes: u32,
    pub stalled: u32,
    pub power: u32,
    pub unplugged: u32,
}

/// Number of faults by direction and kind.
pub type Counts = Arc<Mutex<BTreeMap<(&'static str, Fault), u64>>>;

/// A line with faults between the host and a board.
pub struct FaultyLine<T> {
    dut: T,
    rng: Xoshiro256PlusPlus,
    rates: Rates,
    counts: Counts,
    arrived: VecDeque<u8>,
    /// Number of calls that will deliver nothing.
    stalled: u32,
    is_gone: bool,
}

impl<T: BoardSide> FaultyLine<T> {
    pub fn new(dut: T, seed: u64, rates: Rates, counts: &Counts) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { dut, rng, rates, counts: Arc::clone(counts), arrived: VecDeque::new(), stalled: 0, is_gone: false }
    }

    fn count(&self, direction: &'static str, fault: Fault) {
        *self.counts.lock().expect("no panic").entry((direction, fault)).or_default() += 1;
    }

    fn happens(&mut self, rate: u32) -> bool {
        rate > 0 && self.rng.gen_range(0..1_000_000) < rate
    }

    /// Applies faults to bytes and returns the bytes that arrive.
    fn disturb(&mut self, direction: &'static str, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len());
        let mut bytes = bytes.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            let line = [
                (Fault::Stalled, self.rates.stalled),
                (Fault::Power, self.rates.power),
                (Fault::Unplugged, self.rates.unplugged),
            ];
            for (fault, rate) in line {
                if self.happens(rate) {
                    self.count(direction, fault);
                    match fault {
                        Fault::Stalled => self.stalled = self.rng.gen_range(1..4),
                        Fault::Power => self.dut.power_cycle(),
                        _ => self.is_gone = true,
                    }
                }
            }
            if !self.happens(self.rates.bytes) {
                out.push(byte);
                continue;
            }
            let fault = OF_BYTES[self.rng.gen_range(0..OF_BYTES.len())];
            self.count(direction, fault);
            match fault {
                Fault::Lost => {}
                Fault::Doubled => out.extend([byte, byte]),
                Fault::Swapped => out.extend(bytes.next().into_iter().chain([byte])),
                Fault::Flipped => out.push(byte ^ 1 << self.rng.gen_range(0..8)),
                Fault::Replaced => out.push(self.rng.gen()),
                Fault::Inserted => out.extend([byte, if self.rng.gen() { 0x7E } else { self.rng.gen() }]),
                _ => {
                    let (gone, come) = (self.rng.gen_range(0..20), self.rng.gen_range(0..20));
                    (0..gone).for_each(|_| {
                        bytes.next();
                    });
                    out.extend((0..come).map(|_| self.rng.gen::<u8>()));
                }
            }
        }
        out
    }

    fn gone() -> io::Error {
        io::Error::new(io::ErrorKind::BrokenPipe, "unplugged")
    }
}

impl<T: BoardSide> Transport for FaultyLine<T> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let bytes = self.disturb("to the board", bytes);
        match self.is_gone {
            true => Err(Self::gone()),
            false => self.dut.send(&bytes),
        }
    }

    fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        if self.is_gone {
            return Err(Self::gone());
        }
        if self.stalled > 0 {
            self.stalled -= 1;
            return Ok(0);
        }
        if self.arrived.is_empty() {
            let mut raw = [0; 4096];
            let count = self.dut.receive(&mut raw, patience)?;
            let bytes = self.disturb("from the board", &raw[..count]);
            self.arrived.extend(bytes);
            // If a burst has removed all bytes, the call returns none, like a timeout.
        }
        let count = self.arrived.len().min(buffer.len());
        buffer.iter_mut().zip(self.arrived.drain(..count)).for_each(|(to, byte)| *to = byte);
        Ok(count)
    }
}
