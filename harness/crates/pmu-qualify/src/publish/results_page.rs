//! `docs/results.md`.

use super::{cell, short, Fraction, Published, PublishedMutation, PublishedPmu, RtlHashes, NONE};
use pmu_results::grouped;
use pmu_results::Proof;
use std::fmt::Write;

const HEAD: &str = "\
# Results

The figures of the last published run and mutation campaigns of each PMU. `-` marks a figure that was not published.

This page is made from [results.json](results.json), whose fields [published.schema.json](published.schema.json) describes. To
publish new figures, run `make sim` or `make mutate`, then

    target/release/pmu-cosim publish build/sim/results.json build/mutate/*.json

`publish` takes runs that pass and campaigns of at least 500 mutants, both of the RTL in the tree. It replaces the figures of the
PMUs that it is given and keeps the others. A figure marked *other RTL* was measured before the RTL of its PMU changed.

## Regression

`make sim` runs each PMU in lockstep with its golden model. [Reading results](reading-results.md) explains the
columns. The mutation score is the lowest of the published seeds. Speed is that of one machine on one day.

";

const REGRESSION: &str = "\
| PMU | summary | requirements | event rows | cycles | divergences | coverage | situations | collisions | line | toggle | mutation score | Mcycles/s |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

const MUTATION: &str = "
## Mutation campaigns

`make mutate` changes the netlist in one place at a time and runs the regression on each mutant. [mutation.md](mutation.md) explains
the campaign; each seed has other mutants and other random programs. The columns *every state*, *reachable states* and *allowed inputs* count the equivalent mutants by the kind of proof.

| PMU | mutants | killed | every state | reachable states | allowed inputs | survived | without behaviour | score | seed | cycles | Yosys | RTL |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

const RUNS: &str = "
## Published runs

The runs of the regression figures.

| PMU | date | commit | Verilator | seeds | RTL | command |
|---|---|---|---|---|---|---|
";

/// Formats the page. `rtl` has the hashes of the RTL in the tree.
pub fn results_page(published: &Published, rtl: &RtlHashes) -> String {
    let mut page = HEAD.to_owned() + REGRESSION;
    // Writing to a string does not fail.
    for entry in &published.pmus {
        let _ = writeln!(page, "| `{}` | {} | {} |", entry.pmu, entry.summary, regression(entry, rtl).join(" | "));
    }
    page.push_str(MUTATION);
    for (entry, campaign) in published.pmus.iter().flat_map(|entry| entry.mutation.iter().map(move |one| (entry, one)))
    {
        let _ = writeln!(page, "| `{}` | {} |", entry.pmu, mutation(entry, campaign, rtl).join(" | "));
    }
    page.push_str(RUNS);
    for entry in published.pmus.iter().filter(|entry| entry.run.is_some()) {
        let _ = writeln!(page, "| `{}` | {} |", entry.pmu, run(entry, rtl).join(" | "));
    }
    page
}

/// The cells of the figures of a run, and the mutation score.
fn regression(entry: &PublishedPmu, rtl: &RtlHashes) -> [String; 11] {
    let run = entry.run.as_ref();
    let number = |figure: Option<u64>| figure.map_or(NONE.to_owned(), grouped);
    let fraction =
        |figure: Option<Fraction>| cell(figure.map(|Fraction { covered, total }| format!("{covered}/{total}")));
    [
        fraction(run.map(|run| run.requirements)),
        fraction(run.map(|run| run.event_rows)),
        number(run.map(|run| run.cycles)),
        number(run.map(|run| run.divergences)),
        fraction(run.and_then(|run| run.coverage)),
        fraction(run.and_then(|run| run.situations)),
        fraction(run.and_then(|run| run.collisions)),
        fraction(run.and_then(|run| run.line)),
        fraction(run.and_then(|run| run.toggle)),
        cell(entry.lowest_score().map(|campaign| score(entry, campaign, rtl))),
        cell(run.map(|run| format!("{:.2}", run.mcycles_per_second))),
    ]
}

/// The cells of a mutation campaign.
fn mutation(entry: &PublishedPmu, campaign: &PublishedMutation, rtl: &RtlHashes) -> [String; 12] {
    let by = |proof: Proof| campaign.equivalent_by.get(&proof).copied().unwrap_or(0).to_string();
    [
        campaign.mutants.to_string(),
        campaign.killed.to_string(),
        by(Proof::EveryState),
        by(Proof::ReachableStates),
        by(Proof::AllowedInputs),
        campaign.survived.to_string(),
        campaign.unstable.to_string(),
        score(entry, campaign, rtl),
        campaign.seed.to_string(),
        grouped(campaign.cycles),
        campaign.yosys.clone(),
        format!("`{}`", short(&campaign.rtl_hash)),
    ]
}

/// The cells of the run: date, commit, tools and command.
fn run(entry: &PublishedPmu, rtl: &RtlHashes) -> [String; 6] {
    let run = entry.run.as_ref();
    let modified = if run.and_then(|run| run.modified) == Some(true) { ", modified" } else { "" };
    let commit = run.and_then(|run| run.commit.as_ref()).map(|commit| format!("`{}`{modified}", short(commit)));
    let seeds = run.map(|run| run.seeds.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
    let hash = run.and_then(|run| run.rtl_hash.as_ref());
    [
        cell(run.and_then(|run| run.date.as_ref())),
        cell(commit),
        cell(run.and_then(|run| run.verilator.as_ref())),
        cell(seeds),
        cell(hash.map(|hash| format!("`{}`{}", short(hash), mark(&entry.pmu, hash, rtl)))),
        cell(run.and_then(|run| run.command.as_ref()).map(|command| format!("`{command}`"))),
    ]
}

/// A mutation score, marked if it is of other RTL than that in the tree.
fn score(entry: &PublishedPmu, campaign: &PublishedMutation, rtl: &RtlHashes) -> String {
    format!("{:.4}{}", campaign.score, mark(&entry.pmu, &campaign.rtl_hash, rtl))
}

/// Mark of a figure that was measured on other RTL than that in the tree.
pub fn mark(pmu: &str, hash: &str, rtl: &RtlHashes) -> &'static str {
    match rtl.get(pmu).is_some_and(|current| current == hash) {
        true => "",
        false => " (*other RTL*)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::{PublishedDocument, PublishedRun};

    fn entry(hash: &str) -> PublishedPmu {
        let fraction = |covered| Fraction { covered, total: 9 };
        let run = PublishedRun {
            command: Some("make sim".to_owned()),
            date: Some("2024-05-06".to_owned()),
            commit: Some("0123456789abcdef".to_owned()),
            modified: Some(true),
            verilator: Some("5.006".to_owned()),
            seeds: vec![1, 2],
            rtl_hash: Some(hash.to_owned()),
            requirements: fraction(1),
            event_rows: fraction(2),
            cycles: 1_234_567,
            divergences: 0,
            coverage: Some(fraction(3)),
            situations: Some(fraction(5)),
            collisions: None,
            line: Some(fraction(4)),
            toggle: None,
            mcycles_per_second: 1.5,
            programs: std::collections::BTreeMap::new(),
        };
        let mutation = PublishedMutation {
            mutants: 1000,
            killed: 910,
            equivalent: 88,
            equivalent_by: [(Proof::EveryState, 86), (Proof::AllowedInputs, 2)].into(),
            survived: 2,
            unstable: 3,
            score: 0.9978,
            seed: 1,
            cycles: 200_000,
            yosys: "0.23".to_owned(),
            rtl_hash: hash.to_owned(),
        };
        let (pmu, summary) = ("k8".to_owned(), "a core".to_owned());
        PublishedPmu { pmu, summary, run: Some(run), mutation: vec![mutation] }
    }

    fn page(pmus: Vec<PublishedPmu>) -> String {
        let published = Published { schema_version: Published::VERSION, pmus };
        results_page(&published, &[("k8".to_owned(), "here56789abcdef".to_owned())].into())
    }

    #[test]
    fn each_pmu_has_a_row_in_each_table() {
        let page = page(vec![entry("here56789abcdef")]);
        let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `k8` |")).collect();
        let expected = [
            "| `k8` | a core | 1/9 | 2/9 | 1 234 567 | 0 | 3/9 | 5/9 | - | 4/9 | - | 0.9978 | 1.50 |",
            "| `k8` | 1000 | 910 | 86 | 0 | 2 | 2 | 3 | 0.9978 | 1 | 200 000 | 0.23 | `here56789abc` |",
            "| `k8` | 2024-05-06 | `0123456789ab`, modified | 5.006 | 1, 2 | `here56789abc` | `make sim` |",
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn figures_of_other_rtl_are_marked() {
        let page = page(vec![entry("elsewhere")]);
        assert_eq!(page.matches("| 0.9978 (*other RTL*) |").count(), 2, "{page}");
        assert!(page.contains("| `elsewhere` (*other RTL*) | `make sim` |\n"), "{page}");
    }

    #[test]
    fn unpublished_figure_is_a_dash() {
        let page = page(vec![PublishedPmu { run: None, mutation: Vec::new(), ..entry("") }]);
        let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `k8` |")).collect();
        assert_eq!(rows, [format!("| `k8` | a core |{}", " - |".repeat(11))]);
    }
}
