//! `serve`: a socket on which software of other processes drives a PMU.

use super::args::Serve;
use super::screen::say;
use super::software::{answer, failure, Judged, SoftwareBench};
use super::status::Status;
use crate::drive::{Connection, Ended, Server, ServerError};
use crate::dut_source::DutSource;
use crate::regression::Stop;
use crate::Error;
use pmu_support::display_path;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// Folder of the records below the build folder.
const FOLDER: &str = "serve";

pub(super) fn serve(arguments: &Serve, stop: &Stop) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let bench = SoftwareBench::new(&workspace, &arguments.pmu, &arguments.rtl)?;
    let id = &bench.pmu.description.id;
    // The socket first: an unavailable path is an error before anything is built.
    let server = Server::open(&arguments.socket)?;
    let dut = bench.source(&workspace)?;
    let records = arguments.records.clone().unwrap_or_else(|| workspace.build_dir().join(FOLDER).join(id));
    say!("{id}: PMU_COSIM_SOCKET={}", display_path(&arguments.socket));
    let (mut served, mut failed) = (0, 0);
    while arguments.drivers.is_none_or(|drivers| served < drivers) {
        let Some(stream) = server.accept(stop)? else { break };
        served += 1;
        let name = format!("driver {served}");
        let record = records.join(format!("driver-{served}.pmu"));
        let status = serve_one(arguments, &bench, &dut, stream, &name, &record, stop)?;
        failed += u64::from(status != Status::Pass);
    }
    say!("{id}: {served} drivers, {failed} failed");
    Ok(if served > 0 && failed == 0 { Status::Pass } else { Status::Diverged })
}

/// Serves one driver from its first message to its end.
fn serve_one(
    arguments: &Serve,
    bench: &SoftwareBench,
    dut: &DutSource,
    stream: UnixStream,
    name: &str,
    record: &Path,
    stop: &Stop,
) -> Result<Status, Error> {
    let silence = arguments.timeout.map(Duration::from_secs);
    let mut connection = Connection::new(stream, silence).map_err(|error| Error::Environment(error.to_string()))?;
    let generator = bench.generator();
    let session = bench.session(dut, &generator, &arguments.stimulus)?;
    let comment = format!("Recorded from {name} of a server with seed {}.", arguments.stimulus.seed);
    let (session, ended) = answer(session, &mut connection, stop, record, &comment)?;
    let mut failures: Vec<String> = failure(&ended).into_iter().collect();
    match ended {
        Ended::Bye(status) if status != 0 => failures.push(format!("the driver ended with status {status}")),
        Ended::Closed => failures.push("the driver closed the connection without BYE".to_owned()),
        _ => {}
    }
    let outcome = session.finish(record, &comment)?;
    Ok(bench.judge(Judged { name, failures, outcome, record }))
}

impl From<ServerError> for Error {
    fn from(error: ServerError) -> Self {
        Self::Environment(error.to_string())
    }
}
