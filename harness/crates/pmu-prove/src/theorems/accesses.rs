//! An access to a register that does not exist, and a read, changes nothing.

use super::differ;
use crate::machine::{Cycle, Frame, Machine, State, SymbolicAccess};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use golden_model_core::description::{FieldAccess, BUS_RESPONSE};
use pmu_netlist::{Literal, FALSE, TRUE};
use pmu_program::{Access, Expected};
use pmu_results::TheoremKind;
use pmu_verify::metamorphic::Mirror;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let mut theorems = Vec::new();
    for (write, name) in [(FALSE, "reads"), (TRUE, "writes")] {
        let pair = Pair::new(machine, source, write);
        let changed = pair.changes(machine, source);
        if write == FALSE {
            theorems.push(pair.theorem(TheoremKind::Reads, "all addresses", Vec::new(), changed.clone()));
        }
        let mut violated = changed;
        let error = machine.port(&pair.with, "bus_error").first().copied().unwrap_or(FALSE);
        // An address that answers without a register is accepted, unless an input refuses it.
        let accepted = machine.graph.xor(error, pair.answered);
        let accepted = machine.graph.select(pair.may_be_refused, FALSE, accepted ^ 1);
        let data = machine.port(&pair.with, "bus_rdata");
        let data = machine.graph.any(data);
        violated.push(Violation { what: "bus_error".to_owned(), when: accepted });
        violated.push(Violation { what: "bus_rdata".to_owned(), when: data });
        theorems.push(pair.theorem(TheoremKind::Decoder, name, vec![pair.reached ^ 1], violated));
    }
    theorems.push(idle(machine, source));
    theorems.extend(source.rules.mirrors.iter().map(|mirror| mirrored(machine, source, mirror)));
    theorems.extend(returned(machine, source));
    theorems
}

/// A read of a register returns its state word.
fn returned(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let (start, idle) = (machine.free_state(), machine.free_frame());
    let mut theorems = Vec::new();
    for at in &source.map.paths {
        let (register, path) = (source.map.register(at.register), source.map.access_path(at));
        let is_exempt = source.rules.any_address.contains(&path.space) || source.rules.masked.contains(&register.name);
        let Some((slot, low)) = source.map.value_of(at.register, source.rules).filter(|_| !is_exempt) else { continue };
        if path.write_only || source.rules.is_window(register) {
            continue;
        }
        let access = SymbolicAccess { write: FALSE, ..machine.written_access(&source.map.access(at, None)) };
        let frame = machine.with_access(&idle, &access);
        let cycle = machine.run(&start, &frame);
        let slot = &source.pmu.observation.slots()[slot].name;
        let word = machine.observed(&cycle, slot);
        let data = machine.port(&cycle, BUS_RESPONSE[1].0);
        let error = machine.port(&cycle, BUS_RESPONSE[0].0).first().copied().unwrap_or(FALSE);
        if word.is_empty() || data.is_empty() {
            continue;
        }
        let sign = register.fields.iter().filter(|field| field.access == FieldAccess::Sign);
        let sign = sign.fold(0, |bits, field| bits | field.mask());
        let mut differs = FALSE;
        for (bit, &data) in data.iter().enumerate() {
            let own = path.low as usize + bit;
            let is_own = bit < path.width as usize;
            let value = if is_own { word.get(low as usize + own).copied().unwrap_or(FALSE) } else { FALSE };
            if !(is_own && sign >> own & 1 == 1) {
                let here = machine.graph.xor(value, data);
                differs = machine.graph.or(differs, here);
            }
        }
        // An input may refuse the read or force it to 0.
        if source.rules.maskable_reads.contains(&path.space) || source.rules.refuses(&path.space) {
            let some = machine.graph.any(data.iter().copied());
            differs = machine.graph.and(differs, some);
        }
        let refused = if source.rules.refuses(&path.space) { FALSE } else { error };
        let claim = Claim {
            assumed: vec![frame.allowed],
            violated: vec![
                Violation { what: slot.clone(), when: differs },
                Violation { what: "bus_error".to_owned(), when: refused },
            ],
            runs: vec![Run { start: start.clone(), frames: vec![frame.clone()] }],
        };
        let unit = &source.pmu.description.units[at.register.unit].name;
        let name = format!("{unit}.{}{}, space {}", register.name, path.suffix, path.space);
        theorems.push(Theorem::new(TheoremKind::Reads, &name, claim));
    }
    theorems
}

