//! `docs/detection.md`.

use super::detection_pool::{comparable, is_comparable, Pool};
use super::{mark, short, DetectionCampaign, DetectionEntry, PublishedDetection, RtlHashes};
use pmu_results::{grouped, ConditionKind, Interval};
use std::fmt::Write;

const HEAD: &str = "\
# Detection of rare faults

The mutation score of faults that always act is close to 1 for every PMU, so it no longer distinguishes good stimulus from better
stimulus. This page has the figures that do: the fraction of faults that the programs detect if a fault acts only under a rare
condition. It is for those who change the random programs, and for those who want to know what a pass leaves open.

[Deep campaigns](mutation.md#deep-campaigns) explains the mutants. A fault acts while a *conjunction* of 4 to 30 bits has given
values, from a number of *occurrences* of an event on, or with a *delay* after an event. *Reached* are the mutants whose condition
held in a cycle, *detected* those that a program detected. Figures in parentheses are the 95 % confidence interval. Some conjunctions
cannot be reached, so each figure is a lower bound.

This page is made from [detection.json](detection.json), whose fields [detection.schema.json](detection.schema.json) describes. To
publish campaigns, run `make mutate DEEP=1`, then

    target/release/pmu-cosim publish build/mutate/deep/*.json

To compare two generators of random programs, publish the campaigns of each as a set with a name, `--label before` and
`--label after`. A seed has the same mutants in both, because they do not depend on the random programs.

";

/// Formats the page. `rtl` has the hashes of the RTL in the tree.
pub fn detection_page(published: &PublishedDetection, rtl: &RtlHashes) -> String {
    let labels = published.labels();
    let mut page = HEAD.to_owned();
    if labels.is_empty() {
        return page + "No campaign is published.\n";
    }
    page.push_str("![Detection by random programs against rarity of the condition, by family](detection.svg)\n\n");
    page.push_str("## By rarity\n\n");
    page.push_str("All PMUs together.");
    if labels.len() > 1 {
        page.push_str(" Only campaigns that every set has with the same mutants are included.");
    }
    page.push_str(" The last figure of a set is that of random and directed programs.\n\n");
    by_rarity(&mut page, published, &labels);
    page.push_str("\n## By PMU\n\n");
    by_pmu(&mut page, published, &labels, rtl);
    page
}

/// The table of kinds and levels.
fn by_rarity(page: &mut String, published: &PublishedDetection, labels: &[&str]) {
    let sets: Vec<Vec<&DetectionCampaign>> = labels.iter().map(|label| comparable(published, label, None)).collect();
    // Writing to a string does not fail.
    let of = |label: &&str| format!(" `{label}`: reached | `{label}`: detected | `{label}`: all programs |");
    let heads: String = labels.iter().map(of).collect();
    let _ =
        writeln!(page, "| condition | rarity | mutants |{heads}\n|---|---|---|{}", "---|---|---|".repeat(labels.len()));
    let mut row = |kind: Option<ConditionKind>, level: Option<u32>| {
        let pools: Vec<Pool> = sets.iter().map(|set| Pool::of(set.iter().copied(), kind, level)).collect();
        let cells =
            |pool: &Pool| format!(" {} | {} | {} |", pool.random.reached, cell(pool.random()), cell(pool.all()));
        let kind_name = kind.map_or("all".to_owned(), |kind| kind.to_string());
        let level = kind.zip(level).map_or("all".to_owned(), |(kind, level)| rarity(kind, level));
        let figures: String = pools.iter().map(cells).collect();
        let _ = writeln!(page, "| {kind_name} | {level} | {} |{figures}", pools.first().map_or(0, |pool| pool.mutants));
    };
    for kind in ConditionKind::ALL {
        kind.levels().iter().for_each(|&level| row(Some(kind), Some(level)));
        row(Some(kind), None);
    }
    row(None, None);
}

/// The table of PMUs, with the seeds of a set together.
fn by_pmu(page: &mut String, published: &PublishedDetection, labels: &[&str], rtl: &RtlHashes) {
    page.push_str(
        "| PMU | set | seeds | cycles | mutants | reached | detected | conjunction | occurrences | delay | all programs | RTL |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for entry in &published.pmus {
        for label in labels {
            let campaigns: Vec<_> = entry.campaigns.iter().filter(|campaign| campaign.label == *label).collect();
            if let Some(last) = campaigns.last() {
                let _ = writeln!(page, "| {} |", pmu_cells(entry, (label, last), &campaigns, labels, rtl).join(" | "));
            }
        }
    }
}

/// The cells of the campaigns of a PMU in a set.
fn pmu_cells(
    entry: &DetectionEntry,
    (label, last): (&str, &DetectionCampaign),
    campaigns: &[&DetectionCampaign],
    labels: &[&str],
    rtl: &RtlHashes,
) -> Vec<String> {
    let pool = |kind| Pool::of(campaigns.iter().copied(), kind, None);
    let total = pool(None);
    let is_compared = |campaign: &&DetectionCampaign| is_comparable(entry, campaign, labels);
    let alone = if campaigns.iter().all(is_compared) { "" } else { " (*not in every set*)" };
    let seeds: Vec<String> = campaigns.iter().map(|campaign| campaign.seed.to_string()).collect();
    let hash = &last.rtl_hash;
    let mut cells = vec![
        format!("`{}`", entry.pmu),
        format!("`{label}`{alone}"),
        seeds.join(", "),
        grouped(last.cycles),
        total.mutants.to_string(),
        total.random.reached.to_string(),
        cell(total.random()),
    ];
    cells.extend(ConditionKind::ALL.map(|kind| cell(pool(Some(kind)).random())));
    cells.extend([cell(total.all()), format!("`{}`{}", short(hash), mark(&entry.pmu, hash, rtl))]);
    cells
}

/// A level of rarity.
fn rarity(kind: ConditionKind, level: u32) -> String {
    match kind.end(level) {
        end if end == level => format!("{level} bits"),
        end => format!("2^{level} to 2^{end}"),
    }
}

/// A fraction with its interval.
fn cell(interval: Interval) -> String {
    let Interval { fraction, low, high } = interval;
    format!("{fraction:.2} ({low:.2} to {high:.2})")
}
