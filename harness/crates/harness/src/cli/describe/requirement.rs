//! A requirement with what tests it: programs, coverage groups and seeded bugs.

use super::paragraph;
use crate::coverage::Points;
use crate::regression::find_with_collisions;
use crate::seeded_bugs::SeededBugs;
use crate::testbench::Testbench;
use crate::Error;
use golden_model_core::description::Requirement;
use golden_model_core::Pmu;

pub(super) fn text(pmu: &Pmu, requirement: &Requirement) -> Result<String, Error> {
    let Requirement { id, section, text, .. } = requirement;
    let mut lines = paragraph("", &format!("{id} (section {section} of {}): {text}", pmu.description.manual));
    let workspace = crate::cli::workspace()?;
    let testbench = Testbench::read(&workspace, pmu)?;
    let programs = find_with_collisions(&testbench.programs, pmu)?.programs;
    let programs = programs.iter().filter(|program| program.covers.contains(id)).map(|program| program.name.clone());
    let (collisions, programs): (Vec<_>, Vec<_>) = programs.partition(|name| name.starts_with("collision/"));
    let points = Points::new(pmu)?;
    let groups = points.groups_of(id).map(|(name, bins)| format!("{name} ({bins} bins)"));
    let list = testbench.folder.join("seeded_bugs.toml");
    let has_bugs = crate::shared_files::exists(&list, &pmu.description.shared);
    let bugs = if has_bugs { SeededBugs::load(&list, &pmu.description)?.bugs } else { Vec::new() };
    let bugs = bugs.iter().filter(|bug| bug.breaks.contains(id)).map(|bug| format!("{} ({})", bug.name, bug.class));
    for (title, names) in [
        ("programs", programs),
        ("collisions", collisions),
        ("coverage groups", groups.collect()),
        ("seeded bugs", bugs.collect()),
    ] {
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        lines.push_str(&paragraph(&format!("{title:16}"), &names));
    }
    Ok(lines)
}
