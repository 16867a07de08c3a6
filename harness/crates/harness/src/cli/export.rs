//! `export`: writes the registers of a PMU in a format of register tools.

use super::args::{self, RegisterFormat};
use super::output;
use super::status::Status;
use crate::pmu_selection::find_pmu;
use crate::Error;
use pmu_export::registers::{ip_xact, systemrdl, unusable_name};

pub(super) fn export(arguments: &args::Export) -> Result<Status, Error> {
    let description = &find_pmu(&arguments.pmu)?.description;
    if description.registers.is_empty() {
        let what = format!("{}: its description has no registers, so there is nothing to export", description.id);
        return Err(Error::Input(what));
    }
    if let Some(name) = unusable_name(description) {
        let what =
            "is not an identifier of letters, digits and _, which the formats need; rename it in the description";
        return Err(Error::Input(format!("{}: {name:?} {what}", description.id)));
    }
    let text = match arguments.format {
        RegisterFormat::Systemrdl => systemrdl(description),
        RegisterFormat::IpXact => ip_xact(description),
    };
    output::write(arguments.out.as_deref(), &text)?;
    Ok(Status::Pass)
}
