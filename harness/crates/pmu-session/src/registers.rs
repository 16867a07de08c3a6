//! Registers by the names of the description.

use crate::error::SessionError;
use golden_model::description::{AccessPath, Register, Unit};
use golden_model::register_port::Request;
use golden_model::Pmu;
use pmu_program::register_value;
use pmu_support::unknown;

/// The access to a register, such as `core0.PerfCtr0`, through its first access path that allows it. `data` is that of a write.
///
/// # Errors
/// If there is no such register, or no access path allows the access.
pub(crate) fn request(pmu: &Pmu, name: &str, data: Option<u64>) -> Result<Request, SessionError> {
    let (unit, register) = find(pmu, name)?;
    let allows = |path: &&AccessPath| if data.is_some() { !path.read_only } else { !path.write_only };
    let path = register.access.iter().find(allows);
    let (Some(path), Some(number)) = (path, unit.number) else {
        let what = if data.is_some() { "written" } else { "read" };
        return Err(SessionError::input(format!("{name}: no access path lets software have it {what}")));
    };
    Ok(Request {
        write: data.is_some(),
        space: path.space_number,
        unit: number,
        addr: path.in_unit(unit),
        data: data.unwrap_or_default(),
    })
}

/// The value of a register as text: its fields that are not 0.
///
/// # Errors
/// If there is no such register.
pub(crate) fn decode(pmu: &Pmu, name: &str, value: u64) -> Result<String, SessionError> {
    let (_, register) = find(pmu, name)?;
    Ok(format!("{name}{}", register_value(value, register)))
}

/// The unit and register of a name. A PMU with one unit of registers need not name it.
fn find<'p>(pmu: &'p Pmu, name: &str) -> Result<(&'p Unit, &'p Register), SessionError> {
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
        SessionError::input(unknown(&format!("register of {}", description.id), name, known))
    })
}
