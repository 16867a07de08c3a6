//! Registers by the names of the description.

use super::InputError;
use crate::description::{AccessPath, Register, Unit};
use crate::register_port::Request;
use crate::suggest::unknown;
use crate::Pmu;

/// The access to a register, such as `core0.PerfCtr0`, through its first access path that allows it. `data` is that of a write.
///
/// # Errors
/// If there is no such register, or no access path allows the access.
pub(super) fn request(pmu: &Pmu, name: &str, data: Option<u64>) -> Result<Request, InputError> {
    let (unit, register) = find(pmu, name)?;
    let allows = |path: &&AccessPath| if data.is_some() { !path.read_only } else { !path.write_only };
    let path = register.access.iter().find(allows);
    let (Some(path), Some(number)) = (path, unit.number) else {
        let what = if data.is_some() { "written" } else { "read" };
        return Err(InputError(format!("{name}: no access path lets software have it {what}")));
    };
    Ok(Request {
        write: data.is_some(),
        space: path.space_number,
        unit: number,
        addr: path.in_unit(unit),
        data: data.unwrap_or_default(),
    })
}

/// The unit and register of a name. A PMU with one unit of registers need not name it.
///
/// # Errors
/// If there is no such register.
pub(super) fn find<'p>(pmu: &'p Pmu, name: &str) -> Result<(&'p Unit, &'p Register), InputError> {
    let description = &pmu.description;
    let units = || description.units.iter().filter(|unit| unit.number.is_some());
    let all = || {
        units().flat_map(|unit| description.registers_of(unit.kind).map(move |at| (unit, &description.registers[at])))
    };
    let is_only = units().count() == 1;
    let is_named = |(unit, register): &(&Unit, &Register)| match name.split_once('.') {
        Some((of, own)) => of == unit.name && own == register.name,
        None => is_only && name == register.name,
    };
    all().find(is_named).ok_or_else(|| {
        let known = all().map(|(unit, register)| format!("{}.{}", unit.name, register.name));
        InputError(unknown(&format!("register of {}", description.id), name, known))
    })
}
