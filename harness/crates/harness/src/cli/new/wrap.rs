//! `new --wrap`: writes a wrapper of a user's block for an existing PMU, and its port map.

use super::skeleton::write_new;
use crate::cli::args::NewWrapper;
use crate::cli::screen::say;
use crate::cli::status::Status;
use crate::pmu_selection::find_pmu;
use crate::rtl::{BlockFiles, Wrapper};
use crate::rtl_selection::{absolute, RtlSelection};
use crate::run::commands::run as run_command;
use crate::Error;
use pmu_support::display_path;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Writes the files of a wrapper for the PMU `name`.
pub(super) fn wrap(name: &str, arguments: &NewWrapper) -> Result<Status, Error> {
    let workspace = crate::cli::workspace()?;
    let description = &find_pmu(name)?.description;
    let folder = arguments.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}_wrapper")));
    let all = |paths: &[PathBuf]| paths.iter().map(|path| absolute(path)).collect::<Result<Vec<_>, _>>();
    let files = BlockFiles {
        files: all(&arguments.files)?,
        include: all(&arguments.include)?,
        define: assignments("-D", &arguments.define, Some(""))?,
        parameters: assignments("-G", &arguments.parameters, None)?,
        top: arguments.top.clone(),
    };
    let wrapper = Wrapper::new(&workspace, description, &files, &absolute(&folder)?, &mut crate::cli::notice)?;
    let paths = wrapper.paths(&folder);
    if let Some(taken) = paths.iter().find(|path| path.exists()) {
        let what = format!("{} already exists; select another folder with --out", taken.display());
        return Err(Error::Input(what));
    }
    for (path, (_, text)) in paths.iter().zip(&wrapper.files) {
        write_new(path, text).map_err(|error| Error::Environment(format!("{}: {error}", path.display())))?;
        say!("created {}", display_path(path));
    }
    report(&wrapper, &paths[0]);
    let rtl = RtlSelection {
        folder: Some(folder),
        top: Some(wrapper.module.clone()),
        port_map: Some(paths[1].clone()),
        ..RtlSelection::default()
    };
    say!("next: {}", run_command(name, &rtl));
    Ok(Status::Pass)
}

/// The names and values of `NAME=VALUE`; the value is `default` without one.
fn assignments(option: &str, texts: &[String], default: Option<&str>) -> Result<BTreeMap<String, String>, Error> {
    let assignment = |text: &String| {
        let found = text.split_once('=').or(default.map(|default| (text.as_str(), default)));
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match found.filter(|(name, _)| is_name(name)) {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => Err(Error::Input(format!("{option} {text}: write NAME=VALUE"))),
        }
    };
    texts.iter().map(assignment).collect()
}

/// Prints what is connected, what is not, and what remains to be done.
fn report(wrapper: &Wrapper, file: &Path) {
    let Wrapper { block, connected, undriven, unused, tied, open, todos, .. } = wrapper;
    let total = connected.len() + undriven.len() + unused.len();
    say!("connected {} of {total} ports of the description with {block}:", connected.len());
    let pad = connected.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, own) in connected {
        say!("  {name:pad$}  {own}");
    }
    let listed = |what: &str, names: &[String]| {
        if !names.is_empty() {
            say!("{what}: {}", names.join(", "));
        }
    };
    listed("outputs that nothing drives, so they are 0", undriven);
    listed("inputs that drive nothing", unused);
    say!("of {block}: other inputs that are 0: {tied}, outputs that are open: {open}");
    say!("to do: comments with TODO in {}: {todos}; paths of registers in [state] of its port map", display_path(file));
}
