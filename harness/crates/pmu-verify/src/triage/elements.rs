//! What a shrunk program consists of: accesses, inputs, transactions and events, without units, indices and values.

use crate::lockstep::folded_register;
use golden_model_core::description::{Field, Register};
use golden_model_core::placeholders::stem;
use golden_model_core::Pmu;
use pmu_program::{accessed_register, Access, OpKind, Program};
use std::collections::BTreeSet;

const RESET: &str = "reset";
const EVENTS: &str = "events";

/// The elements of a trigger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Elements(BTreeSet<String>);

impl Elements {
    /// The elements of a shrunk program: shrinking has removed everything else.
    pub fn of(pmu: &Pmu, program: &Program) -> Self {
        Self(program.ops.iter().flat_map(|op| elements(pmu, &op.kind)).collect())
    }

    /// Their names, such as `write PerfEvtSel.EN`, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }

    /// A program without everything that is not among them. What remains keeps its cycle. Expectations remain.
    pub fn only(&self, pmu: &Pmu, program: &Program) -> Program {
        let mut rest = program.clone();
        for op in &mut rest.ops {
            let is_known = elements(pmu, &op.kind).iter().any(|element| self.0.contains(element));
            match &mut op.kind {
                OpKind::Expect { .. } | OpKind::Wait(_) => {}
                OpKind::Access(access) if is_known => self.mask(pmu, access),
                OpKind::Reset(access) if self.0.contains(RESET) => match access {
                    Some(within) if access_elements(pmu, within).iter().any(|element| self.0.contains(element)) => {
                        self.mask(pmu, within);
                    }
                    _ => *access = None,
                },
                kind @ (OpKind::Access(_) | OpKind::Reset(_)) => *kind = OpKind::Wait(1),
                kind if !is_known => *kind = OpKind::Wait(0),
                _ => {}
            }
        }
        rest.ops.retain(|op| !matches!(op.kind, OpKind::Wait(0)));
        rest
    }

    /// Clears the written fields that are not among them.
    fn mask(&self, pmu: &Pmu, access: &mut Access) {
        let Some((_, register, path)) = accessed_register(access, pmu) else { return };
        let Some(value) = access.write.as_mut() else { return };
        if !has_fields(register) {
            return;
        }
        let name = folded_register(register);
        for (position, field) in register.fields.iter().enumerate() {
            if !self.0.contains(&written(&name, register, position)) {
                *value &= !(field.mask().checked_shr(path.low).unwrap_or(0));
            }
        }
    }
}

/// The elements of an operation; none for a wait or an expectation.
fn elements(pmu: &Pmu, kind: &OpKind) -> Vec<String> {
    let description = &pmu.description;
    match kind {
        OpKind::Expect { .. } | OpKind::Wait(_) => Vec::new(),
        OpKind::Set(assignment) | OpKind::Pulse(assignment) => {
            vec![format!("input {}", stem(&description.inputs[assignment.input].pattern))]
        }
        OpKind::Report(drive) => {
            vec![format!("transaction {}", without_index(&description.transactions[drive.transaction].name))]
        }
        OpKind::Raise(_) | OpKind::Hold(_) => vec![EVENTS.to_owned()],
        OpKind::Access(access) => access_elements(pmu, access),
        OpKind::Reset(access) => {
            let within = access.iter().flat_map(|access| access_elements(pmu, access));
            std::iter::once(RESET.to_owned()).chain(within).collect()
        }
    }
}

fn access_elements(pmu: &Pmu, access: &Access) -> Vec<String> {
    let kind = if access.write.is_some() { "write" } else { "read" };
    let Some((_, register, path)) = accessed_register(access, pmu) else {
        return vec![format!("{kind} without a register")];
    };
    let name = folded_register(register);
    let Some(value) = access.write.filter(|_| has_fields(register)) else {
        return vec![format!("{kind} {name}")];
    };
    let value = value.checked_shl(path.low).unwrap_or(0);
    let is_written = |field: &Field| !field.is_reserved() && field.extract(value) != 0;
    let fields = register.fields.iter().enumerate().filter(|(_, field)| is_written(field));
    let fields: Vec<_> = fields.map(|(position, _)| written(&name, register, position)).collect();
    if fields.is_empty() {
        return vec![format!("write {name}")];
    }
    fields
}

/// The write of a field. All fields that select the event are one: which of them an event needs is no property of the bug.
fn written(name: &str, register: &Register, field: usize) -> String {
    let is_of_event = register.selects.is_some_and(|it| [Some(it.event), it.high, it.mask].contains(&Some(field)));
    let field = if is_of_event { "event" } else { without_index(&register.fields[field].name) };
    format!("write {name}.{field}")
}

/// A name without its unit and its trailing number, which is an index in names such as `EN_PMC1` and `lane0`.
fn without_index(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name).trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Whether the values of single fields matter: not for a counter, whose values differ from program to program.
fn has_fields(register: &Register) -> bool {
    !register.counter && register.fields.iter().filter(|field| !field.is_reserved()).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use pmu_program::Source;
    use std::path::Path;

    fn program(pmu: &Pmu, text: &str) -> Program {
        let source = Source::parse(Path::new("test.pmu"), text).expect("a program");
        source.resolve("test".to_owned(), pmu).expect("names of the PMU")
    }

    const SHRUNK: &str = "pmu k8\nwrite core1.PerfEvtSel2 EVENT_SELECT=0xC0 UNIT_MASK=1 EN=1\nset core1.halted = 1\n\
                          raise core1 RETIRED_INSTRUCTIONS = 1\nread core1.PerfCtr2\n";

    #[test]
    fn elements_have_no_unit_index_or_value() {
        let pmu = Pmu::find("k8").expect("a PMU");
        let elements = Elements::of(&pmu, &program(&pmu, SHRUNK));
        let expected = ["events", "input halted", "read PerfCtr", "write PerfEvtSel.EN", "write PerfEvtSel.event"];
        assert_eq!(elements.names(), expected);
    }

    /// What remains of another program keeps its cycle and its own units, indices and values.
    #[test]
    fn rest_of_a_program_has_these_elements_in_the_same_cycles() {
        let pmu = Pmu::find("k8").expect("a PMU");
        let elements = Elements::of(&pmu, &program(&pmu, SHRUNK));
        let whole = "pmu k8\nset core0.cpl = 3\nwrite core0.PerfCtr0 = 5\nreset\nwrite core0.PerfEvtSel0 EVENT_SELECT=0x76 INV=1 EN=1\n\
                     write core0.PerfEvtSel1 INV=1\nwait 4\nread core0.PerfCtr0\n";
        let rest =
            "pmu k8\nwait\nwait\nwrite core0.PerfEvtSel0 EVENT_SELECT=0x76 EN=0x1\nwait\nwait 4\nread core0.PerfCtr0\n";
        assert_eq!(elements.only(&pmu, &program(&pmu, whole)).to_text(&pmu), rest);
    }
}
