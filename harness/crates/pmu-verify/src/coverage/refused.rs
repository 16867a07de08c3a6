//! The kinds of refused accesses that a description knows of.

use super::access::AccessMap;
use super::hits::Hits;
use golden_model::bus::Request;
use golden_model::Description;

/// Why the description says that an access is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// There is no such space.
    NoSpace,
    /// There is no such unit.
    NoUnit,
    /// The broadcast unit cannot be read.
    Broadcast,
    /// No register is at the address.
    NoAddress(u32),
    /// The register cannot be written in this space.
    ReadOnly(u32),
    /// The register cannot be read in this space.
    WriteOnly(u32),
}

/// The bins of refused accesses.
#[derive(Clone, Debug)]
pub(super) struct RefusedBins {
    first: usize,
    /// Reads with `false`.
    kinds: Vec<(Why, bool)>,
    spaces: Vec<u32>,
    units: Vec<u32>,
    broadcast: Option<u32>,
}

impl RefusedBins {
    /// The bins of a description from position `first` on, and their names.
    pub fn new(description: &Description, first: usize) -> (Self, Vec<String>) {
        let units = description.units.iter().filter_map(|unit| unit.number).collect();
        let mut kinds = vec![(Why::NoSpace, false), (Why::NoSpace, true), (Why::NoUnit, false), (Why::NoUnit, true)];
        if description.broadcast.is_some() {
            kinds.push((Why::Broadcast, false));
        }
        for space in &description.spaces {
            let number = space.number;
            let ways = || description.registers.iter().flat_map(|register| &register.access);
            let has = |is: fn(&golden_model::description::Access) -> bool| {
                ways().any(|way| way.space_number == number && is(way))
            };
            kinds.extend([(Why::NoAddress(number), false), (Why::NoAddress(number), true)]);
            kinds.extend(has(|way| way.read_only).then_some((Why::ReadOnly(number), true)));
            kinds.extend(has(|way| way.write_only).then_some((Why::WriteOnly(number), false)));
        }
        let space = |number: u32| description.spaces.iter().find(|space| space.number == number);
        let space = |number: u32| space(number).map_or("", |space| space.name.as_str());
        let name = |&(why, write): &(Why, bool)| {
            let what = if write { "write" } else { "read" };
            match why {
                Why::NoSpace => format!("{what} in no space"),
                Why::NoUnit => format!("{what} of no unit"),
                Why::Broadcast => format!("{what} of the broadcast unit"),
                Why::NoAddress(number) => format!("{what} of no register in {}", space(number)),
                Why::ReadOnly(number) => format!("{what} of a register that is read only in {}", space(number)),
                Why::WriteOnly(number) => format!("{what} of a register that is write only in {}", space(number)),
            }
        };
        let names = kinds.iter().map(name).collect();
        let spaces = description.spaces.iter().map(|space| space.number).collect();
        let broadcast = description.broadcast.as_ref().map(|unit| unit.number);
        (Self { first, kinds, spaces, units, broadcast }, names)
    }

    /// Marks the bin of a refused access.
    pub fn sample(&self, request: &Request, map: &AccessMap, hits: &mut Hits) {
        let is_broadcast = self.broadcast == Some(request.unit);
        let why = if !self.spaces.contains(&request.space) {
            Why::NoSpace
        } else if !is_broadcast && !self.units.contains(&request.unit) {
            Why::NoUnit
        } else if is_broadcast && !request.write {
            Why::Broadcast
        } else {
            match map.find(request) {
                None => Why::NoAddress(request.space),
                Some(way) if request.write && !way.writable => Why::ReadOnly(request.space),
                Some(way) if !request.write && !way.readable => Why::WriteOnly(request.space),
                // Something else refuses it, of which the plan of the PMU may tell.
                Some(_) => return,
            }
        };
        if let Some(kind) = self.kinds.iter().position(|kind| *kind == (why, request.write)) {
            hits.mark(self.first + kind);
        }
    }
}
