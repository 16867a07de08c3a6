//! Test code: a line with faults, drawn from a seed.

use harness::board::{SimulatedBoard, Transport};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What is at the other end.
pub trait Device: Transport {
    /// Its power goes and comes back.
    fn power_cycle(&mut self);
}

impl Device for SimulatedBoard {
    fn power_cycle(&mut self) {
        SimulatedBoard::power_cycle(self).expect("the model goes on");
    }
}

/// What can happen to a byte, or to the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Lost,
    Doubled,
    Swapped,
    Flipped,
    Replaced,
    Inserted,
    Burst,
    /// Nothing is taken from the line for a while.
    Stalled,
    /// The board loses its power.
    Power,
    /// The line is gone for good.
    Unplugged,
}

/// All that can happen to a byte.
pub const OF_BYTES: [Fault; 7] =
    [Fault::Lost, Fault::Doubled, Fault::Swapped, Fault::Flipped, Fault::Replaced, Fault::Inserted, Fault::Burst];

/// How often what happens, in a million bytes either way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    pub bytes: u32,
    pub stalled: u32,
    pub power: u32,
    pub unplugged: u32,
}

/// How often what has happened, by direction.
pub type Counts = Arc<Mutex<BTreeMap<(&'static str, Fault), u64>>>;

/// A line with faults to a device.
pub struct FaultyLine<T> {
    dut: T,
    rng: Xoshiro256PlusPlus,
    rates: Rates,
    counts: Counts,
    arrived: VecDeque<u8>,
    /// Calls for which nothing is given.
    stalled: u32,
    is_gone: bool,
}

impl<T: Device> FaultyLine<T> {
    pub fn new(dut: T, seed: u64, rates: Rates, counts: &Counts) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { dut, rng, rates, counts: Arc::clone(counts), arrived: VecDeque::new(), stalled: 0, is_gone: false }
    }

    fn count(&self, way: &'static str, fault: Fault) {
        *self.counts.lock().expect("no panic").entry((way, fault)).or_default() += 1;
    }

    fn happens(&mut self, rate: u32) -> bool {
        rate > 0 && self.rng.gen_range(0..1_000_000) < rate
    }

    /// The bytes as they come out at the other end.
    fn disturb(&mut self, way: &'static str, bytes: &[u8]) -> Vec<u8> {
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
                    self.count(way, fault);
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
            self.count(way, fault);
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

impl<T: Device> Transport for FaultyLine<T> {
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
            // A burst may have taken all: that is a wait as well.
        }
        let count = self.arrived.len().min(buffer.len());
        buffer.iter_mut().zip(self.arrived.drain(..count)).for_each(|(to, byte)| *to = byte);
        Ok(count)
    }
}
