//! Register accesses of random programs.

use super::values::Values;
use super::{bias, Writer};
use golden_model_core::description::{AccessPath, Register};
use pmu_program::{Access, Expected, OpKind};
use rand::distributions::Distribution;
use rand::seq::SliceRandom;
use rand::Rng;

impl Writer<'_, '_> {
    pub(super) fn access(&mut self) -> OpKind {
        let generator = self.generator;
        let unit = self.unit();
        let kind = &generator.targets.kinds[generator.pmu.description.units[unit].kind];
        let counter = kind.counters.choose(&mut self.rng).copied();
        let others = !kind.others.is_empty();
        let Some((counter, select)) = counter else {
            let Some(register) = self.other(unit) else { return OpKind::Wait(1) };
            return match self.rng.gen_range(0..100) {
                0..=59 => self.write(unit, register),
                60..=91 => self.read(unit, register, register),
                _ => self.odd_access(unit, register),
            };
        };
        match self.rng.gen_range(0..100) {
            0..=19 if others => self.write_other(unit, counter),
            0..=34 => {
                if self.rng.gen_bool(0.5) {
                    self.event_of_a_counter();
                }
                self.write(unit, counter)
            }
            35..=64 => self.write(unit, select),
            65..=91 => self.read(unit, counter, select),
            92..=94 => self.broadcast(unit, counter, select),
            _ => {
                let register = if self.rng.gen_bool(0.5) { select } else { counter };
                self.odd_access(unit, register)
            }
        }
    }

    /// Draws one of the other registers of a unit, by the weights of the profile.
    ///
    /// These neither count selectable events nor select them.
    pub(super) fn other(&mut self, unit: usize) -> Option<usize> {
        let generator = self.generator;
        let kind = &generator.targets.kinds[generator.pmu.description.units[unit].kind];
        kind.by_weight.as_ref().map(|by_weight| kind.others[by_weight.sample(&mut self.rng)])
    }

    fn write_other(&mut self, unit: usize, counter: usize) -> OpKind {
        let register = self.other(unit).unwrap_or(counter);
        if self.rng.gen_bool(0.3) {
            self.event_of_a_counter();
        }
        self.write(unit, register)
    }

    pub(super) fn request(&self, access: &AccessPath, unit: usize, write: Option<u64>) -> OpKind {
        let unit = &self.generator.pmu.description.units[unit];
        let moved = self.generator.targets.moves.map_or(0, |(strap, by)| self.history.current[strap] as u32 * by);
        OpKind::Access(Access {
            space: access.space_number,
            unit: unit.number.unwrap_or_default(),
            address: access.in_unit(unit).wrapping_add(moved),
            write,
            expected: Expected::Anything,
        })
    }

    /// A write of a register with a value drawn for it.
    pub(super) fn write(&mut self, unit: usize, register: usize) -> OpKind {
        let value = self.value(unit, register);
        self.write_value(unit, register, value)
    }

    /// A write of a register with this value, by any of its access paths. One that sets or clears bits gives the register another
    /// value.
    pub(super) fn write_value(&mut self, unit: usize, register: usize, value: u64) -> OpKind {
        self.write_by(&self.generator.targets.registers[register].writable, unit, register, value)
    }

    /// A write after which the register has this value, if the register is not in parts.
    pub(super) fn write_exactly(&mut self, unit: usize, register: usize, value: u64) -> OpKind {
        self.write_by(&self.generator.targets.registers[register].replacing, unit, register, value)
    }

    /// A write by one of these access paths.
    fn write_by(&mut self, paths: &[usize], unit: usize, register: usize, value: u64) -> OpKind {
        let known = &self.generator.pmu.description.registers[register];
        if known.counter && known.is_in_parts() && self.rng.gen_bool(0.5) {
            return self.write_in_parts(unit, register, value);
        }
        let path = paths.choose(&mut self.rng).copied().unwrap_or(0);
        let part = &known.access[path];
        self.written[unit][register] = part.merged(self.written[unit][register], part.data(value));
        // Data bits above the width of the register, which it must ignore.
        let above = if self.rng.gen_bool(0.2) { bias::any(&mut self.rng, 64) } else { 0 };
        let data = part.data(value) | above.checked_shl(part.width).unwrap_or(0);
        self.request(part, unit, Some(data))
    }

