//! Checks that each program of the collision tables passes and covers its collision, and no impossible one.

use crate::{trial, LazyBench};
use golden_model_core::Pmu;
use harness::collisions::{programs, CollisionProgram, Meeting};
use libtest_mimic::{Failed, Trial};
use testbenches::Bench;

/// Returns a test for each program of the collision tables, or a failing test if they are invalid.
pub fn trials(pmu: &'static str, bench: &LazyBench) -> Vec<Trial> {
    let Some(found) = Pmu::find(pmu) else { return Vec::new() };
    match programs(&found) {
        Ok(programs) => programs.into_iter().map(|one| program(pmu, bench, one)).collect(),
        Err(error) => vec![Trial::test(format!("{pmu}::collision"), move || Err(Failed::from(error)))],
    }
}

fn program(pmu: &str, bench: &LazyBench, one: CollisionProgram) -> Trial {
    trial(format!("{pmu}::{}", one.program.name.replace('/', "::")), bench, move |bench| passes(bench, &one))
}

fn passes(bench: &Bench, one: &CollisionProgram) {
    let (outcome, covered) = bench.run_with_collisions(&one.program);
    if let Some(divergence) = &outcome.divergence {
        panic!("{divergence}");
    }
    let field = &bench.pmu.collisions.fields[one.field];
    let causes: &[usize] = match &one.meeting {
        Meeting::Pair(causes) => causes,
        _ => &[],
    };
    if !causes.is_empty() {
        assert!(outcome.expectations >= 2 * field.possible_values(causes).count() as u64);
    }
    for (number, other) in bench.pmu.collisions.fields.iter().enumerate() {
        for pair in other.pairs() {
            for value in 0..other.values.len() {
                let name = &other.values[value].name;
                let is_covered = covered.is_covered(number, pair, value);
                let own = number == one.field && pair[..] == *causes;
                match other.impossible(&pair, value) {
                    Some(why) => assert!(!is_covered, "{} {pair:?} at {name} was covered: {}", other.name, why.why),
                    None => assert!(is_covered || !own, "the model does not record it at {name}"),
                }
            }
        }
    }
}
