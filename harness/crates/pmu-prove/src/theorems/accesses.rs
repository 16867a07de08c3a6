//! An access to a register that does not exist, and a read, changes nothing.

use crate::machine::{Cycle, Frame, Machine, State, SymbolicAccess};
use crate::theorem::{Execution, Source, Theorem};
use pmu_netlist::{Literal, FALSE, TRUE};
use pmu_results::TheoremKind;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let pair = Pair::new(machine);
    let mut theorems = vec![pair.theorem(machine, TheoremKind::Reads, "all registers", |machine, pair| {
        let changed = pair.changes(machine, source);
        (vec![pair.access.write ^ 1], changed)
    })];
    theorems.push(pair.theorem(machine, TheoremKind::Decoder, "all addresses", |machine, pair| {
        let reached = reached(machine, source, &pair.access);
        let changed = pair.changes(machine, source);
        let error = machine.port(&pair.with, "bus_error");
        let data = machine.port(&pair.with, "bus_rdata");
        let answered = machine.graph.any(data);
        let accepted = machine.graph.any(error) ^ 1;
        let wrong = machine.graph.any([changed, answered, accepted]);
        (vec![reached ^ 1], wrong)
    }));
    theorems
}

/// The same cycle from the same state, with an access and without.
struct Pair {
    state: State,
    access: SymbolicAccess,
    frames: [Frame; 2],
    with: Cycle,
    without: Cycle,
}

impl Pair {
    fn new(machine: &mut Machine) -> Self {
        let (state, access, idle) = (machine.free_state(), machine.free_access(), machine.free_frame());
        let frame = machine.with_access(&idle, &access);
        let (with, without) = (machine.run(&state, &frame), machine.run(&state, &idle));
        Self { state, access, frames: [frame, idle], with, without }
    }

    fn theorem(
        &self,
        machine: &mut Machine,
        kind: TheoremKind,
        subject: &str,
        statement: impl FnOnce(&mut Machine, &Self) -> (Vec<Literal>, Literal),
    ) -> Theorem {
        let (mut assumed, violated) = statement(machine, self);
        assumed.push(self.frames[0].allowed);
        let execution = |frame: &Frame| Execution { start: self.state.clone(), frames: vec![frame.clone()] };
        Theorem {
            kind,
            subject: subject.to_owned(),
            assumed,
            violated,
            executions: self.frames.iter().map(execution).collect(),
        }
    }

    /// Whether a register or an output other than the response differs.
    fn changes(&self, machine: &mut Machine, source: &Source) -> Literal {
        let mut changed = machine.graph.differ(&self.with.next, &self.without.next);
        for output in &source.pmu.description.outputs {
            if source.rules.is_response(&output.name) {
                continue;
            }
            let [with, without] = [&self.with, &self.without].map(|cycle| machine.observed(cycle, &output.name));
            let differs = machine.graph.differ(&with, &without);
            changed = machine.graph.or(changed, differs);
        }
        changed
    }
}

/// Whether an access reaches a register in its direction, or an address that answers without one.
fn reached(machine: &mut Machine, source: &Source, access: &SymbolicAccess) -> Literal {
    let description = &source.pmu.description;
    let mut reached = FALSE;
    for path in &source.map.paths {
        let known = source.map.access(path, None);
        let of = source.map.access_path(path);
        let here = at(machine, access, known.space, Some(known.unit), known.address);
        let direction = match (of.read_only, of.write_only) {
            (true, _) => access.write ^ 1,
            (_, true) => access.write,
            _ => TRUE,
        };
        let here = machine.graph.and(here, direction);
        reached = machine.graph.or(reached, here);
    }
    for space in &description.spaces {
        if source.rules.any_address.contains(&space.name) {
            let here = machine.graph.is_number(&access.space, space.number.into());
            reached = machine.graph.or(reached, here);
        }
        for window in &space.windows {
            let units: Vec<u32> = match window.unit {
                Some(unit) => description.units[unit].number.into_iter().collect(),
                None => description.units.iter().filter_map(|unit| unit.number).collect(),
            };
            for unit in units {
                for position in 0..window.count {
                    let address = window.first.wrapping_add(position * window.step);
                    let here = at(machine, access, space.number, Some(unit), address);
                    reached = machine.graph.or(reached, here);
                }
            }
        }
    }
    if let Some(broadcast) = &description.broadcast {
        let all = machine.graph.is_number(&access.unit, broadcast.number.into());
        let written = machine.graph.and(all, access.write);
        reached = machine.graph.or(reached, written);
    }
    reached
}

fn at(machine: &mut Machine, access: &SymbolicAccess, space: u32, unit: Option<u32>, address: u32) -> Literal {
    let space = machine.graph.is_number(&access.space, space.into());
    let unit = unit.map_or(TRUE, |unit| machine.graph.is_number(&access.unit, unit.into()));
    let address = machine.graph.is_number(&access.address, address.into());
    machine.graph.all([space, unit, address])
}