    /// Number of accesses that write all of a counter.
    pub(super) fn accesses_for(&self, counter: usize) -> usize {
        let known = &self.generator.pmu.description.registers[counter];
        let own = if known.is_in_parts() { parts(known).len() } else { 1 };
        own + known.upper.map_or(0, |upper| self.accesses_for(upper))
    }

    /// Writes all of a counter, which may take several accesses, the highest part first. Returns the last write.
    pub(super) fn write_counter(&mut self, unit: usize, counter: usize, value: u64) -> OpKind {
        let known = &self.generator.pmu.description.registers[counter];
        if let Some(upper) = known.upper {
            let write = self.write_counter(unit, upper, value >> known.width);
            self.push(write);
        }
        match known.is_in_parts() {
            true => self.write_in_parts(unit, counter, value),
            false => self.write_exactly(unit, counter, value),
        }
    }

    /// Writes all of a register that has one address for each part, the highest part first.
    ///
    /// Returns the last write.
    fn write_in_parts(&mut self, unit: usize, register: usize, value: u64) -> OpKind {
        let known = &self.generator.pmu.description.registers[register];
        self.written[unit][register] = value;
        let parts = parts(known);
        for path in parts[1..].iter().rev() {
            let write = self.request(path, unit, Some(path.data(value)));
            self.push(write);
        }
        self.request(parts[0], unit, Some(parts[0].data(value)))
    }

    pub(super) fn value(&mut self, unit: usize, register: usize) -> u64 {
        let known = &self.generator.pmu.description.registers[register];
        match known.counter {
            true => bias::counter(&mut self.rng, known.used_bits()),
            false => self.configuration(unit, register),
        }
    }

    /// A new configuration, or the last written one with one field changed.
    pub(super) fn configuration(&mut self, unit: usize, register: usize) -> u64 {
        let generator = self.generator;
        let description = &generator.pmu.description;
        let kind = description.units[unit].kind;
        let known = &description.registers[register];
        let old = self.written[unit][register];
        let fresh = old == 0 || self.rng.gen_bool(0.4);
        let only = (!fresh).then(|| self.rng.gen_range(0..known.fields.len()));
        let selects = known.selects;
        let is_even = self.rng.gen_bool(self.knobs.even);
        let is_full = fresh && selects.is_none() && self.rng.gen_bool(self.knobs.full);
        let mut value = old;
        for (position, field) in known.fields.iter().enumerate() {
            if only.is_some_and(|only| only != position) {
                continue;
            }
            let part = match selects {
                Some(selects) if selects.event == position => {
                    let code = self.knobs.code(&mut self.rng, &generator.targets, kind, known.code_width());
                    value = known.with_code(value, code);
                    continue;
                }
                Some(selects) if selects.mask == Some(position) => {
                    let (code, _) = known.selection(value).unwrap_or_default();
                    self.mask(kind, code, field.width)
                }
                _ => {
                    let values = Values::of(generator.targets.registers[register].fields[position], 0).evenly(is_even);
                    match is_full && values.has_others() {
                        true => u64::MAX,
                        false => {
                            let of_input = self.of_input(field.width, values);
                            of_input.unwrap_or_else(|| self.drawn_alone(Some(unit), None, field.width, values))
                        }
                    }
                }
            };
            value = (value & !field.mask()) | (part << field.low & field.mask());
        }
        // A new event usually gets a mask that selects some of it; sometimes the old mask stays.
        if let (Some((code, _)), Some((old_code, _))) = (known.selection(value), known.selection(old)) {
            let mask = selects.and_then(|selects| selects.mask).map(|mask| &known.fields[mask]);
            if let Some(field) = mask.filter(|_| fresh || (code != old_code && self.rng.gen_bool(0.8))) {
                let mask = self.mask(kind, code, field.width);
                value = (value & !field.mask()) | mask << field.low;
            }
        }
        value
    }

