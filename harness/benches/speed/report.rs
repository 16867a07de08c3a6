//! `report.html` and `speed.svg`: views of the document.

use crate::chart;
use crate::count;
use crate::document::{Document, COSTS};
use crate::setup::Part;
use chrono::DateTime;
use minijinja::{context, Environment, Error, Value};

/// The page has the style of the regression report.
const TEMPLATES: [(&str, &str); 3] = [
    ("report.html", include_str!("templates/report.html")),
    ("speed.svg", include_str!("templates/speed.svg")),
    ("style.css", include_str!("../../crates/pmu-results/src/html/templates/style.css")),
];

/// The page with its chart.
pub fn render(document: &Document) -> Result<(String, String), Error> {
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.add_filter("rate", |value: Option<f64>| value.map_or_else(dash, rate));
    environment.add_filter("fixed", |value: Option<f64>| value.map_or_else(dash, |value| format!("{value:.2}")));
    environment.add_filter("count", |value: Option<f64>| value.map_or_else(dash, |value| format!("{value:.0}")));
    environment.add_filter("date", |seconds: i64| {
        DateTime::from_timestamp(seconds, 0).map(|date| date.format("%Y-%m-%d %H:%M UTC").to_string())
    });
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    let chart = chart::svg(&environment, document)?;
    let ratios = document.ratios.iter().map(|(name, value)| {
        let target = document.targets.iter().find(|target| target.ratio == *name);
        context! { name, value, target, reason => document.reasons.get(*name) }
    });
    let page = environment.get_template("report.html")?.render(context! {
        document,
        ratios => ratios.collect::<Vec<_>>(),
        chart => Value::from_safe_string(chart.clone()),
        parts => Part::ALL.map(Part::name),
        counted => count::PARTS.map(Part::name),
        costs => COSTS.map(Part::name),
    })?;
    Ok((page, chart))
}

fn dash() -> String {
    "–".to_owned()
}

/// Formats cycles per second with about three digits.
fn rate(speed: f64) -> String {
    match speed {
        speed if speed >= 1e6 => format!("{}\u{202f}M", short(speed / 1e6)),
        speed if speed >= 1e3 => format!("{}\u{202f}k", short(speed / 1e3)),
        speed => short(speed),
    }
}

fn short(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value.fract() == 0.0 => format!("{value:.0}"),
        value => format!("{value:.2}"),
    }
}
