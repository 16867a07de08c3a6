//! Checks of each option of each choice, with model and RTL built for it.
//!
//! - RTL and model agree in all directed programs and collisions that apply, and in random programs.
//! - A directed program of the option passes, and fails with another option, on RTL and model alike.
//! - With the RTL of an option other than the default, the default model diverges, and the option is the one that explains it.
//!
//! For a choice of a sub-block only the first is checked in the top; the others are in the tests of the sub-block.

use golden_model_core::{Choice, Choices, ChosenOption, Description, Pmu};
use harness::dut::{Dut, DutError};
use harness::known::Known;
use harness::lockstep::{agreeing_options, Lockstep};
use harness::program::Program;
use harness::regression::{find_with_collisions, list_directed, DirectedProgram};
use libtest_mimic::{Failed, Trial};
use std::sync::atomic::AtomicBool;
use testbenches::Bench;

/// Number of random programs for each option.
const RANDOM_PROGRAMS: u64 = 24;

/// Returns a test for each option of each choice of the PMU.
pub fn trials(pmu: &'static str) -> Vec<Trial> {
    let description = &Pmu::get(pmu).expect("a PMU").description;
    let choices = &description.choices;
    let option = |choice: &Choice, option: ChosenOption| {
        let choice = choice.clone();
        let of_sub_block = is_of_sub_block(description, &choice);
        let name = format!("{pmu}::choices::{option}");
        let test = move || {
            agrees(pmu, &choice, &option)?;
            if of_sub_block {
                Ok(())
            } else {
                distinguishes(pmu, &choice, &option)
            }
        };
        Trial::test(name, test)
    };
    let options = |choice: &Choice| std::iter::once(choice.chosen()).chain(choice.others()).collect::<Vec<_>>();
    choices
        .iter()
        .flat_map(|choice| options(choice).into_iter().map(|one| option(choice, one)).collect::<Vec<_>>())
        .collect()
}

fn is_of_sub_block(description: &Description, choice: &Choice) -> bool {
    let blocks = description.blocks.iter().flatten().filter_map(|block| Pmu::get(block));
    blocks.flat_map(|block| &block.description.choices).any(|of_block| of_block.id == choice.id)
}

fn bench(pmu: &str, option: &ChosenOption) -> Bench {
    Bench::choosing(pmu, &selecting(option))
}

fn selecting(option: &ChosenOption) -> Choices {
    let mut choices = Choices::default();
    choices.add(option.clone()).expect("the only option");
    choices
}

/// The first check. With the default, other tests make it.
fn agrees(pmu: &str, choice: &Choice, option: &ChosenOption) -> Result<(), Failed> {
    if *option == choice.chosen() {
        return Ok(());
    }
    let own = bench(pmu, option);
    let random = (0..RANDOM_PROGRAMS).map(|index| own.random_program(index));
    let programs = find_with_collisions(&testbenches::folder(pmu).join("programs"), &own.pmu)?.programs;
    programs.into_iter().chain(random).try_for_each(|program| passes(&own, &program))
}

/// The other checks.
fn distinguishes(pmu: &str, choice: &Choice, option: &ChosenOption) -> Result<(), Failed> {
    let own = bench(pmu, option);
    let is_default = *option == choice.chosen();
    let programs = programs_of(pmu, option, &own)?;
    let others: Vec<_> = choice.options.iter().filter(|other| other.name != option.option).collect();
    for other in others {
        let other = ChosenOption { choice: choice.id.clone(), option: other.name.clone() };
        let bench = bench(pmu, &other);
        if !programs.iter().any(|program| fails_on_both_sides(&bench, program)) {
            return Err(format!("no program that requires {option} fails with {other}, on RTL and model alike").into());
        }
    }
    if !is_default && !programs.iter().any(|program| is_explained(pmu, option, &own, program)) {
        return Err(format!("in no program that requires {option} does it explain the divergence of its RTL").into());
    }
    Ok(())
}

fn passes(bench: &Bench, program: &Program) -> Result<(), Failed> {
    match bench.run(program, bench.dut()).divergence {
        None => Ok(()),
        Some(divergence) => Err(divergence.to_string().into()),
    }
}

/// The directed programs that require this option and no other than the default.
fn programs_of(pmu: &str, option: &ChosenOption, bench: &Bench) -> Result<Vec<Program>, Failed> {
    let shared = &bench.pmu.description.shared;
    let mut programs = Vec::new();
    for file in list_directed(&testbenches::folder(pmu).join("programs"), shared)? {
        if !file.required_options(shared)?.iter().any(|required| required == *option) {
            continue;
        }
        if let DirectedProgram::Applicable(program) = file.read(&bench.pmu)? {
            passes(bench, &program)?;
            programs.push(program);
        }
    }
    Ok(programs)
}

/// Whether an expectation of the program fails, in a cycle in which RTL and model agree.
fn fails_on_both_sides(bench: &Bench, program: &Program) -> bool {
    let divergence = bench.run(program, bench.dut()).divergence;
    divergence.is_some_and(|found| found.differences.is_empty() && !found.failed_expectations.is_empty())
}

/// Whether RTL of the option and the default model differ in a value, and the option explains it.
fn is_explained(pmu: &str, option: &ChosenOption, of_option: &Bench, program: &Program) -> bool {
    let default = Pmu::find(pmu).expect("a PMU");
    let dut = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(of_option.dut())) };
    let stop = AtomicBool::new(false);
    let mut lockstep = Lockstep::new(&default, of_option.dut());
    let outcome = lockstep.run(program, &stop).expect("a run");
    let options = agreeing_options(&default, program, Known::none(), &dut, &stop).expect("the options");
    outcome.divergence.is_some_and(|found| !found.differences.is_empty()) && options == [option.to_string()]
}