    /// A unit mask for an event: of one row, several rows or a path, all bits, none, or random.
    fn mask(&mut self, kind: usize, code: u64, width: u32) -> u64 {
        let event = self.generator.targets.kinds[kind].events.get(code);
        let masks = event.map_or(&[][..], |event| &event.masks);
        let Some(&one) = masks.choose(&mut self.rng) else {
            return bias::any(&mut self.rng, width);
        };
        // Masks that are values seldom have a meaning when they are combined.
        let likely = if event.is_some_and(|event| event.masks_are_values) { 8 } else { 5 };
        match self.rng.gen_range(0..10) {
            draw if draw < likely => one,
            5..=6 => masks.iter().filter(|_| self.rng.gen_bool(0.5)).fold(one, |all, mask| all | mask),
            7 => u64::MAX >> (64 - width),
            8 => 0,
            _ => bias::any(&mut self.rng, width),
        }
    }

    fn read(&mut self, unit: usize, counter: usize, select: usize) -> OpKind {
        let register = match self.rng.gen_range(0..20) {
            0..=4 => select,
            5..=8 => self.other(unit).unwrap_or(counter),
            _ => counter,
        };
        let register = &self.generator.pmu.description.registers[register];
        let path = self.rng.gen_range(0..register.access.len());
        self.request(&register.access[path], unit, None)
    }

    /// The same write to all units in one cycle.
    fn broadcast(&mut self, unit: usize, counter: usize, select: usize) -> OpKind {
        let description = &self.generator.pmu.description;
        let Some(broadcast) = &description.broadcast else {
            return self.read(unit, counter, select);
        };
        let register = if self.rng.gen_bool(0.4) { counter } else { select };
        let value = self.value(unit, register);
        self.written.iter_mut().for_each(|unit| unit[register] = value);
        match self.request(&description.registers[register].access[0], unit, Some(value)) {
            OpKind::Access(access) => OpKind::Access(Access { unit: broadcast.number, ..access }),
            other => other,
        }
    }

    /// An access that is probably refused.
    fn odd_access(&mut self, unit: usize, register: usize) -> OpKind {
        let description = &self.generator.pmu.description;
        let path = self.rng.gen_range(0..description.registers[register].access.len());
        let write = self.rng.gen_bool(0.5).then(|| bias::any(&mut self.rng, 64));
        let OpKind::Access(mut access) = self.request(&description.registers[register].access[path], unit, write)
        else {
            return OpKind::Wait(1);
        };
        let mistakes = match self.rng.gen_range(0..10) {
            0..=5 => 1,
            6..=8 => 2,
            _ => 3,
        };
        for _ in 0..mistakes {
            match self.rng.gen_range(0..9) {
                0..=2 => access.address = bias::near_address(&mut self.rng, access.address),
                // The address of a register of any kind of unit.
                3 => {
                    let other = self.rng.gen_range(0..description.registers.len());
                    if let Some(path) = description.registers[other].access.first() {
                        access.address = path.in_unit(&description.units[unit]);
                        access.space = path.space_number;
                    }
                }
                4 => access.unit = bias::any(&mut self.rng, 8) as u32,
                5 => access.unit ^= 1 << self.rng.gen_range(0..8),
                6 => access.space ^= 1 << self.rng.gen_range(0..4),
                // The access as it is: a write through a read-only access path, or a plain access with random data.
                _ => {}
            }
        }
        OpKind::Access(access)
    }
}

/// The access paths of the parts of a register.
fn parts(register: &Register) -> Vec<&AccessPath> {
    let first = &register.access[0];
    register.parts_in(first.space_number, first.operation)
}
