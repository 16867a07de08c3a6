//! The results of metamorphic checks, with the programs of violations.

use crate::metamorphic::{MetamorphicPlan, MetamorphicRun};
use crate::results::{write_atomically, MetamorphicResult};
use crate::Error;
use pmu_support::display_path;
use std::path::{Path, PathBuf};

/// Returns the results of all checks and writes the two programs of each violation to `folder`. `published` maps a file to
/// where the user finds it.
pub(crate) fn results(
    plan: &MetamorphicPlan,
    run: &MetamorphicRun,
    folder: &Path,
    published: &dyn Fn(&Path) -> PathBuf,
) -> Result<Vec<MetamorphicResult>, Error> {
    let id = &plan.pmu.description.id;
    let mut results = Vec::new();
    for outcome in run {
        let mut result = MetamorphicResult::from(outcome);
        if let (Some(violation), Some(found)) = (&mut result.violation, &outcome.violated) {
            for (program, which) in found.programs.iter().zip(["first", "second"]) {
                let file = folder.join(format!("{id}-oracle-{}-{which}.pmu", outcome.name));
                write_atomically(&file, program.to_text(plan.pmu).as_bytes())?;
                violation.programs.push(display_path(&published(&file)));
            }
        }
        results.push(result);
    }
    Ok(results)
}
