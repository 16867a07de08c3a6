//! The blocks, registers and fields of a PMU in one address space of bytes.

use super::access::Access;
use super::property::{flag, number, operation, text, Property};
use golden_model_core::description::{AccessPath, Description, Field, Register, Space, Unit, Window};
use serde::Serialize;

/// A PMU.
pub(super) struct Map<'d> {
    pub properties: Vec<Property>,
    pub units: Vec<UnitBlock<'d>>,
}

/// The registers of a unit.
pub(super) struct UnitBlock<'d> {
    pub unit: &'d Unit,
    /// First byte in the map.
    pub offset: u64,
    pub properties: Vec<Property>,
    pub spaces: Vec<SpaceBlock<'d>>,
}

/// The registers of a unit in a space.
pub(super) struct SpaceBlock<'d> {
    pub space: &'d Space,
    /// First byte in the block of the unit.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
    pub properties: Vec<Property>,
    pub registers: Vec<PathRegister<'d>>,
}

/// A register, or a part of one, at an access path.
pub(super) struct PathRegister<'d> {
    pub name: String,
    pub doc: &'d str,
    /// First byte in the block of the space.
    pub offset: u64,
    /// Width in bits: 8, 16, 32 or 64.
    pub width: u32,
    pub properties: Vec<Property>,
    pub fields: Vec<PathField<'d>>,
}

/// A field, or the bits of it that an access path reaches.
pub(super) struct PathField<'d> {
    pub field: &'d Field,
    pub low: u32,
    pub width: u32,
    pub reset: u64,
    pub access: Access,
    pub properties: Vec<Property>,
}

impl<'d> Map<'d> {
    pub fn new(description: &'d Description) -> Self {
        let mut units = Vec::new();
        let mut end = 0;
        for (position, unit) in description.units.iter().enumerate() {
            let Some(mut block) = UnitBlock::new(description, position, unit) else { continue };
            block.offset = place(&mut end, block.size());
            units.push(block);
        }
        Self { properties: properties(description), units }
    }
}

