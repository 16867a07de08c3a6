//! `report.html`: a view of the results as one self-contained page.

mod annotated;
mod figures;
mod heat_map;
mod links;
mod registers;
mod requirements;
mod trend;
mod wave;

use super::bucket::Bucket;
use super::console::{grouped, pmu_remarks};
use super::document::{PmuResults, Results};
use super::history::History;
use super::verdict::Verdict;
use super::viewers::viewer_commands;
use crate::date::date;
use annotated::Key;
use figures::Cell;
use heat_map::HeatMap;
use links::{run_file, SourceLinks};
use minijinja::{context, Environment, Value};
use std::collections::BTreeSet;
use std::path::Path;
use wave::Wave;

/// Templates by name; `report.html` includes the others.
const TEMPLATES: [(&str, &str); 23] = [
    ("report.html", include_str!("templates/report.html")),
    ("style.css", include_str!("templates/style.css")),
    ("heat.css", include_str!("templates/heat.css")),
    ("menu.css", include_str!("templates/menu.css")),
    ("trend.css", include_str!("templates/trend.css")),
    ("script.js", include_str!("templates/script.js")),
    ("search.js", include_str!("templates/search.js")),
    ("macros.html", include_str!("templates/macros.html")),
    ("head.html", include_str!("templates/head.html")),
    ("menu.html", include_str!("templates/menu.html")),
    ("overview.html", include_str!("templates/overview.html")),
    ("trend.html", include_str!("templates/trend.html")),
    ("bucket.html", include_str!("templates/bucket.html")),
    ("wave.html", include_str!("templates/wave.html")),
    ("pmu.html", include_str!("templates/pmu.html")),
    ("known.html", include_str!("templates/known.html")),
    ("requirements.html", include_str!("templates/requirements.html")),
    ("registers.html", include_str!("templates/registers.html")),
    ("events.html", include_str!("templates/events.html")),
    ("coverage.html", include_str!("templates/coverage.html")),
    ("code.html", include_str!("templates/code.html")),
    ("campaigns.html", include_str!("templates/campaigns.html")),
    ("programs.html", include_str!("templates/programs.html")),
];

/// Environment with the templates and their filters.
fn environment(links: SourceLinks, folder: &Path) -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    // A number must not wrap.
    environment.add_filter("grouped", |number: u64| grouped(number).replace(' ', "\u{202f}"));
    environment.add_filter("rounded", rounded);
    environment.add_filter("fixed", |value: f64, digits: usize| format!("{value:.digits$}"));
    environment.add_filter("percent", percent);
    environment.add_filter("date", date);
    environment.add_filter("spaced", |name: &str| name.replace('_', " "));
    let folder = folder.to_owned();
    environment.add_filter("viewers", |waves: &str| {
        viewer_commands(waves).map(|(viewer, command)| vec![viewer.to_owned(), command]).to_vec()
    });
    environment.add_filter("in_run", move |file: &str| run_file(&folder, file));
    environment.add_filter("source", move |place: &str| links.to(place));
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

/// Size in bytes that annotated sources must not exceed together with the page.
const SIZE: usize = 3_300_000;

/// Formats the page. `folder` contains the other files of the run, to which the page links; `history` are the runs in the folders
/// next to it, if the run is one of several.
pub(super) fn page(results: &Results, folder: &Path, history: Option<&History>) -> Result<String, minijinja::Error> {
    let page_with = |sources: &BTreeSet<Key>| page_with(results, folder, history, sources);
    let page = page_with(&BTreeSet::new())?;
    let sources = annotated::selected(results, SIZE.saturating_sub(page.len()));
    if sources.is_empty() {
        Ok(page)
    } else {
        page_with(&sources)
    }
}

/// Formats the page with these annotated sources.
fn page_with(
    results: &Results,
    folder: &Path,
    history: Option<&History>,
    sources: &BTreeSet<Key>,
) -> Result<String, minijinja::Error> {
    let buckets = results.pmus.iter().flat_map(|pmu| pmu.buckets.iter().map(move |bucket| (pmu, bucket)));
    let buckets: Vec<Value> = buckets.map(|(pmu, bucket)| about_bucket(pmu, bucket)).collect();
    let mut pmus: Vec<_> = results.pmus.iter().enumerate().collect();
    pmus.sort_by_key(|(_, pmu)| pmu.verdict != Verdict::Fail);
    let pmus: Vec<Value> = pmus.into_iter().map(|one| about_pmu(one, sources)).collect();
    let sum = |of: fn(&PmuResults) -> u64| results.pmus.iter().map(of).sum::<u64>();
    let page = environment(SourceLinks::new(results), folder)?.get_template("report.html")?.render(context! {
        results,
        buckets,
        pmus,
        trend => history.map(|history| trend::trend(history, results)),
        figures => figures::NAMES,
        cycles => sum(|pmu| pmu.cycles),
        comparisons => sum(|pmu| pmu.comparisons),
        divergences => sum(|pmu| pmu.divergences),
        diverging => results.pmus.iter().filter(|pmu| pmu.divergences > 0).count(),
        masking => results.pmus.iter().filter(|pmu| pmu.verdict == Verdict::PassWithKnownDivergences).count(),
        failing => results.pmus.iter().filter(|pmu| pmu.verdict == Verdict::Fail).count(),
    })?;
    // The engine escapes slashes too. HTML does not need that, and names of programs contain many.
    Ok(page.replace("&#x2f;", "/"))
}

