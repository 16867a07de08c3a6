//! Refused accesses by how they differ from an access of a register.

use super::super::access::AccessMap;
use super::super::hits::Hits;
use super::bins::BinList;
use golden_model_core::description::BUS_REQUEST;
use golden_model_core::register_port::Request;
use golden_model_core::Description;
use std::collections::BTreeMap;

/// Widths of address, unit and space at the register port.
const ADDRESS: u32 = BUS_REQUEST[4].1;
const UNIT: u32 = BUS_REQUEST[3].1;
const SPACE: u32 = BUS_REQUEST[2].1;

/// How an access that is refused differs from one that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    /// This bit of the address is inverted.
    Address(u32),
    /// Two bits of the address with this distance are inverted.
    TwoBits(u32),
    /// Another unit whose number differs in this bit.
    Unit(u32),
    /// Another unit whose number differs in several bits.
    OtherUnit,
    /// Another space whose number differs in this bit.
    Space(u32),
    /// Another space whose number differs in several bits.
    OtherSpace,
    /// This bit of the address is inverted, in another unit.
    AddressAndUnit(u32),
    /// This bit of the address is inverted, in another space.
    AddressAndSpace(u32),
    /// Another unit and another space.
    UnitAndSpace,
}

/// The accesses of one direction at an address: the units of which it is accepted, a bit for each number.
#[derive(Clone, Debug)]
struct Existing {
    space: u32,
    address: u32,
    units: [u64; 4],
}

/// The bins of refused accesses.
#[derive(Clone, Debug, Default)]
pub(super) struct AddressBins {
    /// In ascending order.
    bins: Vec<(Difference, usize)>,
    /// Reads and writes that exist.
    existing: [Vec<Existing>; 2],
}

impl AddressBins {
    pub const NAME: &str = "addresses";
    pub const DOC: &str = "An access was refused that differs from an access of a register in this respect.";

    /// Adds the bins of the differences that result in a refused access from at least one register.
    pub fn new(description: &Description, map: &AccessMap, list: &mut BinList) -> Self {
        let existing = [false, true].map(|write| existing(map, write));
        let mut bins = Vec::new();
        for difference in all() {
            let is_refused = |request: &Request| {
                let accepts = |found: &super::super::access::AddressEntry| match request.write {
                    true => found.writable,
                    false => found.readable,
                };
                !map.find(request).is_some_and(accepts)
                    && !description.answers(request.space, request.unit, request.addr)
            };
            let result = |write: usize| {
                existing[write]
                    .iter()
                    .any(|of| of.differing(difference, write == 1).any(|request| is_refused(&request)))
            };
            if result(0) || result(1) {
                bins.push((difference, list.add(difference.name())));
            }
        }
        bins.sort_unstable();
        Self { bins, existing }
    }

    /// Marks the bins of a refused access: it may differ from several registers, from each in another respect.
    pub fn sample(&self, request: &Request, hits: &mut Hits) {
        for existing in &self.existing[usize::from(request.write)] {
            let address = existing.address ^ request.addr;
            if address.count_ones() <= 2 {
                existing.differences(request, address, |difference| {
                    if let Ok(found) = self.bins.binary_search_by_key(&difference, |(known, _)| *known) {
                        hits.mark(self.bins[found].1);
                    }
                });
            }
        }
    }
}

/// All differences, those of an address first.
fn all() -> Vec<Difference> {
    let mut all: Vec<Difference> = (0..ADDRESS).map(Difference::Address).collect();
    all.extend((1..ADDRESS).map(Difference::TwoBits));
    all.extend((0..UNIT).map(Difference::Unit).chain([Difference::OtherUnit]));
    all.extend((0..SPACE).map(Difference::Space).chain([Difference::OtherSpace]));
    all.extend((0..ADDRESS).map(Difference::AddressAndUnit));
    all.extend((0..ADDRESS).map(Difference::AddressAndSpace));
    all.push(Difference::UnitAndSpace);
    all
}

/// The accesses of one direction that exist.
fn existing(map: &AccessMap, write: bool) -> Vec<Existing> {
    let mut all: BTreeMap<(u32, u32), [u64; 4]> = BTreeMap::new();
    for (space, unit, address) in map.accepted(write) {
        all.entry((space, address)).or_default()[unit as usize / 64] |= 1 << (unit % 64);
    }
    all.into_iter().map(|((space, address), units)| Existing { space, address, units }).collect()
}

