//! The registers that an access reaches, according to the description.

use crate::register_id::RegisterId;
use golden_model_core::register_port::{access_paths, Request};
use golden_model_core::Description;

/// The registers at one address.
#[derive(Clone, Debug)]
pub(super) struct AddressEntry {
    key: u64,
    /// Positions in [`AccessMap::units`]: several for the broadcast unit.
    pub units: Vec<usize>,
    /// Whether it is the usual access path, or one to some bits of a register.
    pub is_usual: bool,
    /// Whether reads are accepted.
    pub readable: bool,
    /// Whether writes are accepted.
    pub writable: bool,
}

/// All addresses that lead to a register.
#[derive(Clone, Debug)]
pub(super) struct AccessMap {
    /// All registers of all units.
    pub units: Vec<RegisterId>,
    paths: Vec<AddressEntry>,
}

impl AccessMap {
    /// The map of a description.
    pub fn new(description: &Description) -> Self {
        let mut map = Self { units: Vec::new(), paths: Vec::new() };
        for (unit, of) in description.units.iter().enumerate() {
            let Some(number) = of.number else { continue };
            let broadcast = description.broadcast.as_ref().filter(|_| of.kind == 0);
            for path in access_paths(description, unit) {
                let place = RegisterId { unit, register: path.register };
                let known = map.units.iter().position(|known| *known == place);
                let position = known.unwrap_or_else(|| {
                    map.units.push(place);
                    map.units.len() - 1
                });
                let register = &description.registers[path.register];
                let is_usual = register.access.iter().enumerate().any(|(position, access)| {
                    (position == 0 || access.width < register.width && access.operation == register.access[0].operation)
                        && (access.space_number, access.in_unit(of)) == (path.space, path.address)
                });
                let numbers = [(number, path.readable)].into_iter().chain(broadcast.map(|all| (all.number, false)));
                for (number, readable) in numbers {
                    let key = key(path.space, number, path.address);
                    match map.paths.iter_mut().find(|known| known.key == key) {
                        Some(known) => known.units.push(position),
                        None => {
                            let (places, writable) = (vec![position], path.writable);
                            map.paths.push(AddressEntry { key, units: places, is_usual, readable, writable });
                        }
                    }
                }
            }
        }
        map.paths.sort_by_key(|path| path.key);
        map
    }

    /// Space, unit and address of all accesses that are accepted: writes, or reads with `false`.
    pub fn accepted(&self, write: bool) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let accepted = self.paths.iter().filter(move |path| if write { path.writable } else { path.readable });
        accepted.map(|path| ((path.key >> 40) as u32, (path.key >> 32 & 0xFF) as u32, path.key as u32))
    }

    /// The registers at the address of a request.
    #[inline]
    pub fn find(&self, request: &Request) -> Option<&AddressEntry> {
        let key = key(request.space, request.unit, request.addr);
        self.paths.binary_search_by_key(&key, |path| path.key).ok().map(|found| &self.paths[found])
    }
}

/// An address with its space and unit as one number.
fn key(space: u32, unit: u32, address: u32) -> u64 {
    u64::from(space) << 40 | u64::from(unit) << 32 | u64::from(address)
}
