//! `metamorphic`: checks of the DUT against itself, without the golden model.

use super::args::Metamorphic;
use super::screen::say;
use super::status::Status;
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::metamorphic::{claims, run, MetamorphicPlan};
use crate::pmu_selection::select_pmus;
use crate::regression::{Shard, Stop};
use crate::results::MetamorphicResult;
use crate::rtl::Variant;
use crate::run::metamorphic::results;
use crate::testbench::Testbench;
use crate::Error;
use golden_model_core::suggest::unknown;
use std::path::Path;

pub(super) fn metamorphic(arguments: &Metamorphic, stop: &Stop) -> Result<Status, Error> {
    if let Some(name) = arguments.only.as_ref().filter(|name| !claims().any(|(known, _)| known == name.as_str())) {
        return Err(Error::Input(unknown("check", name, claims().map(|(known, _)| known))));
    }
    let workspace = super::workspace()?;
    let mut violated = false;
    let rtl = arguments.rtl.selection()?;
    for pmu in select_pmus(&arguments.pmus, &rtl)? {
        let id = &pmu.description.id;
        let testbench = Testbench::read(&workspace, &pmu)?;
        let built = rtl.model(&workspace, &pmu, Variant::Fast, &super::notice)?;
        let seed = arguments.seed as u32;
        if !SimulatedDut::new(&built, seed)?.timing().is_one_cycle() {
            return Err(Error::Input(format!(
                "{id}: metamorphic checks do not support RTL on a bus ([bus] in the port map)"
            )));
        }
        let plan = MetamorphicPlan {
            pmu: &pmu,
            rules: &testbench.rules,
            profile: &testbench.profile,
            seed: arguments.seed,
            experiments: arguments.experiments,
            only: arguments.only.as_deref(),
            shard: Shard::ALL,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
        };
        let dut = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(SimulatedDut::new(&built, seed)?)) };
        let outcomes = run(&plan, &dut, stop)?;
        for result in results(&plan, &outcomes, &workspace.build_dir().join("oracles"), &Path::to_owned)? {
            let MetamorphicResult { name, claim, experiments, values, .. } = &result;
            let Some(headline) = result.headline() else {
                say!("{id}: {name}: {values} values in {experiments} experiments: {claim}");
                continue;
            };
            violated = true;
            say!("{id}: {headline}");
            result.violation.iter().flat_map(|it| &it.programs).for_each(|file| say!("  see {file}"));
        }
    }
    Ok(if violated { Status::Diverged } else { Status::Pass })
}
