//! The registers that an access reaches.

use super::rules::MetamorphicRules;
use crate::register_id::RegisterId;
use golden_model_core::description::{self, Register, Unit};
use golden_model_core::Pmu;
use pmu_program::Access;
use std::collections::HashMap;

/// A register with one of its access paths.
#[derive(Clone, Copy, Debug)]
pub struct RegisterPath {
    /// The register.
    pub register: RegisterId,
    /// Position in the register's access paths.
    pub path: usize,
}

/// Registers by space, unit number and address.
pub struct RegisterMap<'p> {
    pmu: &'p Pmu,
    /// Every access path of every register, in the order of the description.
    pub paths: Vec<RegisterPath>,
    by_address: HashMap<(u32, u32, u32), usize>,
    /// For each register the slot with its value, if it is in the observation.
    slots: HashMap<RegisterId, usize>,
}

impl<'p> RegisterMap<'p> {
    /// The registers of a PMU.
    pub fn new(pmu: &'p Pmu) -> Self {
        let description = &pmu.description;
        let (mut paths, mut by_address, mut slots) = (Vec::new(), HashMap::new(), HashMap::new());
        for (unit, of) in description.units.iter().enumerate() {
            let Some(number) = of.number else { continue };
            for register in description.registers_of(of.kind) {
                let known = &description.registers[register];
                let place = RegisterId { unit, register };
                for (path, access) in known.access.iter().enumerate() {
                    by_address.insert((access.space_number, number, access.in_unit(of)), paths.len());
                    paths.push(RegisterPath { register: place, path });
                }
                if let Some(slot) = slot_of(pmu, of, known) {
                    slots.insert(place, slot);
                }
            }
        }
        Self { pmu, paths, by_address, slots }
    }

    /// The description of a register.
    pub fn register(&self, place: RegisterId) -> &'p Register {
        &self.pmu.description.registers[place.register]
    }

    /// The slot with a register's value.
    pub fn slot(&self, place: RegisterId) -> Option<usize> {
        self.slots.get(&place).copied()
    }

    /// The slot with a register's value, and the bit of the slot that is bit 0 of the register.
    pub fn value_of(&self, place: RegisterId, rules: &MetamorphicRules) -> Option<(usize, u32)> {
        if let Some(slot) = self.slot(place) {
            return Some((slot, 0));
        }
        let half = self.register(place);
        let registers = self.pmu.description.registers.iter();
        let (register, whole) = registers.enumerate().find(|(_, whole)| rules.is_half(half, whole))?;
        Some((self.slot(RegisterId { register, ..place })?, whole.width))
    }

    /// Registers with a slot, in the order of the description.
    pub fn observable(&self) -> impl Iterator<Item = (RegisterId, usize)> + '_ {
        let usual = self.paths.iter().filter(|path| path.path == 0);
        usual.filter_map(|path| Some((path.register, self.slot(path.register)?)))
    }

    /// The usual access path of a register, or those to all its parts.
    pub fn usual_paths(&self, place: RegisterId) -> Vec<&RegisterPath> {
        let usual = self.register(place).access[0].operation;
        let is_part = |path: &RegisterPath| {
            let access = self.access_path(path);
            access.width < self.register(place).width && access.operation == usual
        };
        self.paths.iter().filter(|path| path.register == place && (path.path == 0 || is_part(path))).collect()
    }

    /// The description of an access path.
    pub fn access_path(&self, path: &RegisterPath) -> &'p description::AccessPath {
        &self.register(path.register).access[path.path]
    }

    /// The access that uses an access path.
    pub fn access(&self, path: &RegisterPath, write: Option<u64>) -> Access {
        let unit = &self.pmu.description.units[path.register.unit];
        let access = self.access_path(path);
        Access {
            space: access.space_number,
            unit: unit.number.unwrap_or_default(),
            address: access.in_unit(unit),
            write,
            expected: pmu_program::Expected::Anything,
        }
    }

    /// Whether no register is at the address, or the access path does not allow this direction.
    pub fn is_refused(&self, access: &Access) -> bool {
        match (self.is_broadcast(access), self.path(access.space, access.unit, access.address)) {
            (true, _) => access.write.is_none(),
            (false, None) => !self.is_silent(access),
            (false, Some(path)) => {
                let path = self.access_path(path);
                if access.write.is_some() {
                    path.read_only
                } else {
                    path.write_only
                }
            }
        }
    }

    /// Whether the access is accepted although no register is at the address.
    pub fn is_silent(&self, access: &Access) -> bool {
        let description = &self.pmu.description;
        description.answers(access.space, access.unit, access.address)
            && self.path(access.space, access.unit, access.address).is_none()
    }

    /// Whether it goes to all units.
    pub fn is_broadcast(&self, access: &Access) -> bool {
        self.pmu.description.broadcast.as_ref().is_some_and(|unit| unit.number == access.unit)
    }

    /// The registers that a write reaches: those of all units for a broadcast.
    ///
    /// Access paths that refuse the write count too.
    pub fn written(&self, access: &Access) -> Vec<RegisterId> {
        if access.write.is_none() {
            return Vec::new();
        }
        let units = &self.pmu.description.units;
        match self.is_broadcast(access) {
            false => {
                self.path(access.space, access.unit, access.address).map(|path| path.register).into_iter().collect()
            }
            true => {
                let numbers = units.iter().filter_map(|unit| unit.number);
                numbers.filter_map(|unit| Some(self.path(access.space, unit, access.address)?.register)).collect()
            }
        }
    }

    /// The register that an access reaches, and the position of the access path.
    ///
    /// For a broadcast, the register of the first unit.
    pub fn reached(&self, access: &Access) -> Option<(RegisterId, usize)> {
        let first = || self.pmu.description.units.iter().find_map(|unit| unit.number);
        let unit = if self.is_broadcast(access) { first()? } else { access.unit };
        self.path(access.space, unit, access.address).map(|path| (path.register, path.path))
    }

    fn path(&self, space: u32, unit: u32, address: u32) -> Option<&RegisterPath> {
        self.by_address.get(&(space, unit, address)).map(|&position| &self.paths[position])
    }
}

/// The slot with the value of a register: the state word with its name in its unit, or without a unit if there is only one.
fn slot_of(pmu: &Pmu, unit: &Unit, register: &Register) -> Option<usize> {
    let slots = pmu.observation.slots();
    let named = |name: &str| slots.iter().position(|slot| slot.name == name);
    let is_sole = pmu.description.units.iter().filter(|other| other.kind == unit.kind).count() == 1;
    named(&format!("{}.{}", unit.name, register.name)).or_else(|| is_sole.then(|| named(&register.name)).flatten())
}
