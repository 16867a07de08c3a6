//! The PerfEvtSel register (10.2).

use golden_model_common::x86::{FieldNames, SelectFormat};
use golden_model_core::description::Description;

/// The format of PerfEvtSel0, which all four select registers share.
///
/// # Panics
/// Panics if the register or one of its fields is missing.
pub(super) fn format(description: &Description) -> SelectFormat {
    let Some(register) = description.register(0, "PerfEvtSel0") else {
        panic!("the description has no register PerfEvtSel0")
    };
    let names = FieldNames {
        threshold: "CNT_MASK",
        any_thread: None,
        pin_control: Some("PC"),
        unit_mask: "UNIT_MASK",
        event: "EVENT_SELECT",
    };
    SelectFormat::new(register, &names)
}
