//! `docs/seeded-bugs/`: a page for each PMU with seeded bugs, and an index.

use super::{cell, PublishedBugs, PublishedCampaign, RtlHashes};
use crate::seeded_bugs::SeededBugs;
use pmu_results::grouped;
use std::fmt::Write;
use std::path::PathBuf;

const INDEX: &str = "\
# Seeded bugs

A seeded bug is a change of the RTL that a named check must detect. Each is of a kind that real PMUs have had: an increment lost in
the cycle of a write, a freeze that misses a box, a counter one bit too narrow. `make zoo` runs the regression on each of them. A bug
counts as caught only if the directed program that `testbenches/<family>/<unit>/seeded_bugs.toml` names diverges, its first divergence
names the value that the file names, and it does so within the cycles that the file allows. Where the file asks for it, random programs
of seed 1 and a metamorphic check must catch the bug too. The RTL without a bug must pass all programs.

    make zoo PMU=k8
    target/release/pmu-cosim seeded-bugs --pmu k8 --show interrupt_early   # the change, as a diff
    target/release/pmu-cosim seeded-bugs --pmu k8 --only interrupt_early   # the report that it leads to
    target/release/pmu-cosim publish build/zoo/k8.json                     # new figures into these pages

The pages are made from the lists of bugs and from [results.json](results.json), the figures of the last published campaigns.

| PMU | seeded bugs | caught | by random programs | by a metamorphic check | classes | classes without a bug |
|---|---|---|---|---|---|---|
";

/// A PMU and its bugs.
pub struct SeededPmu {
    /// Id of the PMU.
    pub id: String,
    /// Name of the PMU.
    pub name: String,
    /// The folder of its RTL.
    pub folder: PathBuf,
    /// Its bugs.
    pub seeded_bugs: SeededBugs,
}

/// The pages, as file name and text. `rtl` has the hashes of the RTL in the tree.
pub fn seeded_bugs_pages(pmus: &[SeededPmu], published: &PublishedBugs, rtl: &RtlHashes) -> Vec<(String, String)> {
    let mut index = INDEX.to_owned();
    // Writing to a string does not fail.
    for pmu in pmus {
        let (bugs, campaign) = (&pmu.seeded_bugs.bugs, published.of(&pmu.id));
        let found: Vec<_> = bugs.iter().filter_map(|bug| campaign?.bug(bug)).collect();
        let mut classes: Vec<_> = bugs.iter().map(|bug| bug.class).collect();
        classes.sort_unstable();
        classes.dedup();
        let _ = writeln!(
            index,
            "| [`{id}`]({id}.md) | {} | {} | {} | {} | {} | {} |",
            bugs.len(),
            found.len(),
            found.iter().filter(|bug| bug.random_cycles.is_some()).count(),
            bugs.iter().filter(|bug| bug.metamorphic.is_some()).count(),
            classes.len(),
            pmu.seeded_bugs.not_applicable.len(),
            id = pmu.id,
        );
    }
    let pages = pmus.iter().map(|pmu| (format!("{}.md", pmu.id), page(pmu, published.of(&pmu.id), rtl.get(&pmu.id))));
    [("README.md".to_owned(), index)].into_iter().chain(pages).collect()
}

/// The page of a PMU.
fn page(pmu: &SeededPmu, campaign: Option<&PublishedCampaign>, current: Option<&String>) -> String {
    let SeededPmu { id, name, folder, seeded_bugs } = pmu;
    let mut page = format!("# Seeded bugs of `{id}`\n\n{name}. [All PMUs](README.md)\n\n");
    page.push_str(&summary(pmu, campaign, current));
    page.push_str(
        "\n*Program* is the directed program that must catch the bug, *value* what its first divergence must name. *Cycles* counts that \
         program's cycles\nup to and with the divergence, *random* those of random programs of seed 1, where they must catch the \
         bug. *Metamorphic* names the\ncheck without a model that must catch it.\n\n\
         | bug | class | place in `rtl/` | violates | program | value | cycles | random | metamorphic |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for bug in &seeded_bugs.bugs {
        let found = campaign.and_then(|campaign| campaign.bug(bug));
        let cycles = found.map_or("not run".to_owned(), |found| found.cycles.to_string());
        let random = found.and_then(|found| found.random_cycles).map_or(String::new(), |cycles| cycles.to_string());
        let place = format!("{}:{}", bug.path(folder).display(), cell(bug.line(folder)));
        let (check, metamorphic) = (&bug.caught_by, bug.metamorphic.as_deref().unwrap_or_default());
        let _ = writeln!(
            page,
            "| {} | {} | {place} | {} | {} | {} | {cycles} | {random} | {metamorphic} |",
            bug.name,
            bug.class,
            bug.breaks.join(" "),
            check.program,
            check.value,
        );
    }
    if !seeded_bugs.not_applicable.is_empty() {
        page.push_str("\nClasses without a bug:\n\n");
    }
    for entry in &seeded_bugs.not_applicable {
        let _ = writeln!(page, "- {}: {}", entry.class, entry.reason.trim());
    }
    page
}

/// Summary of the last published campaign.
fn summary(pmu: &SeededPmu, campaign: Option<&PublishedCampaign>, current: Option<&String>) -> String {
    let (id, bugs) = (&pmu.id, &pmu.seeded_bugs.bugs);
    let Some(campaign) = campaign else {
        return format!("{} bugs. No campaign was published yet: run `make zoo PMU={id}`.\n", bugs.len());
    };
    let caught = bugs.iter().filter(|bug| campaign.bug(bug).is_some()).count();
    let (programs, cycles) = (grouped(campaign.programs), grouped(campaign.cycles));
    let mut text = format!(
        "The last published campaign caught {caught} of {} bugs. Without a bug, {programs} programs of {cycles} cycles pass.\n",
        bugs.len()
    );
    if caught < bugs.len() {
        let _ = writeln!(text, "The others are new or were changed since: run `make zoo PMU={id}`.");
    }
    if campaign.rtl_hash.as_ref().is_some_and(|hash| current != Some(hash)) {
        let _ = writeln!(text, "The RTL was changed since that campaign: run `make zoo PMU={id}`.");
    }
    text
}
