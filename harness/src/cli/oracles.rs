//! `oracles`: checks of the device alone, without a golden model.

use super::args::Oracles;
use super::{build, Failure, Status};
use crate::build::Variant;
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::generate::Profile;
use crate::oracles::{claims, run, OraclePlan, OracleRules};
use crate::program::unknown;
use crate::regression::Stop;
use crate::results::write_whole;

pub(super) fn oracles(arguments: &Oracles, stop: &Stop) -> Result<Status, Failure> {
    if let Some(name) = arguments.only.as_ref().filter(|name| !claims().any(|(known, _)| known == name.as_str())) {
        return Err(Failure::Input(unknown("check", name, claims().map(|(known, _)| known))));
    }
    let workspace = build::workspace()?;
    let mut violated = false;
    for pmu in build::pmus(&arguments.pmus, arguments.rtl.folder.as_ref())? {
        let id = &pmu.description.id;
        let folder = workspace.root().join("testbenches").join(id);
        let built = build::model(&workspace, &pmu, &arguments.rtl, Variant::Fast)?;
        let plan = OraclePlan {
            pmu: &pmu,
            rules: &OracleRules::read(&folder.join("oracles.toml"), &pmu)?,
            profile: &Profile::read(&folder.join("stimulus.toml"), &pmu)?,
            seed: arguments.seed,
            experiments: arguments.experiments,
            only: arguments.only.as_deref(),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
        };
        let seed = arguments.seed as u32;
        let device = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(SimulatedDut::new(&built, seed)?)) };
        for outcome in run(&plan, &device, stop)? {
            let (name, claim) = (outcome.name, outcome.claim);
            let Some(found) = outcome.violated else {
                println!("{id}: {name}: {} values in {} experiments: {claim}", outcome.values, outcome.experiments);
                continue;
            };
            violated = true;
            println!("{id}: {name}: VIOLATED in {}: {}", found.violation.program, found.violation.headline());
            println!("  the claim: {claim}");
            for (program, which) in found.programs.iter().zip(["first", "second"]) {
                let file = workspace.build_dir().join("oracles").join(format!("{id}-{name}-{which}.pmu"));
                write_whole(&file, program.to_text(&pmu).as_bytes())?;
                println!("  {which} program: {}", file.display());
            }
        }
    }
    Ok(if violated { Status::Diverged } else { Status::Pass })
}
