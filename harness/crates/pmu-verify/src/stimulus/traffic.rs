//! Events and inputs without accesses, cycle by cycle, for accesses that come from elsewhere.

use super::knobs::Tempo;
use super::{bias, lengths, Generator, Writer};
use pmu_program::{Access, Op};
use rand::Rng;

/// Shortest and longest phase with the same densities, in cycles.
const PHASE: [u64; 2] = [128, 8192];

/// Random events and inputs. Most events are those that the observed writes select.
pub struct Traffic<'g, 'p> {
    writer: Writer<'g, 'p>,
    /// Cycle in which the next phase begins.
    phase_end: u64,
}

impl<'p> Generator<'p> {
    /// The traffic of a seed. The same seed and the same observed writes give the same traffic.
    pub fn traffic(&self, seed: u64) -> Traffic<'_, 'p> {
        let mut writer = self.writer(lengths::rng(seed, 0), seed, PHASE[1]);
        writer.knobs.units = (0..self.pmu.description.units.len()).collect();
        writer.first_inputs();
        Traffic { writer, phase_end: 0 }
    }
}

impl Traffic<'_, '_> {
    /// Returns the operations of the next cycle; none of them takes time.
    pub fn cycle(&mut self) -> impl Iterator<Item = Op> + '_ {
        let writer = &mut self.writer;
        if writer.cycles == self.phase_end {
            writer.tempo = Tempo { bus: 0.0, ..Tempo::draw(&mut writer.rng) };
            self.phase_end += bias::magnitude(&mut writer.rng, PHASE[0], PHASE[1]).max(1);
        }
        writer.activity();
        writer.cycles += 1;
        writer.ops.drain(..)
    }

    /// Prefers the events that counters select after this write.
    pub fn observe(&mut self, access: &Access) {
        let description = &self.writer.generator.pmu.description;
        let Some(data) = access.write else { return };
        let broadcast = description.broadcast.as_ref().map(|broadcast| broadcast.number);
        for (position, unit) in description.units.iter().enumerate() {
            if unit.number != Some(access.unit) && (unit.number.is_none() || broadcast != Some(access.unit)) {
                continue;
            }
            for register in description.registers_of(unit.kind) {
                let paths = &description.registers[register].access;
                let path =
                    paths.iter().find(|path| path.space_number == access.space && path.in_unit(unit) == access.address);
                if let Some(path) = path {
                    let written = &mut self.writer.written[position][register];
                    *written = path.merged(*written, data);
                }
            }
        }
    }

    /// Seed of the random values that registers have at power-on.
    pub fn power_on(&mut self) -> u32 {
        self.writer.rng.gen()
    }
}
