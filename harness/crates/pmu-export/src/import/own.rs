//! Registers of a SystemRDL file that `pmu-cosim export` has written.

use super::document::{Bits, Block};
use super::foreign;
use super::registers::{Path, Register, Registers, Space, Unit};
use golden_model_core::description::Field;
use golden_model_core::description::Operation;
use serde::de::value::{Error, StrDeserializer};
use serde::de::IntoDeserializer;
use serde::Deserialize;

/// The registers below `top`.
///
/// # Errors
/// If a property of ours is missing or wrong.
pub(super) fn registers(top: &Block) -> Result<Registers, String> {
    let properties = top.properties();
    let broadcast = properties.text("pmu_broadcast");
    let mut found = Registers {
        manual: properties.text("pmu_manual"),
        broadcast: properties.number("pmu_broadcast_number").map(|number| (broadcast, number)),
        ..Registers::default()
    };
    let mut units: Vec<_> = other_units(top)?.into_iter().map(|(position, unit)| (position, unit, None)).collect();
    for block in &top.blocks {
        let own = block.properties();
        let unit = Unit { name: block.name.clone(), number: own.number("pmu_unit_number"), kind: own.text("pmu_kind") };
        units.push((own.required("pmu_unit_position")?, unit, Some(block)));
    }
    units.sort_by_key(|(position, ..)| *position);
    for (_, unit, block) in units {
        if let Some(block) = block {
            add_spaces(block, &mut found)?;
            add_registers(block, &unit, &mut found)?;
        }
        found.units.push(unit);
    }
    for [name, number] in list(top, "pmu_other_spaces")? {
        let number = parsed(top, "pmu_other_spaces", &number)?;
        found.spaces.push(Space {
            name,
            number,
            doc: "without registers".to_owned(),
            section: String::new(),
            operation: String::new(),
            returns_old: false,
            windows: Vec::new(),
        });
    }
    found.spaces.sort_by_key(|space| space.number);
    found.registers.iter_mut().for_each(Register::fill);
    Ok(found)
}

/// The units without registers, each with its position.
fn other_units(top: &Block) -> Result<Vec<(u32, Unit)>, String> {
    const NAME: &str = "pmu_other_units";
    let unit = |[position, name, number, kind]: [String; 4]| {
        let number = if number == "-" { None } else { Some(parsed(top, NAME, &number)?) };
        Ok((parsed(top, NAME, &position)?, Unit { name, number, kind }))
    };
    list(top, NAME)?.into_iter().map(unit).collect()
}

/// Adds the spaces of a unit that are not yet known.
fn add_spaces(unit: &Block, found: &mut Registers) -> Result<(), String> {
    for block in &unit.blocks {
        let properties = block.properties();
        let number = properties.required("pmu_space_number")?;
        let mut windows = Vec::new();
        for window in list(block, "pmu_windows")? {
            let [first, count, step] = window.map(|number| parsed(block, "pmu_windows", &number));
            windows.push((first?, count?, step?));
        }
        match found.spaces.iter_mut().find(|space| space.number == number) {
            // Windows of one unit cannot be expressed.
            Some(known) => known.windows.retain(|window| windows.contains(window)),
            None => found.spaces.push(Space {
                name: block.name.clone(),
                number,
                doc: block.doc.clone(),
                section: properties.text("pmu_section"),
                operation: properties.text("pmu_operation"),
                returns_old: properties.flag("pmu_returns_old"),
                windows,
            }),
        }
    }
    Ok(())
}

/// Adds the registers of a unit, or its addresses if another unit of its kind had the same registers.
fn add_registers(unit: &Block, of: &Unit, found: &mut Registers) -> Result<(), String> {
    let offset = unit.properties().number("pmu_address_offset").unwrap_or(0);
    let mut paths: Vec<_> = Vec::new();
    for space in &unit.blocks {
        for register in &space.blocks {
            paths.push((register.properties().required("pmu_path")?, space, register));
        }
    }
    paths.sort_by_key(|(number, ..)| *number);
    let is_new = !found.units.iter().any(|known| known.kind == of.kind);
    let mut added = Vec::new();
    for (number, space, block) in paths {
        let properties = block.properties();
        let suffix = properties.text("pmu_suffix");
        let name = block.name.strip_suffix(&suffix).unwrap_or(&block.name);
        let address = properties.required("pmu_address")?.checked_add(offset);
        let address = address.ok_or_else(|| wrong(block, "pmu_address"))?;
        if !is_new {
            let known = found.registers.iter_mut().find(|known| known.kind == of.kind && known.name == name);
            let path = known.and_then(|known| known.access.get_mut(number as usize));
            let what = || format!("{}: another unit of its kind has no such register", block.path);
            path.ok_or_else(what)?.addresses.push(address);
            continue;
        }
        if number == 0 {
            added.push((properties.required("pmu_position")?, register(block, name, &of.kind)?));
        }
        let what = || format!("{}: the first access path of {name} is missing; export the registers again", block.path);
        let (_, register) = added.iter_mut().find(|(_, known)| known.name == name).ok_or_else(what)?;
        add_path(block, space, register, address)?;
    }
    added.sort_by_key(|(position, _)| *position);
    found.registers.extend(added.into_iter().map(|(_, register)| register));
    Ok(())
}