/// The properties of a PMU.
fn properties(description: &Description) -> Vec<Property> {
    let Description { id, manual, broadcast, units, spaces, kinds, .. } = description;
    let has_registers = |unit: &Unit| description.registers_of(unit.kind).next().is_some();
    let other_units = units.iter().enumerate().filter(|(_, unit)| !has_registers(unit));
    let other_units = other_units.map(|(position, unit)| {
        let unit_number = unit.number.map_or("-".to_owned(), |number| number.to_string());
        format!("{position} {} {unit_number} {}", unit.name, kinds[unit.kind])
    });
    let paths = || description.registers.iter().flat_map(|register| &register.access);
    let other_spaces = spaces.iter().filter(|space| !paths().any(|path| path.space_number == space.number));
    let other_spaces = other_spaces.map(|space| format!("{} {}", space.name, space.number));
    [
        text("pmu_id", id),
        text("pmu_manual", manual),
        broadcast.as_ref().and_then(|all| text("pmu_broadcast", &all.name)),
        broadcast.as_ref().and_then(|all| number("pmu_broadcast_number", all.number)),
        text("pmu_other_units", &joined(other_units)),
        text("pmu_other_spaces", &joined(other_spaces)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl<'d> UnitBlock<'d> {
    /// The block of a unit; `None` if it has no registers.
    fn new(description: &'d Description, position: usize, unit: &'d Unit) -> Option<Self> {
        let mut end = 0;
        let mut spaces = Vec::new();
        for space in &description.spaces {
            let Some(mut block) = SpaceBlock::new(description, position, unit, space) else { continue };
            block.offset = place(&mut end, block.size);
            spaces.push(block);
        }
        let properties = [
            number("pmu_unit_position", position as u64),
            unit.number.and_then(|of| number("pmu_unit_number", of)),
            text("pmu_kind", &description.kinds[unit.kind]),
            number("pmu_address_offset", unit.address_offset).filter(|_| unit.address_offset != 0),
        ];
        let properties = properties.into_iter().flatten().collect();
        (!spaces.is_empty()).then_some(Self { unit, offset: 0, properties, spaces })
    }

    /// Number of bytes.
    pub fn size(&self) -> u64 {
        self.spaces.iter().map(|space| space.offset + space.size).max().unwrap_or(0).next_power_of_two()
    }
}

impl<'d> SpaceBlock<'d> {
    /// The block of a space in a unit; `None` if the unit has no registers there.
    fn new(description: &'d Description, position: usize, unit: &'d Unit, space: &'d Space) -> Option<Self> {
        let mut paths = Vec::new();
        for register in description.registers_of(unit.kind) {
            let register = (register, &description.registers[register]);
            let own = register.1.access.iter().enumerate().filter(|(_, path)| path.space_number == space.number);
            paths.extend(own.map(|path| (register, path)));
        }
        let address = |path: &AccessPath| u64::from(*path.by_unit.get(unit.index).unwrap_or(&path.address));
        let first = paths.iter().map(|(_, (_, path))| address(path)).min()?;
        let spans: Vec<_> = paths.iter().map(|(_, (_, path))| (address(path), bytes(path))).collect();
        let scale = scale(&spans);
        // The first register stays aligned.
        let first = first - first % (8 / scale);
        let offset = |path: &AccessPath| (address(path) - first) * scale;
        let register = |((position, register), (number, path)): &((usize, &'d Register), (usize, &'d AccessPath))| {
            PathRegister::new(description, (*position, register), (*number, path), address(path), offset(path))
        };
        let registers: Vec<_> = paths.iter().map(register).collect();
        let end = registers.iter().map(|register| register.offset + u64::from(register.width / 8)).max()?;
        let own = |window: &&Window| window.unit.is_none_or(|unit| unit == position);
        let window = |window: &Window| format!("{:#x} {} {}", window.first, window.count, window.step);
        let properties = [
            number("pmu_space_number", space.number),
            text("pmu_operation", operation(space)),
            flag("pmu_returns_old", space.returns_old),
            text("pmu_windows", &joined(space.windows.iter().filter(own).map(window))),
            text("pmu_section", &space.section),
        ];
        let properties = properties.into_iter().flatten().collect();
        Some(Self { space, offset: 0, size: end.next_power_of_two(), properties, registers })
    }
}

impl<'d> PathRegister<'d> {
    fn new(
        description: &'d Description,
        (position, register): (usize, &'d Register),
        (number_of_path, path): (usize, &'d AccessPath),
        address: u64,
        offset: u64,
    ) -> Self {
        let is_whole = path.width == register.width;
        let name_of = |other: Option<usize>| other.map_or("", |other| &description.registers[other].name);
        let field_of = |field: Option<usize>| field.map_or("", |field| &register.fields[field].name);
        let (event, high, mask) = register.selects.map_or((None, None, None), |of| (Some(of.event), of.high, of.mask));
        let own = [
            number("pmu_position", position as u64),
            register.number.and_then(|of| number("pmu_number", of as u64)),
            text("pmu_short", register.short.as_deref().unwrap_or_default()),
            flag("pmu_counter", register.counter),
            text("pmu_select", name_of(register.select)),
            text("pmu_upper", name_of(register.upper)),
            text("pmu_event_field", field_of(event)),
            text("pmu_high_field", field_of(high)),
            text("pmu_mask_field", field_of(mask)),
            text("pmu_other_fields", &joined(register.unreached().map(unreached))),
            text("pmu_section", &register.section),
        ];
        let of_path = [
            number("pmu_path", number_of_path as u64),
            number("pmu_address", address),
            number("pmu_low", path.low).filter(|_| !is_whole),
            number("pmu_width", register.width),
            text("pmu_suffix", &path.suffix),
            flag("pmu_read_only", path.read_only),
            flag("pmu_write_only", path.write_only),
        ];
        let own = own.into_iter().filter(|_| number_of_path == 0);
        let fields = register.fields.iter().filter_map(|field| PathField::new(field, register, path));
        Self {
            name: format!("{}{}", register.name, path.suffix),
            doc: &register.doc,
            offset,
            width: 8 * bytes(path) as u32,
            properties: of_path.into_iter().chain(own).flatten().collect(),
            fields: fields.collect(),
        }
    }
}

impl<'d> PathField<'d> {
    /// The bits of a field that an access path reaches, if any.
    fn new(field: &'d Field, register: &Register, path: &AccessPath) -> Option<Self> {
        let low = field.low.max(path.low);
        let high = (field.low + field.width).min(path.low + path.width);
        let width = high.checked_sub(low).filter(|&width| width > 0)?;
        let reset = field.reset >> (low - field.low) & (u64::MAX >> (64 - width));
        let access = Access::new(field, path, register.counter);
        let read = Access::of_field(access.sw, access.hw, access.onwrite, reset, path.operation);
        let name = if read == Some(field.access) { String::new() } else { word(field.access) };
        let complete = format!("{} {} {:#x}", field.low, field.width, field.reset);
        let properties = [
            text("pmu_access", &name),
            number("pmu_must_be", field.must_be).filter(|_| field.must_be != 0),
            text("pmu_complete", &complete).filter(|_| width < field.width),
            text("pmu_section", &field.section),
        ];
        let properties = properties.into_iter().flatten().collect();
        Some(Self { field, low: low - path.low, width, reset, access, properties })
    }
}

/// Takes `size` bytes, a power of two, after `end` and returns their offset.
fn place(end: &mut u64, size: u64) -> u64 {
    let offset = end.next_multiple_of(size);
    *end = offset + size;
    offset
}

/// Number of bytes that a path takes.
fn bytes(path: &AccessPath) -> u64 {
    u64::from(path.width.div_ceil(8)).next_power_of_two()
}

/// The fewest bytes for each address, 1 to 8, with which registers are aligned and do not overlap. `spans` are their addresses and
/// numbers of bytes.
fn scale(spans: &[(u64, u64)]) -> u64 {
    let mut sorted = spans.to_vec();
    sorted.sort_unstable();
    sorted.dedup_by_key(|span| span.0);
    let fits = |scale: u64| {
        spans.iter().all(|&(address, bytes)| address * scale % bytes == 0)
            && sorted.windows(2).all(|pair| pair[0].0 * scale + pair[0].1 <= pair[1].0 * scale)
    };
    [1, 2, 4].into_iter().find(|&scale| fits(scale)).unwrap_or(8)
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

/// The word of a description for a value such as an access.
pub(crate) fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn unreached(field: &Field) -> String {
    let Field { name, low, width, access, reset, .. } = field;
    format!("{name} {low} {width} {} {reset:#x}", word(access))
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_core::Pmu;
    use rstest::rstest;

    #[rstest]
    #[case::dwords(&[(0xF4, 4), (0xF8, 4)], 1)]
    #[case::numbers_of_64_bits(&[(0xC001_0000, 8), (0xC001_0001, 8)], 8)]
    #[case::numbers_of_32_bits(&[(5, 4), (6, 4)], 4)]
    #[case::unaligned(&[(2, 4)], 2)]
    #[case::one_address_for_reads_and_one_for_writes(&[(8, 8), (8, 8)], 1)]
    fn bytes_for_each_address_are_the_fewest(#[case] spans: &[(u64, u64)], #[case] expected: u64) {
        assert_eq!(scale(spans), expected);
    }

    /// The bytes of each register, its fields and its address follow from the description, in all units of all PMUs.
    #[test]
    fn every_access_path_is_a_register_that_overlaps_no_other() {
        for pmu in Pmu::ids().filter_map(Pmu::find) {
            let description = &pmu.description;
            let mut bytes = Vec::new();
            let mut paths = 0;
            for unit in Map::new(description).units {
                for space in &unit.spaces {
                    for register in &space.registers {
                        let first = unit.offset + space.offset + register.offset;
                        let size = u64::from(register.width / 8);
                        assert_eq!(first % size, 0, "{}: {}", description.id, register.name);
                        assert!(register.offset + size <= space.size);
                        bytes.push((first, first + size, &unit.unit.name, register.name.clone()));
                        let mask = register.fields.iter().fold(0, |mask, field| mask | bits(field));
                        let path = description.registers_of(unit.unit.kind).flat_map(|at| {
                            let register = &description.registers[at];
                            register.access.iter().map(|path| (format!("{}{}", register.name, path.suffix), path))
                        });
                        let mut path = path
                            .filter(|(name, path)| *name == register.name && path.space_number == space.space.number);
                        assert_eq!(path.next().map(|(_, path)| u64::MAX >> (64 - path.width)), Some(mask));
                        paths += 1;
                    }
                }
            }
            bytes.sort();
            let overlap = bytes.windows(2).find(|pair| pair[0].1 > pair[1].0);
            assert_eq!(overlap, None, "{}", description.id);
            let of_unit = |unit: &Unit| {
                description.registers_of(unit.kind).map(|at| description.registers[at].access.len()).sum::<usize>()
            };
            assert_eq!(paths, description.units.iter().map(of_unit).sum::<usize>(), "{}", description.id);
        }
    }

    fn bits(field: &PathField) -> u64 {
        (u64::MAX >> (64 - field.width)) << field.low
    }
}
