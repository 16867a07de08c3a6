//! The command line: dispatches commands and maps their results to exit statuses.

mod args;
mod bind;
mod board;
mod build;
mod check;
mod compare;
mod coverage;
mod csv;
mod describe;
mod doctor;
mod drive;
mod drivers;
mod events;
mod export;
mod failed;
mod fusesoc;
mod generated;
mod install;
mod lint;
mod location;
mod merge;
mod metamorphic;
mod mutate;
mod new;
mod output;
mod overwrite;
mod progress;
mod prove;
mod publish;
mod replay;
mod run;
mod screen;
mod seeded_bugs;
mod serve;
mod shrink;
mod site;
mod soak;
mod software;
mod status;
mod summary;
mod trace;

use crate::jobs::Panicked;
use crate::pmu_selection::find_pmu;
use crate::regression::Stop;
use crate::Error;
use clap::Parser;
use golden_model_core::Pmu;
use location::workspace;
use pmu_support::caught;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

pub use generated::stale as stale_files;
pub use status::Status;

/// Parses the arguments, runs the command and returns the exit status.
pub fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    let handler = ctrlc::set_handler(move || {
        if on_signal.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::INTERRUPTED.into());
        }
    });
    if let Err(error) = handler {
        eprintln!("warning: Ctrl-C will not end a run cleanly: {error}");
    }
    // A signal is the regular end of these commands, not an interruption.
    let ends_by_signal = matches!(arguments.command, args::Command::Board(_) | args::Command::Serve(_));
    let done = caught(|| dispatch(arguments, &stop)).unwrap_or_else(|panic| Err(Panicked(panic).into()));
    // A signal also ends child processes such as the compiler; report the interruption, not their errors.
    let done = if stop.load(Ordering::Relaxed) && !ends_by_signal { Err(Error::Interrupted) } else { done };
    ended(done)
}

fn dispatch(arguments: args::Arguments, stop: &Stop) -> Result<Status, Error> {
    match workspace() {
        Ok(workspace) => golden_model_core::pmus::read_from(workspace.root().join("golden-model/descriptions"))?,
        Err(_) if !arguments.command.needs_workspace() => {}
        Err(error) => return Err(error),
    }
    let configured = arguments.configurations.iter().try_for_each(|file| configure(file));
    match arguments.command {
        _ if configured.is_err() => configured.map(|()| Status::Pass),
        args::Command::List => describe::list(),
        args::Command::Describe(arguments) => describe::describe(&arguments),
        args::Command::Events(arguments) => events::events(&arguments),
        args::Command::Export(arguments) => export::export(&arguments),
        args::Command::Bind(arguments) => bind::bind(&arguments),
        args::Command::Run(arguments) => run::run(&arguments, stop),
        args::Command::Coverage(arguments) => coverage::coverage(&arguments),
        args::Command::Summary(arguments) => summary::summary(&arguments),
        args::Command::Compare(arguments) => compare::compare(&arguments),
        args::Command::Csv(arguments) => csv::csv(&arguments),
        args::Command::Merge(arguments) => merge::merge(&arguments),
        args::Command::Publish(arguments) => publish::publish(&arguments),
        args::Command::Table(_) => Err(publish::replaced("table")),
        args::Command::Replay(arguments) => replay::replay(&arguments, stop),
        args::Command::Trace(arguments) => trace::trace(&arguments, stop),
        args::Command::Shrink(arguments) => shrink::shrink(&arguments, stop),
        args::Command::Board(arguments) => board::board(&arguments, stop),
        args::Command::Soak(arguments) => soak::soak(&arguments, stop),
        args::Command::Drive(arguments) => drive::drive(&arguments, stop),
        args::Command::Serve(arguments) => serve::serve(&arguments, stop),
        args::Command::Build(arguments) => build::build(&arguments, stop),
        args::Command::Lint(arguments) => lint::lint(&arguments),
        args::Command::Check(arguments) => check::check(&arguments),
        args::Command::Metamorphic(arguments) => metamorphic::metamorphic(&arguments, stop),
        args::Command::Oracles(_) => Err(Error::replaced("oracles", "metamorphic", "")),
        args::Command::SeededBugs(arguments) => seeded_bugs::seeded_bugs(&arguments, stop),
        args::Command::Zoo(old) if old.ignored.iter().any(|it| it == "--page") => Err(publish::replaced("zoo --page")),
        args::Command::Zoo(_) => Err(Error::replaced("zoo", "seeded-bugs", "")),
        args::Command::Mutate(arguments) => mutate::mutate(&arguments, stop),
        args::Command::Prove(arguments) => prove::prove(&arguments),
        args::Command::Drivers(arguments) => drivers::drivers(&arguments, stop),
        args::Command::Completions(arguments) => install::completions(&arguments),
        args::Command::Man(arguments) => install::man(&arguments),
        args::Command::Site(arguments) => site::site(&arguments),
        args::Command::Doctor(arguments) => doctor::doctor(&arguments),
        args::Command::Gen(arguments) => generated::generate(&arguments),
        args::Command::New(arguments) => new::new(&arguments),
    }
}

fn ended(done: Result<Status, Error>) -> ExitCode {
    match done {
        Ok(status) => status.into(),
        Err(error) => {
            eprintln!("error: {error}");
            Status::from(&error).into()
        }
    }
}

/// Adds the PMU of a configuration, and writes its RTL.
fn configure(file: &Path) -> Result<(), Error> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::Input(format!("--config {}: cannot be read: {error}", file.display())))?;
    let id = Pmu::configure(file, &text)?;
    generated::write_configured(&workspace()?, &find_pmu(id)?.description)
}

/// Shows a message about the progress of a command.
fn notice(text: &str) {
    screen::warn(text);
}
