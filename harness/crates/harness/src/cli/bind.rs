//! `bind`: writes a checker that compares a PMU with the golden model in the user's simulator.

use super::args::Bind;
use super::screen::say;
use super::status::Status;
use crate::bind::{write, Bound};
use crate::pmu_selection::{find_pmu, select_pmus};
use crate::program::Source;
use crate::rtl::Connections;
use crate::rtl_selection::absolute;
use crate::Error;
use golden_model_core::description::Template;
use golden_model_core::ChosenOption;

/// File with the frames of a program.
const FRAMES: &str = "frames.hex";

pub(super) fn bind(arguments: &Bind) -> Result<Status, Error> {
    let rtl = arguments.rtl.selection()?;
    if !rtl.rtl_choices.is_empty() {
        let what = "--rtl-choice: the command builds no RTL; set the parameters of your RTL in your testbench";
        return Err(Error::Input(what.to_owned()));
    }
    let id = find_pmu(&arguments.pmu)?.description.id;
    let pmu = select_pmus(std::slice::from_ref(&id), &rtl)?.remove(0);
    let workspace = super::workspace()?;
    let source = rtl.source(&workspace, &pmu)?;
    let connections = Connections::read(&workspace, &pmu.description, source, &mut super::notice)?;
    let chosen: Vec<_> = pmu.description.deviations().iter().map(ChosenOption::to_string).collect();
    let configuration = match &pmu.description.template {
        Some(Template { configuration: Some(file), .. }) => absolute(file)?.display().to_string(),
        _ => String::new(),
    };
    let bound =
        Bound { pmu: &pmu, connections: &connections, choices: &chosen.join(" "), configuration: &configuration };
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => workspace.build_dir().join("bind").join(&id),
    };
    let mut files = bound.files();
    if let Some(file) = &arguments.program {
        let source = Source::read(file)?;
        if source.pmu() != id {
            let what = format!("{}: this program is for {}, not for {id}", file.display(), source.pmu());
            return Err(Error::Input(what));
        }
        let program = source.resolve(file.display().to_string(), &pmu)?;
        let replay = bound.replay(&program, &absolute(&folder.join(FRAMES))?)?;
        files.extend([(replay.name, replay.testbench), (FRAMES.to_owned(), replay.frames)]);
    }
    for path in write(&folder, &files)? {
        say!("wrote {}", path.display());
    }
    if !connections.not_compared.is_empty() {
        say!("not compared, because the port map has no place: {}", connections.not_compared.join(", "));
    }
    Ok(Status::Pass)
}