/// Template data of a bucket and its first divergence.
fn about_bucket(pmu: &PmuResults, bucket: &Bucket) -> Value {
    let divergence = pmu.first_divergence(bucket);
    let wave = divergence.and_then(|divergence| divergence.excerpt.as_ref()).map(Wave::new);
    let place = bucket.signature.place();
    let operations = divergence.map(|divergence| dedented(&divergence.operations)).unwrap_or_default();
    let check = bucket.signature.check.to_string();
    let (location, assigned) = (bucket.driver.location(), bucket.driver.assignments());
    context! {
        pmu => pmu.pmu, manual => pmu.manual, place, check, bucket, divergence, operations, wave, location,
        assigned
    }
}

/// Removes the common indent of lines.
fn dedented(lines: &[String]) -> Vec<&str> {
    let indented = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let common = lines.iter().map(indented).min().unwrap_or(0);
    lines.iter().map(|line| &line[common..]).collect()
}

fn about_pmu((number, pmu): (usize, &PmuResults), sources: &BTreeSet<Key>) -> Value {
    let notes: Vec<String> = pmu.unspecified().into_iter().chain(pmu_remarks(pmu)).collect();
    let contradicted: Vec<&str> = pmu.coverage.contradicted().map(|bin| bin.name.as_str()).collect();
    // A top lists only rows that its sub-blocks count, and no counter of the top needs to count them.
    let heat = (pmu.events.total > 0).then(|| HeatMap::new(&pmu.events));
    let metamorphic: Vec<Value> = pmu
        .metamorphic
        .iter()
        .map(|one| {
            let violation = one.violation.as_ref().map(|violation| violation.headline());
            context! { one, violation, idle => one.is_idle() }
        })
        .collect();
    let kept = pmu.metamorphic.iter().filter(|one| one.violation.is_none() && !one.is_idle()).count();
    let files = pmu.code_coverage.iter().flat_map(|code| code.files.iter().enumerate());
    let mut files: Vec<_> = files.collect();
    files.sort_by_key(|(_, file)| file.missing_lines.is_empty() && file.missing_bits.is_empty());
    let lines = |(file, of)| sources.contains(&(number, file)).then(|| annotated::lines(of));
    let files: Vec<_> = files.into_iter().map(|file| context! { of => file.1, lines => lines(file) }).collect();
    let cells = figures::cells(pmu, kept);
    let is_open = cells.iter().any(Cell::is_open);
    let mut programs: Vec<_> = pmu.programs.iter().collect();
    programs.sort_by_key(|program| program.verdict != Verdict::Fail);
    let mut groups: Vec<_> = pmu.coverage.groups.iter().collect();
    groups.sort_by_key(|group| group.missing.is_empty());
    context! {
        of => pmu, notes, contradicted, heat, metamorphic, kept, cells, is_open, programs, groups, files,
        stopped => figures::is_stopped_early(pmu),
        requirements => requirements::requirements(pmu),
        registers => registers::registers(&pmu.coverage),
    }
}

/// Formats a large number in millions or billions with at least three digits.
fn rounded(number: u64) -> String {
    let (unit, name) = match number {
        0..10_000_000 => return grouped(number).replace(' ', "\u{202f}"),
        10_000_000..10_000_000_000 => (1e6, "M"),
        _ => (1e9, "G"),
    };
    format!("{}\u{202f}{name}", grouped((number as f64 / unit) as u64).replace(' ', "\u{202f}"))
}

/// Formats a fraction so that only 1 becomes 100 %.
fn percent(fraction: f64) -> String {
    let tenths = (fraction * 1000.0).floor();
    match tenths >= 1000.0 {
        true => "100 %".to_owned(),
        false => format!("{:.1} %", tenths / 10.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_coverage_is_100_percent() {
        assert_eq!((percent(1.0), percent(0.9999), percent(0.0)), ("100 %".into(), "99.9 %".into(), "0.0 %".into()));
    }

    /// The page lists points and exclusions of code coverage.
    #[test]
    fn missing_and_excluded_points_are_listed() {
        let figure = serde_json::json!({ "covered": 1, "total": 2, "excluded": 1 });
        let file = serde_json::json!({
            "file": "a.v", "line": figure, "toggle": figure, "missing_lines": ["a.v:3"], "missing_bits": ["a.v:4 b[0]"],
            "excluded": [{ "name": "a.v:5", "reason": "tied" }]
        });
        let code = serde_json::json!({
            "line": figure, "toggle": figure, "cycles": 1_000, "left_to_others": ["c.v"], "wrong_exclusions": [],
            "diverged": null, "files": []
        });
        let environment = environment(SourceLinks::none(), Path::new(".")).expect("templates");
        let template = environment.get_template("code.html").expect("the template");
        let page = |code: Option<serde_json::Value>| {
            let lines =
                serde_json::json!([{ "number": 3, "text": "x = 1;", "state": "missed", "note": "not executed: if" }]);
            let one = serde_json::json!({ "files": [{ "of": &file, "lines": lines }] });
            let pmu = serde_json::json!({ "code_coverage": code });
            template.render(context! { pmu, one }).expect("a page")
        };
        let shown = page(Some(code));
        for part in ["<li>a.v:3</li><li>a.v:4 b[0]</li>", "<dt>5</dt><dd>tied</dd>", "<li>c.v</li>", "not executed: if"]
        {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert_eq!(page(None).trim(), "");
    }

    #[test]
    fn common_indent_is_removed() {
        let lines = ["   10  wait".to_owned(), "    9  wait 2".to_owned()];
        assert_eq!(dedented(&lines), ["10  wait", " 9  wait 2"]);
    }
}
