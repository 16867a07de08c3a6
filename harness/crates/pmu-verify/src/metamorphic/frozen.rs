//! Frozen: a freeze in the middle of a program while its events continue.

use super::experiment::{cycles, made, without_access, Experiment, ExperimentInput};
use super::relation::{Expectation, ExpectedKind, Relation};
use crate::turns::in_turn;
use pmu_program::{Op, OpKind};
use rand::seq::SliceRandom;

/// Number of operations of the program that continue while the counters are frozen.
const SPAN: usize = 200;

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { context, base, turn, rng, .. } = draw;
    let freeze = context.rules.freeze.as_ref()?;
    let is_frozen = |register: usize| {
        let register = &context.pmu.description.registers[register];
        register.counter && freeze.counters.contains(&register.pattern)
    };
    let counters: Vec<_> = context.address_map.observable().filter(|(place, _)| is_frozen(place.register)).collect();
    // An event in the first cycle detects a freeze that is late. Without event lines, inputs are the events.
    let has_lines = !context.pmu.description.events.lines.is_empty();
    let is_event = |&at: &usize| match base.ops[at].kind {
        OpKind::Raise(_) | OpKind::Report(_) => true,
        OpKind::Set(_) | OpKind::Pulse(_) => !has_lines,
        _ => false,
    };
    let events: Vec<usize> = (base.ops.len() / 4..base.ops.len() / 2).filter(is_event).collect();
    let &start = events.choose(rng)?;
    // A reset would end the freeze.
    let inputs = &context.pmu.description.inputs;
    let is_quiet = |op: &&Op| match &op.kind {
        OpKind::Reset(_) => false,
        OpKind::Set(to) | OpKind::Pulse(to) => !freeze.quiet.contains(&inputs[to.input].pattern),
        _ => true,
    };
    let span: Vec<Op> = base.ops[start..].iter().take(SPAN).filter(is_quiet).map(without_access).collect();
    let mut second = base.ops[..start].to_vec();
    second.extend(freeze.ops.iter().cloned());
    if freeze.latency > 0 {
        second.push(made(OpKind::Wait(freeze.latency)));
    }
    let begin = cycles(&second);
    let mut relation = Relation::default();
    let &(place, slot) = in_turn(&counters, *turn)?;
    let path = *context.address_map.usual_paths(place).choose(rng)?;
    let part = context.address_map.access_path(path);
    let answer = context.rules.answer(part, context.address_map.register(place));
    let (bits, low) = (context.pmu.observation.slots()[slot].mask() & part.mask(), part.low);
    // A read in the first idle cycle of the span and one in the last, together with their events.
    let is_idle = |op: &Op| matches!(op.kind, OpKind::Wait(1));
    let reads = [span.iter().position(is_idle)?, span.iter().rposition(is_idle)?];
    for (at, op) in span.into_iter().enumerate() {
        if !reads.contains(&at) {
            second.push(op);
            continue;
        }
        relation
            .claims
            .push(Expectation { cycle: cycles(&second), what: ExpectedKind::Answers { slot, bits, low, answer } });
        second.push(made(OpKind::Access(context.address_map.access(path, None))));
    }
    let all = |cycle: u64| {
        counters.iter().map(move |&(_, slot)| Expectation { cycle, what: ExpectedKind::As { slot, cycle: begin } })
    };
    relation.claims.extend((begin + 1..cycles(&second)).flat_map(all));
    Some(Experiment { first: Vec::new(), second, relation })
}
