//! `metamorphic`: checks of the DUT against itself, without the golden model.

use super::args::Metamorphic;
use super::build;
use super::status::{Failure, Status};
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::metamorphic::{claims, run, MetamorphicPlan, MetamorphicRules, MetamorphicRun};
use crate::regression::{Shard, Stop};
use crate::results::{write_atomically, MetamorphicResult};
use crate::rtl::Variant;
use crate::stimulus::Profile;
use crate::support::unknown;
use golden_model::Pmu;
use std::path::Path;

pub(super) fn metamorphic(arguments: &Metamorphic, stop: &Stop) -> Result<Status, Failure> {
    if let Some(name) = arguments.only.as_ref().filter(|name| !claims().any(|(known, _)| known == name.as_str())) {
        return Err(Failure::Input(unknown("check", name, claims().map(|(known, _)| known))));
    }
    let workspace = build::workspace()?;
    let mut violated = false;
    for pmu in build::pmus(&arguments.pmus, arguments.rtl.folder.as_ref())? {
        let id = &pmu.description.id;
        let folder = workspace.root().join("testbenches").join(Pmu::folder(id));
        let built = build::model(&workspace, &pmu, &arguments.rtl, Variant::Fast)?;
        let plan = MetamorphicPlan {
            pmu: &pmu,
            rules: &MetamorphicRules::read(&folder.join("metamorphic.toml"), &pmu)?,
            profile: &Profile::read(&folder.join("stimulus.toml"), &pmu)?,
            seed: arguments.seed,
            experiments: arguments.experiments,
            only: arguments.only.as_deref(),
            shard: Shard::ALL,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
        };
        let seed = arguments.seed as u32;
        let dut = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(SimulatedDut::new(&built, seed)?)) };
        let outcomes = run(&plan, &dut, stop)?;
        for result in results(&plan, &outcomes, &workspace.build_dir().join("oracles"))? {
            let MetamorphicResult { name, claim, experiments, values, .. } = &result;
            let Some(headline) = result.headline() else {
                println!("{id}: {name}: {values} values in {experiments} experiments: {claim}");
                continue;
            };
            violated = true;
            println!("{id}: {headline}");
            result.violation.iter().flat_map(|it| &it.programs).for_each(|file| println!("  see {file}"));
        }
    }
    Ok(if violated { Status::Diverged } else { Status::Pass })
}

/// Returns the results of all checks and writes the two programs of each violation to `folder`.
pub(super) fn results(
    plan: &MetamorphicPlan,
    run: &MetamorphicRun,
    folder: &Path,
) -> Result<Vec<MetamorphicResult>, Failure> {
    let id = &plan.pmu.description.id;
    let mut results = Vec::new();
    for outcome in run {
        let mut result = MetamorphicResult::from(outcome);
        if let (Some(violation), Some(found)) = (&mut result.violation, &outcome.violated) {
            for (program, which) in found.programs.iter().zip(["first", "second"]) {
                let file = folder.join(format!("{id}-oracle-{}-{which}.pmu", outcome.name));
                write_atomically(&file, program.to_text(plan.pmu).as_bytes())?;
                violation.programs.push(super::build::display_path(&file));
            }
        }
        results.push(result);
    }
    Ok(results)
}
