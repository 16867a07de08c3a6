//! Generates directed programs and documentation from the collision table of a PMU.
//!
//! Each pair of causes that can act on a field in the same cycle becomes a directed program. For each start value, the
//! program brings the field to the value, lets both causes act, and expects the value that the priority in the table gives
//! in the next cycle. The table is a third reading of the specification, in addition to the DUT and the golden model.

mod cycle;
mod pages;
mod script;

use crate::jobs::parallel_each;
use golden_model::collisions::StateField;
use golden_model::Pmu;
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

/// A program that makes one cause act, or two in the same cycle, from each value at which they can.
pub struct CollisionProgram {
    /// Position of the field in the table.
    pub field: usize,
    /// Positions of its causes: one, or two in order.
    pub causes: Vec<usize>,
    /// The program.
    pub program: Program,
}

/// Generates the programs of a PMU's table: for each field its causes alone, then all pairs.
///
/// # Errors
/// [`CollisionProgramError`] when a statement of the table is wrong.
pub fn programs(pmu: &Pmu) -> Result<Vec<CollisionProgram>, CollisionProgramError> {
    let names = Names::new(pmu);
    let mut wanted = Vec::new();
    for (field, state) in pmu.collisions.fields.iter().enumerate() {
        let alone = (0..state.causes.len()).map(|cause| vec![cause]);
        let all = alone.chain(state.pairs().map(Vec::from)).enumerate();
        wanted.extend(all.map(|(number, causes)| (field, causes, number)));
    }
    let made =
        parallel_each(&wanted, |(field, causes, number)| one(&names, &pmu.collisions.fields[*field], causes, *number));
    let mut programs = Vec::new();
    for ((field, causes, _), program) in wanted.into_iter().zip(made) {
        if let Some(program) = program? {
            programs.push(CollisionProgram { field, causes, program });
        }
    }
    Ok(programs)
}

/// Generates one program; `None` if the causes never act together.
fn one(
    names: &Names,
    state: &StateField,
    causes: &[usize],
    number: usize,
) -> Result<Option<Program>, CollisionProgramError> {
    let file = state.file.clone();
    let acting = causes_name(state, causes);
    let values: Vec<usize> = state.possible_values(causes).collect();
    if values.is_empty() {
        return Ok(None);
    }
    let mut script = Script::new(&names.pmu.description, state, causes);
    for (turn, &value) in values.iter().enumerate() {
        let instance = &state.instances[(number + turn) % state.instances.len()];
        script.value(value, instance).map_err(|cycle::Conflict(first, second)| CollisionProgramError::TwoAccesses {
            file: file.clone(),
            field: state.name.clone(),
            causes: acting.clone(),
            first: first.1,
            second: second.1,
        })?;
    }
    let wrong = |error: ProgramError| CollisionProgramError::Statement {
        file: file.clone(),
        line: script.line(error.line),
        field: state.name.clone(),
        causes: acting.clone(),
        message: error.message,
    };
    let source = Source::parse(&PathBuf::from(&file), script.text()).map_err(wrong)?;
    let mut program = source.resolve_by(format!("collision/{}/{acting}", state.name), names).map_err(wrong)?;
    program.file = None;
    Ok(Some(program))
}