/// An access to a mirror does what it does at the addresses that the description names.
fn mirrored(machine: &mut Machine, source: &Source, mirror: &Mirror) -> Theorem {
    let (start, write, idle) = (machine.free_state(), machine.graph.input(), machine.free_frame());
    let offset = machine.free_access(write);
    let space = source.pmu.description.spaces.iter().find(|space| space.name == mirror.space);
    let number = space.map_or(0, |space| space.number);
    let space = (0..offset.space.len()).map(|bit| Literal::from(number >> bit & 1 == 1)).collect();
    let offset = SymbolicAccess { space, ..offset };
    let frames = [mirror.of, mirror.first].map(|base| {
        let address = based(mirror, base, &offset.address);
        machine.with_access(&idle, &SymbolicAccess { address, ..offset.clone() })
    });
    let [without, with] = machine.run_merged(&start, [&frames[0], &frames[1]], &[]);
    let [_, frame] = frames;
    let pair = Pair { reached: FALSE, answered: FALSE, may_be_refused: FALSE, start, frame, with, without };
    let mut violated = pair.changes(machine, source);
    for (name, _) in BUS_RESPONSE {
        let [one, other] = [&pair.with, &pair.without].map(|cycle| machine.port(cycle, name));
        violated.extend(differ(machine, name, &one, &other));
    }
    let name = format!("mirror {:#x} of {:#x}, space {}", mirror.first, mirror.of, mirror.space);
    pair.theorem(TheoremKind::Decoder, &name, Vec::new(), violated)
}

/// An address with the bits above the size of a mirror from `base`.
fn based(mirror: &Mirror, base: u32, address: &[Literal]) -> Vec<Literal> {
    let is_low = |bit: usize| mirror.size >> bit > 1;
    let bit = |(bit, &literal)| if is_low(bit) { literal } else { Literal::from(base >> bit & 1 == 1) };
    address.iter().enumerate().map(bit).collect()
}

/// An access at the address that the description names, for one to a mirror of it.
fn named(machine: &mut Machine, source: &Source, access: &SymbolicAccess) -> SymbolicAccess {
    let mut named = access.clone();
    for mirror in &source.rules.mirrors {
        let Some(space) = source.pmu.description.spaces.iter().find(|space| space.name == mirror.space) else {
            continue;
        };
        let mut here = machine.graph.is_number(&access.space, space.number.into());
        let there = based(mirror, mirror.first, &access.address);
        for (&bit, there) in access.address.iter().zip(there) {
            let is_other = machine.graph.xor(bit, there);
            here = machine.graph.and(here, is_other ^ 1);
        }
        let of = based(mirror, mirror.of, &access.address);
        named.address = named.address.iter().zip(of).map(|(&own, of)| machine.graph.select(here, of, own)).collect();
    }
    named
}

/// Without `bus_valid` the rest of the request has no effect.
fn idle(machine: &mut Machine, source: &Source) -> Theorem {
    let (start, write, idle) = (machine.free_state(), machine.graph.input(), machine.free_frame());
    let access = machine.free_access(write);
    let frame = machine.with_access(&idle, &access);
    let frame = machine.with(&frame, &[("bus_valid", FALSE)]);
    let [without, with] = [&idle, &frame].map(|frame| machine.run(&start, frame));
    let pair = Pair { reached: FALSE, answered: FALSE, may_be_refused: FALSE, start, frame, with, without };
    let mut violated = pair.changes(machine, source);
    for (name, _) in BUS_RESPONSE {
        let [one, other] = [&pair.with, &pair.without].map(|cycle| machine.port(cycle, name));
        violated.extend(differ(machine, name, &one, &other));
    }
    pair.theorem(TheoremKind::Decoder, "no access", Vec::new(), violated)
}

/// The same cycle from the same state, with an access and without.
struct Pair {
    /// Whether the access reaches a register.
    reached: Literal,
    /// Whether its address answers without a register.
    answered: Literal,
    /// Whether it is to such an address in a space whose accesses an input can refuse.
    may_be_refused: Literal,
    /// The state before the cycle.
    start: State,
    /// The inputs with the access.
    frame: Frame,
    with: Cycle,
    without: Cycle,
}

