//! `mutate`: is every deliberate bug found?

use super::args::Mutate;
use super::{build, Failure, Status};
use crate::build::Workspace;
use crate::generate::Profile;
use crate::mutate::{markdown, Campaign, CampaignError, Mutant, MutantResult, Mutants, Mutated, MutationReport};
use crate::regression::{find_with_collisions, programs_folder, Stop};
use crate::results::write_whole;
use golden_model::Pmu;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

pub(super) fn mutate(arguments: &Mutate, stop: &Stop) -> Result<Status, Failure> {
    let workspace = build::workspace()?;
    let mut all_found = true;
    for pmu in build::pmus(&arguments.pmus, arguments.rtl.folder.as_ref())? {
        let report = campaign(&workspace, &pmu, arguments, stop)?;
        let id = &pmu.description.id;
        let file = workspace.build_dir().join("mutate").join(format!("{id}.json"));
        let text = serde_json::to_string_pretty(&report).map_err(|error| Failure::Environment(error.to_string()))?;
        write_whole(&file, text.as_bytes())?;
        if let Some(page) = &arguments.page {
            write_whole(page, markdown(&report).as_bytes())?;
        }
        for survivor in report.each.iter().filter(|result| result.killed_by.is_none()) {
            println!("{id}: not found: {} ({}) at {}", survivor.name, survivor.class, survivor.place);
        }
        println!("{id}: {} of {} mutants found, score {:.4}", report.killed, report.mutants, report.score);
        all_found &= report.survived == 0;
    }
    Ok(if all_found { Status::Pass } else { Status::Diverged })
}

fn campaign(workspace: &Workspace, pmu: &Pmu, arguments: &Mutate, stop: &Stop) -> Result<MutationReport, Failure> {
    let id = &pmu.description.id;
    let testbench = workspace.root().join("testbenches").join(id);
    let folder = build::rtl_folder(workspace, pmu, arguments.rtl.folder.as_ref());
    let profile = Profile::read(&testbench.join("stimulus.toml"), pmu)?;
    let directed = find_with_collisions(&programs_folder(workspace.root(), id), pmu)?;
    let mutants =
        selected(Mutants::read(&testbench.join("mutants.toml"), &folder, &pmu.description)?, &arguments.only)?;
    // The build of a mutant is of no use to anybody else.
    let models = workspace.build_dir().join("mutate").join("models");
    let own = Workspace::new(workspace.root(), &models, workspace.tools().clone())?;
    let campaign = Campaign {
        workspace: &own,
        pmu,
        profile: &profile,
        directed: &directed,
        folder: &folder,
        cycles: arguments.cycles,
        seed: arguments.seed,
    };
    // Without this, a regression that fails on everything would kill every mutant.
    if let Mutated::Killed(killer) = campaign.run(None, stop).map_err(|error| failure("the RTL as it is", error))? {
        let what = killer.random.or_else(|| killer.directed.first().cloned()).unwrap_or_default();
        return Err(Failure::Input(format!(
            "{id}: the RTL diverges without any mutant ({what}); run `make sim` first"
        )));
    }
    let each = run_all(&campaign, &mutants, stop)?;
    Ok(MutationReport::new(id, arguments.cycles, arguments.seed, each))
}

fn selected(mutants: Mutants, only: &[String]) -> Result<Vec<Mutant>, Failure> {
    for name in only {
        if !mutants.mutant.iter().any(|mutant| mutant.name == *name) {
            let known = mutants.mutant.iter().map(|mutant| &mutant.name);
            return Err(Failure::Input(crate::program::unknown("mutant", name, known)));
        }
    }
    Ok(mutants.mutant.into_iter().filter(|mutant| only.is_empty() || only.contains(&mutant.name)).collect())
}

/// All mutants over all processors, results in the order of the list.
fn run_all(campaign: &Campaign, mutants: &[Mutant], stop: &Stop) -> Result<Vec<MutantResult>, Failure> {
    let bar = ProgressBar::new(mutants.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:>12} [{bar:40}] {pos}/{len} mutants, {eta} left") {
        bar.set_style(style);
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![None; mutants.len()]);
    let failed = Mutex::new(None);
    let work = || {
        while let Some((position, mutant)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, mutants.get(n)?)))
        {
            let ended = stop.load(Ordering::Relaxed) || failed.lock().map_or(true, |failed| failed.is_some());
            if ended {
                return;
            }
            match campaign.run(Some(mutant), stop) {
                Ok(mutated) => {
                    if let Ok(mut done) = done.lock() {
                        done[position] = Some(result(campaign.folder, mutant, mutated));
                    }
                }
                Err(error) => {
                    if let Ok(mut failed) = failed.lock() {
                        *failed = Some(failure(&format!("mutant {}", mutant.name), error));
                    }
                }
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    if let Some(failure) = failed.into_inner().ok().flatten() {
        return Err(failure);
    }
    done.into_inner().ok().and_then(|done| done.into_iter().collect()).ok_or(Failure::Interrupted)
}

fn result(folder: &Path, mutant: &Mutant, mutated: Mutated) -> MutantResult {
    let line = mutant.line(folder).unwrap_or(0);
    MutantResult {
        name: mutant.name.clone(),
        class: mutant.class.clone(),
        place: format!("{}:{line}", mutant.path(folder).display()),
        breaks: mutant.breaks.clone(),
        killed_by: match mutated {
            Mutated::Killed(killer) => Some(killer),
            Mutated::Survived => None,
        },
    }
}

fn failure(what: &str, error: CampaignError) -> Failure {
    let text = format!("{what}: {error}");
    match error {
        CampaignError::Build(error) if error.kind() == crate::build::ErrorKind::BadInput => Failure::Input(text),
        _ => Failure::Environment(text),
    }
}
