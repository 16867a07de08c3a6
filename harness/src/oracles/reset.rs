//! Another program and a reset before a program.

use super::relation::{Equal, Relation};
use super::{clocks, made, Draw, Experiment};
use crate::program::{Activity, Assignment, Lines, OpKind};
use rand::Rng;

pub(super) fn experiment(draw: &mut Draw) -> Option<Experiment> {
    let Draw { scene, base, other, rng } = draw;
    let length = rng.gen_range(other.ops.len() / 8..=other.ops.len() / 2);
    let mut second = other.ops[..length].to_vec();
    // What persists is part of the stimulus, not of the device: it ends here as in a program of its own.
    let description = &scene.pmu.description;
    for (input, of) in description.inputs.iter().enumerate() {
        let assignment = Assignment { input, low: 0, width: of.at.width, value: 0 };
        second.push(made(OpKind::Set(assignment)));
    }
    let carries =
        |unit: usize| (0..description.events.lines.len()).any(|line| description.events.place(line, unit).is_some());
    for unit in (0..description.units.len()).filter(|&unit| carries(unit)) {
        second.push(made(OpKind::Hold(Activity { unit, lines: Lines::All, count: 0 })));
    }
    second.push(made(OpKind::Reset(None)));
    let relation = Relation {
        to: u64::MAX,
        shift: clocks(&second),
        equal: (0..scene.pmu.observation.slots().len()).map(Equal::same).collect(),
        ..Relation::default()
    };
    second.extend(base.ops.iter().cloned());
    Some(Experiment { first: base.ops.clone(), second, relation })
}
