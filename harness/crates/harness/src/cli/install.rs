//! `completions` and `man`: files that a package installs together with the command.

use super::args::{Arguments, Completions, Man};
use super::screen::say;
use super::status::Status;
use crate::Error;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use golden_model_core::Pmu;

/// Ids of the arguments whose values are ids of PMUs.
const PMU_ARGUMENTS: [&str; 2] = ["pmu", "pmus"];

pub(super) fn completions(arguments: &Completions) -> Result<Status, Error> {
    let mut command = with_pmus(visible(&Arguments::command()));
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, super::args::NAME, &mut script);
    say!("{}", String::from_utf8_lossy(&script).trim_end());
    Ok(Status::Pass)
}

pub(super) fn man(arguments: &Man) -> Result<Status, Error> {
    let folder = &arguments.folder;
    let failed = |error| Error::Environment(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(visible(&Arguments::command()), folder).map_err(failed)?;
    Ok(Status::Pass)
}

/// Returns the command without the subcommands that only say which one replaces them.
fn visible(command: &Command) -> Command {
    let subcommands = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()).cloned();
    let help = |text: Option<&clap::builder::StyledStr>| text.cloned().unwrap_or_default();
    Command::new(super::args::NAME)
        .version(env!("CARGO_PKG_VERSION"))
        .about(help(command.get_about()))
        .after_help(help(command.get_after_help()))
        .subcommands(subcommands)
}

/// Returns the command with the ids of PMUs as values, so that a shell completes them.
fn with_pmus(mut command: Command) -> Command {
    let ids = || PossibleValuesParser::new(Pmu::ids().collect::<Vec<_>>());
    let names: Vec<_> = command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |subcommand| {
            subcommand.mut_args(|argument| match PMU_ARGUMENTS.contains(&argument.get_id().as_str()) {
                true => argument.value_parser(ids()),
                false => argument,
            })
        });
    }
    command
}
