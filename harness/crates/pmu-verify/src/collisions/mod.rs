//! Generates directed programs and documentation from the collision table of a PMU.
//!
//! Each pair of causes that can act on a field in the same cycle becomes a directed program. For each start value, the
//! program brings the field to the value, lets both causes act, and expects the value that the priority in the table gives
//! in the next cycle. The table is a third reading of the specification, in addition to the DUT and the golden model.
//!
//! Other programs of the table let three causes act in one cycle, two in successive cycles, and one on several instances.

mod cycle;
mod pages;
mod script;

use crate::jobs::parallel_each;
use golden_model_core::collisions::{Effect, StateField};
use golden_model_core::Pmu;
use pmu_program::{Names, Program, ProgramError, Source};
use pmu_results::causes_name;
use script::Script;
use std::path::PathBuf;

pub use pages::pages;

/// A table from which no programs can be generated.
#[derive(Debug, thiserror::Error)]
pub enum CollisionProgramError {
    /// A statement is wrong.
    #[error("{file}:{line}: {field}, {causes}: {message}")]
    Statement {
        /// The table.
        file: String,
        /// Its line.
        line: usize,
        /// The field.
        field: String,
        /// One cause or two.
        causes: String,
        /// What is wrong.
        message: String,
    },
    /// Two causes need the register port in the same cycle, and the table does not say how.
    #[error(
        "{file}: {field}: {causes} need two accesses in one cycle, {first} and {second}; say in the table that the pair is \
         impossible, or how one access does both"
    )]
    TwoAccesses {
        /// The table.
        file: String,
        /// The field.
        field: String,
        /// The pair.
        causes: String,
        /// One access.
        first: String,
        /// The other.
        second: String,
    },
}

/// A program of the table.
pub struct CollisionProgram {
    /// Position of the field in the table.
    pub field: usize,
    /// How causes act in it.
    pub meeting: Meeting,
    /// The program.
    pub program: Program,
}

/// How causes act in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// One cause, or two in the same cycle, from each value at which they can: positions in order.
    Pair(Vec<usize>),
    /// Each three causes in the same cycle. As above, the table states the outcome.
    Three,
    /// Each cause and then, one and two cycles later, each cause. The outcome is left to the comparison of DUT and model.
    Successive,
    /// A cause that increments, from the greatest value on several instances of the field: each two, each three, all, and all except
    /// one. The outcome is left to the comparison of DUT and model.
    Simultaneous(usize),
}

/// Cycles between two successive causes.
const DELAYS: [usize; 2] = [1, 2];

/// Largest number of instances of which all sets of two and three are formed; of more, neighbours.
const FEW_INSTANCES: usize = 6;

/// Generates the programs of a PMU's table.
///
/// # Errors
/// [`CollisionProgramError`] when a statement of the table is wrong.
pub fn programs(pmu: &Pmu) -> Result<Vec<CollisionProgram>, CollisionProgramError> {
    let names = Names::new(pmu);
    let mut wanted = Vec::new();
    for (field, state) in pmu.collisions.fields.iter().enumerate() {
        let causes = || 0..state.causes.len();
        let alone = causes().map(|cause| vec![cause]);
        let pairs = alone.chain(state.pairs().map(Vec::from)).map(Meeting::Pair).enumerate();
        wanted.extend(pairs.map(|(number, meeting)| (field, meeting, number)));
        let increments = causes().filter(|&cause| matches!(state.causes[cause].effect, Effect::Add(_)));
        let others = [Meeting::Three, Meeting::Successive].into_iter().chain(increments.map(Meeting::Simultaneous));
        wanted.extend(others.map(|meeting| (field, meeting, 0)));
    }
    let made = parallel_each(&wanted, |(field, meeting, number)| {
        one(&names, &pmu.collisions.fields[*field], meeting, *number)
    });
    let mut programs = Vec::new();
    for ((field, meeting, _), program) in wanted.into_iter().zip(made) {
        if let Some(program) = program? {
            programs.push(CollisionProgram { field, meeting, program });
        }
    }
    Ok(programs)
}

/// Generates one program; `None` if the causes never act in this way.
fn one(
    names: &Names,
    state: &StateField,
    meeting: &Meeting,
    number: usize,
) -> Result<Option<Program>, CollisionProgramError> {
    let description = &names.pmu.description;
    let cause = |cause: usize| &state.causes[cause].name;
    let mut script = Script::new(description, state);
    let (name, is_empty) = match meeting {
        Meeting::Pair(causes) => {
            script.covers(description, causes);
            let is_empty = pair(&mut script, state, causes, number)?;
            (format!("collision/{}/{}", state.name, causes_name(state, causes)), is_empty)
        }
        Meeting::Three => {
            script.covers(description, &(0..state.causes.len()).collect::<Vec<_>>());
            (format!("three_causes/{}", state.name), three(&mut script, state))
        }
        Meeting::Successive => (format!("successive/{}", state.name), successive(&mut script, state)),
        Meeting::Simultaneous(acting) => {
            let is_empty = simultaneous(&mut script, names, state, *acting);
            (format!("simultaneous/{}/{}", state.name, cause(*acting)), is_empty)
        }
    };
    if is_empty {
        return Ok(None);
    }
    let file = state.file.clone();
    let wrong = |error: ProgramError| CollisionProgramError::Statement {
        file: file.clone(),
        line: script.line(error.line),
        field: state.name.clone(),
        causes: name.rsplit('/').next().unwrap_or_default().to_owned(),
        message: error.message,
    };
    let source = Source::parse(&PathBuf::from(&file), script.text()).map_err(wrong)?;
    let mut program = source.resolve_by(name.clone(), names).map_err(wrong)?;
    program.file = None;
    Ok(Some(program))
}

