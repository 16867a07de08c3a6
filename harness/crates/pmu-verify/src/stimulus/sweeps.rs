//! Accesses to many addresses, units or spaces in a row.

use super::{bias, Writer};
use pmu_program::{Access, OpKind};
use rand::seq::SliceRandom;
use rand::Rng;

/// Longest row of addresses.
const WINDOW: u32 = 256;

/// Number of units in a sweep of units and spaces or windows.
const UNITS: u32 = 32;

/// Probabilities of a write; each sweep has one of them.
const WRITES: [f64; 3] = [0.1, 0.3, 0.9];

impl Writer<'_, '_> {
    /// Accesses that differ from an access of a register in one respect: all units, a window of addresses, each bit and each pair of
    /// bits of the address; or in two: units and spaces, units and windows.
    pub(super) fn sweep(&mut self) {
        self.complete_announcement();
        let generator = self.generator;
        let description = &generator.pmu.description;
        let unit = self.unit();
        let registers: Vec<usize> = description.registers_of(description.units[unit].kind).collect();
        let Some(&register) = registers.choose(&mut self.rng) else { return self.cycle() };
        let paths = &description.registers[register].access;
        let path = self.rng.gen_range(0..paths.len());
        let OpKind::Access(base) = self.request(&paths[path], unit, None) else { return };
        let first = self.rng.gen_range(0..256 / UNITS) * UNITS;
        let units = first..first + UNITS;
        let sweep: Vec<Access> = match self.rng.gen_range(0..6) {
            0 => (0..256).map(|unit| Access { unit, ..base.clone() }).collect(),
            1 => {
                let spaces = |unit: u32| (0..16).map(move |space| (unit, space));
                let access = |(unit, space)| Access { unit, space, ..base.clone() };
                [base.unit, base.unit ^ 1].into_iter().chain(units).flat_map(spaces).map(access).collect()
            }
            2..=3 => {
                let bits = [bias::PAGE - 4, bias::PAGE, bias::PAGE, bias::PAGE + 4][self.rng.gen_range(0..4)];
                let windows = |unit| (0..bias::WINDOWS).map(move |window| (unit, window));
                let access = |(unit, window)| {
                    let address = bias::window(base.address, bits, window);
                    Access { unit, address, ..base.clone() }
                };
                units.flat_map(windows).map(access).collect()
            }
            4 => {
                let step = 1 << self.rng.gen_range(0..3u32);
                let first = base.address.wrapping_sub(self.rng.gen_range(0..WINDOW) * step);
                let access = |number: u32| Access { address: first.wrapping_add(number * step), ..base.clone() };
                (0..WINDOW).map(access).collect()
            }
            _ => {
                let pairs = (0..32).flat_map(|one| (one..32).map(move |other| 1u32 << one | 1 << other));
                pairs.map(|bits| Access { address: base.address ^ bits, ..base.clone() }).collect()
            }
        };
        let writes = WRITES[self.rng.gen_range(0..WRITES.len())];
        for access in sweep {
            if self.left() == 0 {
                return;
            }
            let write = self.rng.gen_bool(writes).then(|| bias::any(&mut self.rng, 64));
            self.push(OpKind::Access(Access { write, ..access }));
        }
    }
}
