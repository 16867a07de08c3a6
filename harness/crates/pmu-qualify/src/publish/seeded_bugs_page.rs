//! `docs/seeded-bugs/`: a page for each PMU with seeded bugs, and an index.

use super::{cell, PublishedBug, PublishedBugs, PublishedCampaign, RtlHashes};
use crate::seeded_bugs::{SeededBug, SeededBugs};
use pmu_results::{grouped, HigherOrderKind};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const INDEX: &str = "\
# Seeded bugs

A seeded bug is a change of the RTL that a named check must detect. Each is of a kind that real PMUs have had: an increment lost in
the cycle of a write, a freeze that misses a box, a counter one bit too narrow. `make zoo` runs the regression on each of them. A bug
counts as caught only if the directed program that `testbenches/<family>/<unit>/seeded_bugs.toml` names diverges, its first divergence
names the value that the file names, and it does so within the cycles that the file allows. Where the file asks for it, random programs
of seed 1 and a metamorphic check must catch the bug too. The RTL without a bug must pass all programs.

A bug with a `kind` is of higher order: several things must coincide before it has an effect, or something must last or occur
often. Directed programs are written for requirements and seldom reach such a case by chance, so random programs alone must find the bug,
at seeds 1, 2 and 3, each within `random_within` cycles. [Kinds of higher order](#kinds-of-higher-order) lists the kinds. A
directed program is optional for such a bug; if it is named, it shows that the bug is observable. A bug that random programs miss at some
seed stays in the list with `missed_by_random`, which names the stimulus that would find it; the page of the PMU says *missed*.

    make zoo PMU=k8
    target/release/pmu-cosim seeded-bugs --pmu k8 --show interrupt_early   # the change, as a diff
    target/release/pmu-cosim seeded-bugs --pmu k8 --only interrupt_early   # the report that it leads to
    target/release/pmu-cosim publish build/zoo/k8.json                     # new figures into these pages

The pages are made from the lists of bugs and from [results.json](results.json), the figures of the last published campaigns.

| PMU | seeded bugs | caught | by random programs | by a metamorphic check | of higher order | of these found at all seeds | classes | classes without a bug |
|---|---|---|---|---|---|---|---|---|
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
            "| [`{id}`]({id}.md) | {} | {} | {} | {} | {} | {} | {} | {} |",
            bugs.len(),
            found.iter().filter(|bug| bug.is_found_by_random()).count(),
            found.iter().filter(|bug| bug.random_cycles.is_some()).count(),
            bugs.iter().filter(|bug| bug.metamorphic.is_some()).count(),
            bugs.iter().filter(|bug| bug.kind.is_some()).count(),
            found.iter().filter(|bug| !bug.seeds.is_empty() && bug.is_found_by_random()).count(),
            classes.len(),
            pmu.seeded_bugs.not_applicable.len(),
            id = pmu.id,
        );
    }
    index.push_str(&kinds(pmus, published));
    let pages = pmus.iter().map(|pmu| (format!("{}.md", pmu.id), page(pmu, published.of(&pmu.id), rtl.get(&pmu.id))));
    [("README.md".to_owned(), index)].into_iter().chain(pages).collect()
}

/// The kinds of higher order, with the number of bugs of each.
fn kinds(pmus: &[SeededPmu], published: &PublishedBugs) -> String {
    let mut text = "\n## Kinds of higher order\n\n\
                    *Found* counts the bugs that random programs of seeds 1, 2 and 3 found in the last published campaigns.\n\n\
                    | `kind` | meaning | example | PMUs | bugs | found |\n|---|---|---|---|---|---|\n"
        .to_owned();
    for kind in HigherOrderKind::ALL {
        let of_kind = |pmu: &&SeededPmu| pmu.seeded_bugs.bugs.iter().any(|bug| bug.kind == Some(kind));
        let each = || pmus.iter().flat_map(|pmu| pmu.seeded_bugs.bugs.iter().map(move |bug| (pmu, bug)));
        let bugs: Vec<_> = each().filter(|(_, bug)| bug.kind == Some(kind)).collect();
        let published = |(pmu, bug): &(&SeededPmu, &SeededBug)| published.of(&pmu.id)?.bug(bug);
        let found = bugs.iter().filter_map(published).filter(|bug| bug.is_found_by_random()).count();
        let with_kind = pmus.iter().filter(of_kind).count();
        let (name, meaning, example, bugs) = (spelled(kind), kind.text(), kind.example(), bugs.len());
        // Writing to a string does not fail.
        let _ = writeln!(text, "| `{name}` | {meaning} | {example} | {with_kind} | {bugs} | {found} |");
    }
    text
}