/// A register without access paths and fields.
fn register(block: &Block, name: &str, kind: &str) -> Result<Register, String> {
    let properties = block.properties();
    let mut fields = Vec::new();
    for [name, low, width, access, reset] in list(block, "pmu_other_fields")? {
        const NAME: &str = "pmu_other_fields";
        fields.push(Field {
            name,
            low: parsed(block, NAME, &low)?,
            width: parsed(block, NAME, &width)?,
            access: named(&block.path, &access)?,
            reset: parsed(block, NAME, &reset)?,
            must_be: 0,
            section: String::new(),
            doc: "not reached by an access path".to_owned(),
        });
    }
    Ok(Register {
        name: name.to_owned(),
        number: properties.number("pmu_number"),
        short: properties.text("pmu_short"),
        kind: kind.to_owned(),
        width: properties.required("pmu_width")?,
        counter: properties.flag("pmu_counter"),
        select: properties.text("pmu_select"),
        upper: properties.text("pmu_upper"),
        event_field: properties.text("pmu_event_field"),
        high_field: properties.text("pmu_high_field"),
        mask_field: properties.text("pmu_mask_field"),
        section: properties.text("pmu_section"),
        doc: block.doc.clone(),
        access: Vec::new(),
        fields,
    })
}

/// Adds an access path, and the fields that it reaches and others do not.
fn add_path(block: &Block, space: &Block, register: &mut Register, address: u32) -> Result<(), String> {
    let properties = block.properties();
    let low = properties.number("pmu_low").unwrap_or(0);
    let end = block.fields.iter().map(|bits| bits.low + bits.width).max().unwrap_or(0);
    register.access.push(Path {
        space: space.name.clone(),
        addresses: vec![address],
        low,
        width: end,
        suffix: properties.text("pmu_suffix"),
        read_only: properties.flag("pmu_read_only"),
        write_only: properties.flag("pmu_write_only"),
    });
    let operation = operation(space)?;
    for bits in &block.fields {
        let field = field(bits, low, operation)?;
        if !register.fields.iter().any(|known| known.low == field.low) {
            register.fields.push(field);
        }
    }
    Ok(())
}

/// The complete field of which an access path from bit `low` on reaches these bits.
fn field(bits: &Bits, low: u32, operation: Operation) -> Result<Field, String> {
    let properties = bits.properties();
    let mut field = Field {
        name: bits.name.clone(),
        low: low + bits.low,
        width: bits.width,
        access: match properties.text("pmu_access").as_str() {
            "" => foreign::access(bits, operation)?,
            access => named(&bits.path, access)?,
        },
        reset: bits.reset.unwrap_or(0),
        must_be: properties.number("pmu_must_be").unwrap_or(0),
        section: properties.text("pmu_section"),
        doc: bits.doc.clone(),
    };
    let complete = properties.text("pmu_complete");
    if let [low, width, reset] = complete.split(' ').collect::<Vec<_>>()[..] {
        let what = || format!("{}: the property pmu_complete is wrong; export the registers again", bits.path);
        field.low = number(low).ok_or_else(what)?;
        field.width = number(width).ok_or_else(what)?;
        field.reset = number(reset).ok_or_else(what)?;
    }
    Ok(field)
}

fn operation(space: &Block) -> Result<Operation, String> {
    match space.properties().text("pmu_operation").as_str() {
        "" => Ok(Operation::Write),
        name => named(&space.path, name),
    }
}

/// A value by its word in descriptions.
fn named<'t, T: Deserialize<'t>>(path: &str, word: &'t str) -> Result<T, String> {
    let word: StrDeserializer<Error> = word.into_deserializer();
    T::deserialize(word).map_err(|error| format!("{path}: {error}"))
}

/// The entries of a list of ours, each of `N` words.
fn list<const N: usize>(block: &Block, name: &str) -> Result<Vec<[String; N]>, String> {
    let text = block.properties().text(name);
    let entry = |entry: &str| {
        // The last word may be empty.
        let words: Vec<_> = entry.splitn(N, ' ').map(str::to_owned).collect();
        words.try_into().map_err(|_| wrong(block, name))
    };
    text.split(", ").filter(|entry| !entry.is_empty()).map(entry).collect()
}

/// A number of a list of ours.
fn parsed<T: TryFrom<u64>>(block: &Block, name: &str, text: &str) -> Result<T, String> {
    number(text).ok_or_else(|| wrong(block, name))
}

fn wrong(block: &Block, name: &str) -> String {
    format!("{}: the property {name} is wrong; export the registers again", block.path)
}

/// A decimal or hexadecimal number, if the type can represent it.
fn number<T: TryFrom<u64>>(text: &str) -> Option<T> {
    let number: u64 = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => text.parse().ok()?,
    };
    number.try_into().ok()
}
