//! How software and hardware access a field, in the terms of SystemRDL.

use golden_model_core::description::{AccessPath, Field, FieldAccess, Operation};

/// Access to a field through an access path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    /// Access by software: `rw`, `r` or `w`.
    pub sw: &'static str,
    /// Access by hardware: `rw`, `r`, `w` or `na`.
    pub hw: &'static str,
    /// Effect of a write other than to store its data: `woclr` or `woset`.
    pub onwrite: Option<&'static str>,
}

impl Access {
    /// The access to `field` through `path`. Hardware changes the fields of counters.
    pub fn new(field: &Field, path: &AccessPath, is_counter: bool) -> Self {
        let (sw, hw) = match field.access {
            FieldAccess::Rw if is_counter => ("rw", "rw"),
            FieldAccess::Rw => ("rw", "r"),
            FieldAccess::W1c => ("rw", "rw"),
            FieldAccess::Ro => ("r", "w"),
            FieldAccess::Wo => ("w", "r"),
            FieldAccess::Raz | FieldAccess::Sign => ("r", "na"),
        };
        let (sw, hw) = match (path.read_only, path.write_only) {
            (true, _) if sw == "rw" => ("r", "w"),
            (true, _) if sw == "w" => ("r", "na"),
            (_, true) => ("w", "r"),
            _ => (sw, hw),
        };
        let onwrite = match field.access {
            _ if sw == "r" => None,
            FieldAccess::W1c => Some("woclr"),
            _ => of_operation(path.operation),
        };
        Self { sw, hw, onwrite }
    }

    /// The access of a field that other tools have described in these terms. `None` for one that a description cannot express.
    pub fn of_field(
        sw: &str,
        hw: &str,
        onwrite: Option<&str>,
        reset: u64,
        operation: Operation,
    ) -> Option<FieldAccess> {
        let is_plain = onwrite.is_none() || onwrite == of_operation(operation);
        match (sw, onwrite) {
            ("rw", _) if is_plain => Some(FieldAccess::Rw),
            ("rw", Some("woclr")) => Some(FieldAccess::W1c),
            ("r", None) if hw == "na" && reset == 0 => Some(FieldAccess::Raz),
            ("r", None) => Some(FieldAccess::Ro),
            ("w", _) if is_plain => Some(FieldAccess::Wo),
            ("na", None) => Some(FieldAccess::Raz),
            _ => None,
        }
    }
}

/// The effect of a write in a space.
fn of_operation(operation: Operation) -> Option<&'static str> {
    match operation {
        Operation::Write => None,
        Operation::Set => Some("woset"),
        Operation::Clear => Some("woclr"),
    }
}