/// The kind as `seeded_bugs.toml` spells it.
fn spelled(kind: HigherOrderKind) -> String {
    let name = serde_json::to_value(kind).ok();
    name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned()
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
    for bug in seeded_bugs.bugs.iter().filter(|bug| bug.kind.is_none()) {
        let found = campaign.and_then(|campaign| campaign.bug(bug));
        let random = found.and_then(|found| found.random_cycles).map_or(String::new(), |cycles| cycles.to_string());
        let metamorphic = bug.metamorphic.as_deref().unwrap_or_default();
        let common = common(bug, folder, found);
        let _ = writeln!(page, "| {} | {} | {common} | {random} | {metamorphic} |", bug.name, bug.class);
    }
    page.push_str(&higher_order(pmu, campaign));
    if !seeded_bugs.not_applicable.is_empty() {
        page.push_str("\nClasses without a bug:\n\n");
    }
    for entry in &seeded_bugs.not_applicable {
        let _ = writeln!(page, "- {}: {}", entry.class, entry.reason.trim());
    }
    page
}

/// The bugs of higher order of a PMU.
fn higher_order(pmu: &SeededPmu, campaign: Option<&PublishedCampaign>) -> String {
    let bugs: Vec<_> = pmu.seeded_bugs.bugs.iter().filter_map(|bug| Some((bug, bug.kind?))).collect();
    if bugs.is_empty() {
        return String::new();
    }
    let mut text = "\nBugs of higher order, which random programs alone must find at seeds 1, 2 and 3; the program shows only that the bug \
                    is\nobservable:\n\n\
                    | bug | kind | class | place in `rtl/` | violates | program | value | cycles | seed 1 | seed 2 | seed 3 |\n\
                    |---|---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (bug, kind) in bugs {
        let found = campaign.and_then(|campaign| campaign.bug(bug));
        let seed = |seed: usize| match found.and_then(|found| found.seeds.get(seed)) {
            Some(Some(cycles)) => cycles.to_string(),
            _ if bug.missed_by_random.is_some() => "missed".to_owned(),
            Some(None) => "not found".to_owned(),
            None => "not run".to_owned(),
        };
        let common = common(bug, &pmu.folder, found);
        let seeds = [0, 1, 2].map(seed).join(" | ");
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {} | {kind} | {} | {common} | {seeds} |", bug.name, bug.class);
    }
    let missed = pmu.seeded_bugs.bugs.iter().filter_map(|bug| Some((&bug.name, bug.missed_by_random.as_ref()?)));
    let missed: Vec<String> = missed.map(|(name, what)| format!("- {name}: {}\n", what.trim())).collect();
    if !missed.is_empty() {
        text.push_str("\nRandom programs miss these bugs at some seed. What would find them:\n\n");
        text.extend(missed);
    }
    text
}

/// The cells that bugs with and without a kind have: place, requirements, directed program, value, cycles.
fn common(bug: &SeededBug, folder: &Path, found: Option<&PublishedBug>) -> String {
    let place = format!("{}:{}", bug.path(folder).display(), cell(bug.line(folder)));
    let (program, value) = bug.caught_by.as_ref().map(|check| (check.program.as_str(), check.value.as_str())).unzip();
    let cycles = match (program, found) {
        (None, _) => String::new(),
        (_, None) => "not run".to_owned(),
        (_, Some(found)) => found.cycles.map_or(String::new(), |cycles| cycles.to_string()),
    };
    let (program, value) = (program.unwrap_or_default(), value.unwrap_or_default());
    format!("{place} | {} | {program} | {value} | {cycles}", bug.breaks.join(" "))
}

/// Summary of the last published campaign.
fn summary(pmu: &SeededPmu, campaign: Option<&PublishedCampaign>, current: Option<&String>) -> String {
    let (id, bugs) = (&pmu.id, &pmu.seeded_bugs.bugs);
    let Some(campaign) = campaign else {
        return format!("{} bugs. No campaign was published yet: run `make zoo PMU={id}`.\n", bugs.len());
    };
    let published: Vec<_> = bugs.iter().filter_map(|bug| campaign.bug(bug)).collect();
    let caught = published.iter().filter(|bug| bug.is_found_by_random()).count();
    let missed = published.len() - caught;
    let (programs, cycles) = (grouped(campaign.programs), grouped(campaign.cycles));
    let mut text = format!(
        "The last published campaign caught {caught} of {} bugs. Without a bug, {programs} programs of {cycles} cycles pass.\n",
        bugs.len()
    );
    if missed > 0 {
        let _ = writeln!(text, "Random programs do not find {missed} of higher order at every seed.");
    }
    if published.len() < bugs.len() {
        let _ = writeln!(text, "Those without figures are new or were changed since: run `make zoo PMU={id}`.");
    }
    if campaign.rtl_hash.as_ref().is_some_and(|hash| current != Some(hash)) {
        let _ = writeln!(text, "The RTL was changed since that campaign: run `make zoo PMU={id}`.");
    }
    text
}