impl Pair {
    fn new(machine: &mut Machine, source: &Source, write: Literal) -> Self {
        let (state, access, idle) = (machine.free_state(), machine.free_access(write), machine.free_frame());
        let named = named(machine, source, &access);
        let reached = reached(machine, source, &named);
        let [answered, may_be_refused] = answered(machine, source, &named);
        let frame = machine.with_access(&idle, &access);
        // A read changes nothing at any address.
        let assumed = if write == TRUE { &[reached ^ 1][..] } else { &[] };
        let [without, with] = machine.run_merged(&state, [&idle, &frame], assumed);
        Self { reached, answered, may_be_refused, start: state, frame, with, without }
    }

    fn theorem(&self, kind: TheoremKind, name: &str, mut assumed: Vec<Literal>, violated: Vec<Violation>) -> Theorem {
        assumed.push(self.frame.allowed);
        let run = Run { start: self.start.clone(), frames: vec![self.frame.clone()] };
        Theorem::new(kind, name, Claim { assumed, violated, runs: vec![run] })
    }

    /// Each register and each output other than the response, with whether it differs.
    fn changes(&self, machine: &mut Machine, source: &Source) -> Vec<Violation> {
        let pairs = self.with.next.iter().copied().zip(self.without.next.iter().copied());
        let mut changes: Vec<Violation> = Vec::new();
        for ((with, without), register) in pairs.zip(&machine.design.registers) {
            let when = machine.graph.xor(with, without);
            if when != FALSE {
                changes.push(Violation { what: register.name.clone(), when });
            }
        }
        let outputs = source.pmu.description.outputs.iter().filter(|output| !source.rules.is_response(&output.name));
        for output in outputs {
            let [with, without] = [&self.with, &self.without].map(|cycle| machine.observed(cycle, &output.name));
            changes.extend(differ(machine, &output.name, &with, &without));
        }
        changes
    }
}

/// Whether an access reaches a register in its direction, all registers, or a space without addresses.
fn reached(machine: &mut Machine, source: &Source, access: &SymbolicAccess) -> Literal {
    let description = &source.pmu.description;
    let mut reached = FALSE;
    for path in &source.map.paths {
        let known = source.map.access(path, None);
        let of = source.map.access_path(path);
        let here = at(machine, access, known.space, known.unit, known.address);
        let direction = match (of.read_only, of.write_only) {
            (true, _) => access.write ^ 1,
            (_, true) => access.write,
            _ => TRUE,
        };
        let here = machine.graph.and(here, direction);
        reached = machine.graph.or(reached, here);
    }
    for space in description.spaces.iter().filter(|space| source.rules.any_address.contains(&space.name)) {
        let here = machine.graph.is_number(&access.space, space.number.into());
        reached = machine.graph.or(reached, here);
    }
    if let Some(broadcast) = &description.broadcast {
        let all = machine.graph.is_number(&access.unit, broadcast.number.into());
        let written = machine.graph.and(all, access.write);
        reached = machine.graph.or(reached, written);
    }
    reached
}

/// Whether the address of an access answers without a register, and whether an input can refuse that.
fn answered(machine: &mut Machine, source: &Source, access: &SymbolicAccess) -> [Literal; 2] {
    let description = &source.pmu.description;
    let mut answered = [FALSE; 2];
    for space in &description.spaces {
        let may_be_refused = source.rules.refuses(&space.name);
        for window in &space.windows {
            let units: Vec<u32> = match window.unit {
                Some(unit) => description.units[unit].number.into_iter().collect(),
                None => description.units.iter().filter_map(|unit| unit.number).collect(),
            };
            let is_known = |unit: u32, address: u32| {
                let access = Access { space: space.number, unit, address, write: None, expected: Expected::Anything };
                source.map.reached(&access).is_some()
            };
            for unit in units {
                for position in 0..window.count {
                    let address = window.first.wrapping_add(position * window.step);
                    // At the address of a register that has only the other direction, the access is refused.
                    if is_known(unit, address) {
                        continue;
                    }
                    let here = at(machine, access, space.number, unit, address);
                    answered[usize::from(may_be_refused)] =
                        machine.graph.or(answered[usize::from(may_be_refused)], here);
                }
            }
        }
    }
    answered
}

fn at(machine: &mut Machine, access: &SymbolicAccess, space: u32, unit: u32, address: u32) -> Literal {
    // One vector, so that addresses next to each other share gates.
    let place = [&access.address[..], &access.unit, &access.space].concat();
    let number = u64::from(address) | u64::from(unit) << 32 | u64::from(space) << (32 + access.unit.len());
    machine.graph.is_number(&place, number)
}
