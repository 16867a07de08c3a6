//! `drive`: runs a driver in C against DUT and golden model.

use super::args::Drive;
use super::overwrite::keep_inputs;
use super::software::{answer, failure, Judged, SoftwareBench};
use super::status::Status;
use crate::drive::{compile, CompileError, DriverProcess, Ended, Exit, DRIVER_FOLDER};
use crate::regression::Stop;
use crate::Error;
use pmu_support::display_path;
use std::path::Path;
use std::time::Duration;

/// Folder of drivers and their records below the build folder.
const FOLDER: &str = "drive";

pub(super) fn drive(arguments: &Drive, stop: &Stop) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    if let Some(record) = &arguments.record {
        keep_inputs("--record", record, arguments.sources.iter().map(AsRef::as_ref))?;
    }
    let bench = SoftwareBench::new(&workspace, &arguments.pmu, &arguments.rtl)?;
    let source = &arguments.sources[0];
    let missing = arguments.sources.iter().find(|file| !file.is_file());
    if let Some(file) = missing {
        return Err(Error::Input(format!("{}: there is no such file", file.display())));
    }
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = workspace.build_dir().join(FOLDER).join(&bench.pmu.description.id);
    let record = arguments.record.clone().unwrap_or_else(|| folder.join(format!("{name}.pmu")));
    let program = tempfile::Builder::new().prefix("driver-").tempdir().map_err(environment)?;
    let executable = program.path().join(&name);
    // The compiler first: its errors come before the model is built.
    let warnings =
        compile(&arguments.sources, &workspace.root().join(DRIVER_FOLDER), &arguments.definitions, &executable)?;
    if !warnings.is_empty() {
        super::notice(&warnings);
    }
    let dut = bench.source(&workspace)?;
    let generator = bench.generator();
    let session = bench.session(&dut, &generator, &arguments.stimulus)?;
    let (process, mut connection) =
        DriverProcess::start(&executable, Duration::from_secs(arguments.timeout)).map_err(environment)?;
    let comment = comment(source, arguments);
    let (session, ended) = answer(session, &mut connection, stop, &record, &comment)?;
    drop(connection);
    let exit = is_own_end(&ended).then(|| process.end()).transpose().map_err(environment)?;
    let mut failures: Vec<String> = failure(&ended).into_iter().collect();
    failures.extend(exit.filter(|exit| *exit != Exit::Status(0)).map(|exit| format!("the driver {exit}")));
    let outcome = session.finish(&record, &comment)?;
    let status = bench.judge(Judged { name: &display_path(source), failures, outcome, record: &record });
    match ended {
        Ended::Stopped(crate::drive::End::Interrupted) => Err(Error::Interrupted),
        _ => Ok(status),
    }
}

/// Whether the driver ended the conversation, so that its exit status counts. Otherwise it may not have ended.
fn is_own_end(ended: &Ended) -> bool {
    matches!(ended, Ended::Bye(_) | Ended::Closed)
}

/// The first line of the record.
fn comment(source: &Path, arguments: &Drive) -> String {
    let definitions: String = arguments.definitions.iter().map(|one| format!(" -D {one}")).collect();
    let file = source.file_name().unwrap_or_default().to_string_lossy();
    format!("Recorded from the driver {file}{definitions} with seed {}.", arguments.stimulus.seed)
}

fn environment(error: std::io::Error) -> Error {
    Error::Environment(format!("the driver cannot be started: {error}"))
}

impl From<CompileError> for Error {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::Refused { .. } => Self::Input(error.to_string()),
            CompileError::NoCompiler { .. } | CompileError::Folder { .. } => Self::Environment(error.to_string()),
        }
    }
}
