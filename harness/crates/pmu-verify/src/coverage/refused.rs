//! Kinds of refused accesses that follow from a description.

use super::access::AccessMap;
use super::hits::Hits;
use golden_model_core::register_port::Request;
use golden_model_core::Description;
use std::ops::Range;

/// Reason for which an access is refused according to the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RefusalKind {
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
    kinds: Vec<(RefusalKind, bool)>,
    spaces: Vec<u32>,
    units: Vec<u32>,
    broadcast: Option<u32>,
}

impl RefusedBins {
    /// The bins of a description from position `first` on, and their names.
    pub fn new(description: &Description, first: usize) -> (Self, Vec<String>) {
        let units = description.units.iter().filter_map(|unit| unit.number).collect();
        let mut kinds = vec![
            (RefusalKind::NoSpace, false),
            (RefusalKind::NoSpace, true),
            (RefusalKind::NoUnit, false),
            (RefusalKind::NoUnit, true),
        ];
        if description.broadcast.is_some() {
            kinds.push((RefusalKind::Broadcast, false));
        }
        for space in &description.spaces {
            let number = space.number;
            let paths = || description.registers.iter().flat_map(|register| &register.access);
            let has = |is: fn(&golden_model_core::description::AccessPath) -> bool| {
                paths().any(|path| path.space_number == number && is(path))
            };
            kinds.extend([(RefusalKind::NoAddress(number), false), (RefusalKind::NoAddress(number), true)]);
            kinds.extend(has(|path| path.read_only).then_some((RefusalKind::ReadOnly(number), true)));
            kinds.extend(has(|path| path.write_only).then_some((RefusalKind::WriteOnly(number), false)));
        }
        let space = |number: u32| description.spaces.iter().find(|space| space.number == number);
        let space = |number: u32| space(number).map_or("", |space| space.name.as_str());
        let name = |&(why, write): &(RefusalKind, bool)| {
            let what = if write { "write" } else { "read" };
            match why {
                RefusalKind::NoSpace => format!("{what} in no space"),
                RefusalKind::NoUnit => format!("{what} of no unit"),
                RefusalKind::Broadcast => format!("{what} of the broadcast unit"),
                RefusalKind::NoAddress(number) => format!("{what} of no register in {}", space(number)),
                RefusalKind::ReadOnly(number) => format!("{what} of a register that is read only in {}", space(number)),
                RefusalKind::WriteOnly(number) => {
                    format!("{what} of a register that is write only in {}", space(number))
                }
            }
        };
        let names = kinds.iter().map(name).collect();
        let spaces = description.spaces.iter().map(|space| space.number).collect();
        let broadcast = description.broadcast.as_ref().map(|unit| unit.number);
        (Self { first, kinds, spaces, units, broadcast }, names)
    }

    /// The positions of its bins.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.kinds.len()
    }

    /// Marks the bin of a refused access.
    pub fn sample(&self, request: &Request, map: &AccessMap, hits: &mut Hits) {
        let is_broadcast = self.broadcast == Some(request.unit);
        let why = if !self.spaces.contains(&request.space) {
            RefusalKind::NoSpace
        } else if !is_broadcast && !self.units.contains(&request.unit) {
            RefusalKind::NoUnit
        } else if is_broadcast && !request.write {
            RefusalKind::Broadcast
        } else {
            match map.find(request) {
                None => RefusalKind::NoAddress(request.space),
                Some(path) if request.write && !path.writable => RefusalKind::ReadOnly(request.space),
                Some(path) if !request.write && !path.readable => RefusalKind::WriteOnly(request.space),
                // The access is refused for another reason, which the plan of the PMU may cover.
                Some(_) => return,
            }
        };
        if let Some(kind) = self.kinds.iter().position(|kind| *kind == (why, request.write)) {
            hits.mark(self.first + kind);
        }
    }
}
