//! Options of choices under which the golden model agrees with a DUT that diverges.

use super::Lockstep;
use crate::known::Known;
use golden_model_core::{Choices, ChosenOption, Pmu};
use pmu_dut::{Dut, DutError};
use pmu_program::Program;
use std::sync::atomic::AtomicBool;

/// Cycles after the end of the program, in which a difference of hidden state can appear.
const AFTER: u64 = 16;

/// Runs a diverging program with the golden model under each other option of the choices of `pmu`. Returns those under which
/// no value differs except known divergences, such as `K8-A15=pulse`; if no single one fits, the pairs of two such options, such as
/// `K8-A15=pulse with K8-A18=northbridge-only`.
///
/// Expectations of the program are not checked: they can be those of the selected options. If no value differs under the
/// selected options either, the divergence is a failed expectation, which no option explains, and the result is empty.
///
/// # Errors
/// When the DUT stops with an error.
pub fn agreeing_options(
    pmu: &Pmu,
    program: &Program,
    known: &Known,
    make_dut: &dyn Fn() -> Result<Box<dyn Dut>, DutError>,
    stop: &AtomicBool,
) -> Result<Vec<String>, DutError> {
    let others: Vec<Vec<ChosenOption>> = pmu.description.choices.iter().map(|one| one.others().collect()).collect();
    let program = program.without_expectations().extended(program.cycles() + AFTER);
    let agrees =
        |options: &[&ChosenOption]| differs(pmu, &program, known, options, make_dut, stop).map(|differs| !differs);
    if others.is_empty() || agrees(&[])? {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for option in others.iter().flatten() {
        if agrees(&[option])? {
            found.push(option.to_string());
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    for (position, first) in others.iter().enumerate() {
        for (one, other) in
            first.iter().flat_map(|one| others[position + 1..].iter().flatten().map(move |other| (one, other)))
        {
            if agrees(&[one, other])? {
                found.push(format!("{one} with {other}"));
            }
        }
    }
    Ok(found)
}

/// Whether a value differs between the DUT and the golden model under these options.
fn differs(
    pmu: &Pmu,
    program: &Program,
    known: &Known,
    options: &[&ChosenOption],
    make_dut: &dyn Fn() -> Result<Box<dyn Dut>, DutError>,
    stop: &AtomicBool,
) -> Result<bool, DutError> {
    let mut choices = Choices::default();
    let added = options.iter().try_for_each(|&option| choices.add(option.clone()));
    let alternative =
        added.and_then(|()| pmu.clone().choosing(&choices)).map_err(|error| DutError::unusable(error.to_string()))?;
    let outcome = Lockstep::new(&alternative, make_dut()?).accepting(known).run(program, stop)?;
    Ok(outcome.divergence.is_some())
}
