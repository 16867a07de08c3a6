//! `report.html`: one page without any other file.

use super::console::grouped;
use super::Results;
use minijinja::{context, Environment};

/// The page.
pub(super) fn page(results: &Results) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.add_filter("grouped", grouped);
    environment.add_filter("round2", |value: f64| format!("{value:.2}"));
    environment.add_template("report.html", include_str!("report.html"))?;
    let divergences: Vec<_> = results
        .divergences()
        .map(|(pmu, divergence)| context! { pmu => pmu.pmu, headline => divergence.headline(), text => divergence.to_string() })
        .collect();
    let unspecified: Vec<_> =
        results.pmus.iter().filter_map(|pmu| Some(context! { pmu => pmu.pmu, why => pmu.unspecified()? })).collect();
    environment.get_template("report.html")?.render(context! { results, divergences, unspecified })
}
