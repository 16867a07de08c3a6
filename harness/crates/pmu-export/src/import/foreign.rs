//! Registers of a SystemRDL file that this project has not written: one unit with one space, whose addresses are those of bytes.

use super::document::{Bits, Block};
use super::registers::{Path, Register, Registers, Space, Unit};
use crate::registers::Access;
use golden_model_core::description::{Field, FieldAccess, Operation};

/// The only space.
const SPACE: &str = "bus";

/// The registers below `top`, in the order of their addresses.
///
/// # Errors
/// For the first component that a description cannot express.
pub(super) fn registers(name: &str, top: &Block) -> Result<Registers, String> {
    let mut found = Registers::default();
    add(top, "", &mut found.registers)?;
    let mut names: Vec<_> = found.registers.iter().map(|register| &register.name).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two registers are named {}; rename one, or a block around it", pair[0]));
    }
    found.units.push(Unit { name: name.to_owned(), number: Some(0), kind: String::new() });
    found.spaces.push(Space {
        name: SPACE.to_owned(),
        number: 0,
        doc: "memory-mapped registers; the address is that of the first byte".to_owned(),
        section: top.path.clone(),
        operation: String::new(),
        returns_old: false,
        windows: Vec::new(),
    });
    Ok(found)
}

/// Adds the registers of a block. Their names begin with `prefix`.
fn add(block: &Block, prefix: &str, found: &mut Vec<Register>) -> Result<(), String> {
    for inner in &block.blocks {
        if inner.is_memory {
            return Err(format!("{}: a description has no memories; remove it", inner.path));
        }
        match inner.width {
            Some(width) => found.push(register(inner, width, format!("{prefix}{}", inner.name))?),
            None => add(inner, &format!("{prefix}{}_", inner.name), found)?,
        }
    }
    Ok(())
}

fn register(block: &Block, width: u32, name: String) -> Result<Register, String> {
    let Block { path, doc, .. } = block;
    if width > 64 {
        return Err(format!("{path}: it has {width} bits, a register of a description at most 64; divide it"));
    }
    if block.is_alias {
        return Err(format!("{path}: a description has no alias registers; remove it, or make it a separate register"));
    }
    let part = block.access_width.unwrap_or(width).min(width);
    let access = |low: u32| {
        let address = block.address + u64::from(low / 8);
        let address = address.try_into().map_err(|_| {
            format!("{path}: its address {address:#x} has more than 32 bits; choose a top closer to the registers")
        })?;
        let suffix = if part == width { String::new() } else { format!("_{}", low / part) };
        Ok(Path {
            space: SPACE.to_owned(),
            addresses: vec![address],
            low,
            width: part,
            suffix,
            read_only: false,
            write_only: false,
        })
    };
    let mut register = Register {
        name,
        number: None,
        short: String::new(),
        kind: String::new(),
        width,
        counter: false,
        select: String::new(),
        upper: String::new(),
        event_field: String::new(),
        high_field: String::new(),
        mask_field: String::new(),
        section: path.clone(),
        doc: doc.clone(),
        access: (0..width).step_by(part as usize).map(access).collect::<Result<_, String>>()?,
        fields: block.fields.iter().map(|bits| field(bits, path)).collect::<Result<_, _>>()?,
    };
    register.fill();
    Ok(register)
}

fn field(bits: &Bits, section: &str) -> Result<Field, String> {
    let Bits { name, path, doc, low, width, .. } = bits;
    if bits.has_reset_signal {
        return Err(format!("{path}: its reset is not a number; a description needs one"));
    }
    Ok(Field {
        name: name.clone(),
        low: *low,
        width: *width,
        access: access(bits, Operation::Write)?,
        reset: bits.reset.unwrap_or(0),
        must_be: 0,
        section: section.to_owned(),
        doc: doc.clone(),
    })
}

/// The access to a field by the properties of SystemRDL.
///
/// # Errors
/// If a description cannot express it.
pub(super) fn access(bits: &Bits, operation: Operation) -> Result<FieldAccess, String> {
    let Bits { path, sw, hw, onread, onwrite, .. } = bits;
    if let Some(effect) = onread {
        return Err(format!(
            "{path}: onread = {effect}: a read changes no register of a description; remove the property"
        ));
    }
    let found = Access::of_field(sw, hw, onwrite.as_deref(), bits.reset.unwrap_or(0), operation);
    found.ok_or_else(|| {
        let effect = onwrite.as_ref().map_or(String::new(), |effect| format!(" with onwrite = {effect}"));
        format!(
            "{path}: sw = {sw}{effect}: a field of a description is rw, r, w, or rw with onwrite = woclr; change it to one of these"
        )
    })
}