/// One cause or two; instances take turns. Returns whether the causes never act together.
fn pair(
    script: &mut Script,
    state: &StateField,
    causes: &[usize],
    number: usize,
) -> Result<bool, CollisionProgramError> {
    let values: Vec<usize> = state.possible_values(causes).collect();
    for (turn, &value) in values.iter().enumerate() {
        let instance = &state.instances[(number + turn) % state.instances.len()];
        script.value(causes, value, instance).map_err(|cycle::Conflict(first, second)| {
            CollisionProgramError::TwoAccesses {
                file: state.file.clone(),
                field: state.name.clone(),
                causes: causes_name(state, causes),
                first: first.1,
                second: second.1,
            }
        })?;
    }
    Ok(values.is_empty())
}

/// All sets of three causes, except those that need two accesses in a cycle. Returns whether no set is possible.
fn three(script: &mut Script, state: &StateField) -> bool {
    let mut turn = 0;
    for causes in state.triples() {
        let values: Vec<usize> = state.possible_values(&causes).collect();
        for value in values {
            let instance = &state.instances[turn % state.instances.len()];
            turn += usize::from(script.value(&causes, value, instance).is_ok());
        }
    }
    turn == 0
}

/// Each cause and then each cause, except where both need the register port in the same cycle. Returns whether no set is possible.
fn successive(script: &mut Script, state: &StateField) -> bool {
    let acts = |cause: &usize| !state.causes[*cause].act.text.trim().is_empty();
    let acting = || (0..state.causes.len()).filter(acts);
    let mut turn = 0;
    for pair in acting().flat_map(|first| acting().map(move |second| [first, second])) {
        for delay in DELAYS {
            for value in state.possible_values(&pair[..1]) {
                let instance = &state.instances[turn % state.instances.len()];
                turn += usize::from(script.successive(pair, delay, value, instance).is_ok());
            }
        }
    }
    turn == 0
}

/// This cause on several instances at once, except on those for which a cycle does not have enough lanes.
fn simultaneous(script: &mut Script, names: &Names, state: &StateField, cause: usize) -> bool {
    let count = state.instances.len();
    let Some(greatest) = (0..state.values.len()).max_by_key(|&value| state.values[value].value) else { return true };
    let mut turn = 0;
    for set in sets(count) {
        let instances: Vec<&[(String, String)]> =
            set.iter().map(|&instance| state.instances[instance].as_slice()).collect();
        let mut alone = Script::new(&names.pmu.description, state);
        let is_possible = alone.simultaneous(cause, greatest, &instances).is_ok()
            && Source::parse(&PathBuf::from(&state.file), alone.text())
                .and_then(|source| source.resolve_by(String::new(), names))
                .is_ok();
        turn += usize::from(is_possible && script.simultaneous(cause, greatest, &instances).is_ok());
    }
    turn == 0
}

/// Sets of two and three instances, all, and all except one.
fn sets(count: usize) -> Vec<Vec<usize>> {
    if count < 2 {
        return Vec::new();
    }
    let near = if count > FEW_INSTANCES { 2 } else { count };
    let after = |one: usize| one + 1..count.min(one + 1 + near);
    let twos = (0..count).flat_map(|a| after(a).map(move |b| vec![a, b]));
    let threes = (0..count).flat_map(|a| after(a).flat_map(move |b| after(b).map(move |c| vec![a, b, c])));
    let without = (0..count).map(|one| (0..count).filter(|&other| other != one).collect::<Vec<_>>());
    let all = [(0..count).collect()];
    let mut sets: Vec<Vec<usize>> = twos.chain(threes).chain(without.filter(|set| set.len() > 1)).chain(all).collect();
    sets.sort();
    sets.dedup();
    sets
}

#[cfg(test)]
mod tests {
    use super::sets;

    #[test]
    fn sets_of_instances() {
        assert!(sets(1).is_empty());
        assert_eq!(sets(2), [[0, 1]]);
        // Six pairs, four threes that are also all except one, and all.
        assert_eq!(sets(4).len(), 6 + 4 + 1);
        let many = sets(12);
        assert!(many.contains(&vec![3, 4]) && many.contains(&vec![3, 5]) && !many.contains(&vec![3, 6]));
        assert!(many.contains(&(0..12).collect()) && many.iter().any(|set| set.len() == 11));
    }
}
