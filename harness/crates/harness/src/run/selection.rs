//! The PMUs that have a selected program.

use super::settings::RunSettings;
use crate::regression::find_with_collisions;
use crate::results::name;
use crate::rtl::Workspace;
use crate::testbench::Testbench;
use crate::Error;
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;
use std::collections::BTreeSet;

/// The PMUs that have a program which the settings select, directed or random.
///
/// # Errors
/// If a testbench is wrong, or none of the PMUs has a selected program.
pub(super) fn with_programs(workspace: &Workspace, pmus: Vec<Pmu>, settings: &RunSettings) -> Result<Vec<Pmu>, Error> {
    let only = &settings.only;
    if only.is_all() {
        return Ok(pmus);
    }
    let (mut some, mut known) = (Vec::new(), BTreeSet::new());
    for pmu in pmus {
        let testbench = Testbench::read(workspace, &pmu)?;
        let directed = find_with_collisions(&testbench.programs, &pmu)?.programs;
        let random = testbench.profile.programs_for(settings.seed, settings.cycles);
        let is_selected = directed.iter().any(|program| only.has(&program.name))
            || (0..random).any(|number| only.has(&name::of(settings.seed, number)));
        for program in &directed {
            known.extend(program.name.split_once('/').map(|(folder, _)| format!("{folder}/*")));
            known.insert(program.name.clone());
        }
        some.extend(is_selected.then_some(pmu));
    }
    if some.is_empty() {
        let asked: Vec<_> = only.texts().collect();
        return Err(Error::Input(unknown("program", &asked.join(", "), known.iter())));
    }
    Ok(some)
}
