//! The IA32_PerfEvtSel register (1.4.3.3).

use super::registers::unit_of;
use golden_model_common::x86::{FieldNames, SelectFormat};
use golden_model_core::description::Description;

/// The format of IA32_PerfEvtSel0, which all select registers share.
///
/// # Panics
/// Panics if the register or one of its fields is missing.
pub(super) fn format(description: &Description) -> SelectFormat {
    let kind = description.units[unit_of(description, 0)].kind;
    let Some(register) = description.register(kind, "IA32_PerfEvtSel0") else {
        panic!("the description has no register IA32_PerfEvtSel0")
    };
    let names = FieldNames {
        threshold: "CMASK",
        any_thread: Some("TCM"),
        pin_control: None,
        unit_mask: "UMASK",
        event: "EVENT",
    };
    SelectFormat::new(register, &names)
}
