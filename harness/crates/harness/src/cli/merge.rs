//! `merge`: combines the results of several runs or shards.

use super::args::Merge;
use super::overwrite::keep_inputs;
use super::run;
use super::status::Status;
use crate::results::Thresholds;
use crate::results::{merge as merge_results, read, write_all, FILES};
use crate::run::output::OutputFolder;
use crate::Error;
use std::path::PathBuf;

pub(super) fn merge(arguments: &Merge) -> Result<Status, Error> {
    let thresholds = Thresholds::read(super::workspace()?.root())?;
    for name in FILES {
        keep_inputs("--out", &arguments.out.join(name), arguments.runs.iter().map(PathBuf::as_path))?;
    }
    let runs = arguments.runs.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<_> = arguments.runs.iter().map(|file| file.display().to_string()).collect();
    let merged = merge_results(&runs, &thresholds, arguments.enforce)
        .map_err(|what| Error::Input(format!("cannot merge {}: {what}", names.join(" and "))))?;
    let output = OutputFolder::given(&arguments.out)?;
    write_all(&merged, output.path())?;
    run::report(&merged, &output.publish()?);
    Ok(run::status(&merged))
}
