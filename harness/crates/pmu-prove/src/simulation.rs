//! Simulation of long freezes: a hidden timer that ends one is too far from reset for a search by cycles.

use crate::lanes::{Simulation, LANES};
use crate::machine::Machine;
use crate::reach::generated;
use crate::theorem::Source;
use crate::theorems::Statements;
use golden_model_core::description::BUS_REQUEST;
use pmu_program::{lift, Program};
use pmu_verify::metamorphic::RegisterPath;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of frozen cycles.
const CYCLES: usize = 1 << 17;

/// Looks for a frozen counter that moves, in programs that write random data to all registers, freeze, and wait with constant inputs.
pub fn frozen_counter_moves(machine: &Machine, source: &Source, counter: &str) -> Option<Program> {
    let statements = Statements::new(source, source.rules.freeze.as_ref()?);
    let word = machine.design.states.get(counter)?;
    let words = source.pmu.frame.words();
    let lanes: Vec<Vec<u64>> = (0..LANES as u64).map(|lane| program(source, &statements, lane)).collect();
    let last = lanes[0].len() / words - 1;
    let inputs = |at: usize| {
        let frames: Vec<&[u64]> = lanes.iter().map(|frames| &frames[at * words..(at + 1) * words]).collect();
        machine.input_lanes(&frames)
    };
    let mut simulation = Simulation::after_reset(machine);
    let mut run = |inputs: Vec<u64>| {
        let outputs = simulation.step(inputs);
        word.iter().map(|&place| outputs[place]).collect::<Vec<u64>>()
    };
    for at in 0..last {
        run(inputs(at));
    }
    let frozen = inputs(last);
    let first = run(frozen.clone());
    for cycle in 1..CYCLES {
        let value = run(frozen.clone());
        let moved = value.iter().zip(&first).fold(0, |moved, (now, first)| moved | now ^ first);
        if moved != 0 {
            let frames = &lanes[moved.trailing_zeros() as usize];
            let frames = [&frames[..], &frames[last * words..].repeat(cycle)].concat();
            return Some(generated(source.pmu, lift(source.pmu, &frames)?));
        }
    }
    None
}

/// Frames that write random data to all registers and freeze. The last of them is the first frozen cycle.
fn program(source: &Source, statements: &Statements, lane: u64) -> Vec<u64> {
    let pmu = source.pmu;
    let words = pmu.frame.words();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(lane);
    let mut idle = pmu.description.initial_frame();
    for line in &pmu.description.events.lines {
        for at in line.slots.iter().flatten() {
            pmu.in_frame(*at).set(&mut idle, random.gen_range(lane % 2..=line.max));
        }
    }
    for input in &pmu.description.inputs {
        let value = source.rules.tied.get(&input.pattern).copied().unwrap_or_else(|| random.gen());
        pmu.in_frame(input.at).set(&mut idle, value & u64::MAX >> (u64::BITS - input.at.width));
    }
    let mut frames = Vec::new();
    for path in source.map.paths.iter().filter(|path| !source.map.access_path(path).read_only) {
        let value = if lane % 2 == 0 { random.gen() } else { selection(source, path, &mut random) };
        let access = source.map.access(path, Some(source.map.access_path(path).data(value)));
        let data = access.write.unwrap_or_default();
        let request = [1, 1, access.space.into(), access.unit.into(), access.address.into(), data];
        for ((name, _), value) in BUS_REQUEST.iter().zip(request) {
            pmu.frame.slot(name).set(&mut idle, value);
        }
        frames.extend_from_slice(&idle);
    }
    let count = statements.frames.len() / words;
    for (number, frame) in statements.frames.chunks_exact(words).enumerate() {
        for (name, _) in BUS_REQUEST {
            let slot = pmu.frame.slot(name);
            slot.set(&mut idle, slot.get(frame));
        }
        let mut next = idle.clone();
        for (position, input) in pmu.description.inputs.iter().enumerate() {
            if statements.is_quiet(input) || number + 1 < count && statements.set.contains(&position) {
                let place = pmu.in_frame(input.at);
                place.set(&mut next, place.get(frame));
            }
        }
        frames.extend_from_slice(&next);
    }
    frames
}

/// A value of a register. Of one that selects an event, the event is one that exists, and fields of several bits, such as a threshold, are
/// 0: otherwise few counters would count.
fn selection(source: &Source, path: &RegisterPath, random: &mut Xoshiro256PlusPlus) -> u64 {
    let register = source.map.register(path.register);
    let value: u64 = random.gen();
    let Some(selects) = register.selects else { return value };
    let rows: Vec<_> = source.pmu.description.events.rows.iter().filter(|row| row.kind == register.kind).collect();
    let Some(row) = rows.choose(random) else { return value };
    let flags = register.fields.iter().filter(|field| field.width == 1).fold(0, |mask, field| mask | field.mask());
    let mask = selects.mask.map_or(0, |mask| register.fields[mask].mask());
    register.with_code(value & (flags | mask), row.code.into())
}