impl Difference {
    fn name(self) -> String {
        match self {
            Self::Address(bit) => format!("address bit {bit}"),
            Self::TwoBits(distance) => format!("two address bits, distance {distance}"),
            Self::Unit(bit) => format!("unit bit {bit}"),
            Self::OtherUnit => "unit, several bits".to_owned(),
            Self::Space(bit) => format!("space bit {bit}"),
            Self::OtherSpace => "space, several bits".to_owned(),
            Self::AddressAndUnit(bit) => format!("unit and address bit {bit}"),
            Self::AddressAndSpace(bit) => format!("space and address bit {bit}"),
            Self::UnitAndSpace => "unit and space".to_owned(),
        }
    }
}

impl Existing {
    fn has(&self, unit: u32) -> bool {
        self.units[unit as usize / 64] >> (unit % 64) & 1 != 0
    }

    fn units(&self) -> impl Iterator<Item = u32> + '_ {
        (0..1 << UNIT).filter(|&unit| self.has(unit))
    }

    /// Calls `found` with each difference of a request whose address differs from this one in the bits `address`, of which there
    /// are at most two.
    fn differences(&self, request: &Request, address: u32, mut found: impl FnMut(Difference)) {
        let bit = address.trailing_zeros();
        match (address.count_ones(), self.space == request.space, self.has(request.unit)) {
            (1, true, true) => found(Difference::Address(bit)),
            (2, true, true) => found(Difference::TwoBits(31 - address.leading_zeros() - bit)),
            (0, true, false) => self.units().for_each(|unit| {
                let bits = unit ^ request.unit;
                found(if bits.is_power_of_two() {
                    Difference::Unit(bits.trailing_zeros())
                } else {
                    Difference::OtherUnit
                });
            }),
            (0, false, true) => {
                let bits = self.space ^ request.space;
                found(if bits.is_power_of_two() {
                    Difference::Space(bits.trailing_zeros())
                } else {
                    Difference::OtherSpace
                });
            }
            (1, true, false) => found(Difference::AddressAndUnit(bit)),
            (1, false, true) => found(Difference::AddressAndSpace(bit)),
            (0, false, false) => found(Difference::UnitAndSpace),
            _ => {}
        }
    }

    /// Requests that differ from these accesses in this respect.
    fn differing(&self, difference: Difference, write: bool) -> Box<dyn Iterator<Item = Request> + '_> {
        let (space, address) = (self.space, self.address);
        let request = move |space: u32, unit: u32, addr: u32| Request { write, space, unit, addr, data: 0 };
        let flipped = move |bits: u32| Box::new(self.units().map(move |unit| request(space, unit, address ^ bits)));
        let other_units = move || (0..1 << UNIT).filter(|&unit| !self.has(unit));
        let other_spaces = move || (0..1 << SPACE).filter(move |&other| other != space);
        match difference {
            Difference::Address(bit) => flipped(1 << bit),
            Difference::TwoBits(distance) => {
                let flips = (0..ADDRESS - distance).map(move |low| 1 << low | 1 << (low + distance));
                Box::new(flips.flat_map(flipped))
            }
            Difference::Unit(bit) => {
                let near = self.units().map(move |unit| unit ^ 1 << bit).filter(|&unit| !self.has(unit));
                Box::new(near.map(move |unit| request(space, unit, address)))
            }
            Difference::OtherUnit => {
                let is_far = move |&other: &u32| self.units().any(|unit| (unit ^ other).count_ones() > 1);
                Box::new(other_units().filter(is_far).map(move |unit| request(space, unit, address)))
            }
            Difference::Space(bit) => Box::new(self.units().map(move |unit| request(space ^ 1 << bit, unit, address))),
            Difference::OtherSpace => {
                let far = other_spaces().filter(move |other| (other ^ space).count_ones() > 1);
                Box::new(far.flat_map(move |other| self.units().map(move |unit| request(other, unit, address))))
            }
            Difference::AddressAndUnit(bit) => {
                Box::new(other_units().map(move |unit| request(space, unit, address ^ 1 << bit)))
            }
            Difference::AddressAndSpace(bit) => Box::new(
                other_spaces()
                    .flat_map(move |other| self.units().map(move |unit| request(other, unit, address ^ 1 << bit))),
            ),
            Difference::UnitAndSpace => Box::new(
                other_spaces().flat_map(move |other| other_units().map(move |unit| request(other, unit, address))),
            ),
        }
    }
}
