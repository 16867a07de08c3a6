//! Properties of this project in other formats: what registers there cannot express.

use golden_model_core::description::{Operation, Space};

/// Type of the value of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Flag,
}

/// What has a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Block,
    Register,
    Field,
    Any,
}

/// Value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    Number(u64),
    Flag,
}

/// Name and value of a property.
pub(crate) type Property = (&'static str, Value);

/// All properties.
pub(crate) const ALL: [(&str, Owner, Kind); 35] = [
    // The PMU.
    ("pmu_id", Owner::Block, Kind::Text),
    ("pmu_manual", Owner::Block, Kind::Text),
    ("pmu_broadcast", Owner::Block, Kind::Text),
    ("pmu_broadcast_number", Owner::Block, Kind::Number),
    // `POSITION NAME NUMBER KIND` of each unit without registers, separated by commas.
    ("pmu_other_units", Owner::Block, Kind::Text),
    // `NAME NUMBER` of each space without registers, separated by commas.
    ("pmu_other_spaces", Owner::Block, Kind::Text),
    // A unit.
    ("pmu_unit_position", Owner::Block, Kind::Number),
    ("pmu_unit_number", Owner::Block, Kind::Number),
    ("pmu_kind", Owner::Block, Kind::Text),
    ("pmu_address_offset", Owner::Block, Kind::Number),
    // A space.
    ("pmu_space_number", Owner::Block, Kind::Number),
    ("pmu_operation", Owner::Block, Kind::Text),
    ("pmu_returns_old", Owner::Block, Kind::Flag),
    // `FIRST COUNT STEP` of each range in which addresses without a register answer, separated by commas.
    ("pmu_windows", Owner::Block, Kind::Text),
    // An access path of a register.
    ("pmu_path", Owner::Register, Kind::Number),
    ("pmu_address", Owner::Register, Kind::Number),
    ("pmu_low", Owner::Register, Kind::Number),
    ("pmu_width", Owner::Register, Kind::Number),
    ("pmu_suffix", Owner::Register, Kind::Text),
    ("pmu_read_only", Owner::Register, Kind::Flag),
    ("pmu_write_only", Owner::Register, Kind::Flag),
    // A register, in its first access path.
    ("pmu_position", Owner::Register, Kind::Number),
    ("pmu_number", Owner::Register, Kind::Number),
    ("pmu_short", Owner::Register, Kind::Text),
    ("pmu_counter", Owner::Register, Kind::Flag),
    ("pmu_select", Owner::Register, Kind::Text),
    ("pmu_upper", Owner::Register, Kind::Text),
    ("pmu_event_field", Owner::Register, Kind::Text),
    ("pmu_high_field", Owner::Register, Kind::Text),
    ("pmu_mask_field", Owner::Register, Kind::Text),
    // `NAME LOW WIDTH ACCESS RESET` of each field that no access path reaches, separated by commas.
    ("pmu_other_fields", Owner::Register, Kind::Text),
    // A field.
    ("pmu_access", Owner::Field, Kind::Text),
    ("pmu_must_be", Owner::Field, Kind::Number),
    // `LOW WIDTH RESET` of the complete field, if an access path reaches a part of it.
    ("pmu_complete", Owner::Field, Kind::Text),
    // The section of the manual, of a space, register or field.
    ("pmu_section", Owner::Any, Kind::Text),
];

/// A text, unless it is empty.
pub(crate) fn text(name: &'static str, value: &str) -> Option<Property> {
    (!value.is_empty()).then(|| (name, Value::Text(value.to_owned())))
}

/// A number.
pub(crate) fn number(name: &'static str, value: impl Into<u64>) -> Option<Property> {
    Some((name, Value::Number(value.into())))
}

/// A flag, if it is set.
pub(crate) fn flag(name: &'static str, value: bool) -> Option<Property> {
    value.then_some((name, Value::Flag))
}

/// The name of an operation; empty for a plain write.
pub(crate) fn operation(space: &Space) -> &'static str {
    match space.operation {
        Operation::Write => "",
        Operation::Set => "set",
        Operation::Clear => "clear",
    }
}
