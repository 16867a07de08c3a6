//! `thresholds.toml`: the threshold of each figure.

use super::figure::Figure;
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the file, below the workspace's root.
const FILE: &str = "thresholds.toml";

/// Thresholds from 0 to 1 for each figure, for all PMUs and for single ones.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    default: BTreeMap<String, f64>,
    #[serde(default)]
    pmu: BTreeMap<String, BTreeMap<String, f64>>,
}

/// An invalid `thresholds.toml`.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", file.display())]
pub struct ThresholdError {
    /// The file.
    pub file: PathBuf,
    /// The error.
    pub what: String,
}

impl Thresholds {
    /// Reads the file of a workspace.
    ///
    /// # Errors
    /// When the file cannot be read, names an unknown PMU or figure, has no `[default]` for a figure, or has an invalid
    /// fraction.
    pub fn read(root: &Path) -> Result<Self, ThresholdError> {
        let file = root.join(FILE);
        let wrong = |what: String| ThresholdError { file: file.clone(), what };
        let text = std::fs::read_to_string(&file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        Self::parse(&text).map_err(wrong)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let thresholds: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        let figures = || Figure::ALL.iter().map(Figure::to_string);
        if let Some(absent) = figures().find(|figure| !thresholds.default.contains_key(figure)) {
            return Err(format!("[default] has no {absent}; give it a fraction from 0 to 1"));
        }
        if let Some(id) = thresholds.pmu.keys().find(|id| !Pmu::ids().any(|known| known == *id)) {
            return Err(format!("[pmu.{id}]: {}", unknown("PMU", id, Pmu::ids())));
        }
        for (figure, &fraction) in thresholds.pmu.values().flatten().chain(&thresholds.default) {
            if !figures().any(|known| known == *figure) {
                return Err(unknown("figure", figure, figures()));
            }
            if !(0.0..=1.0).contains(&fraction) {
                return Err(format!("{figure} = {fraction} is not a fraction from 0 to 1"));
            }
        }
        Ok(thresholds)
    }

    /// The threshold of a figure of a PMU.
    pub fn of(&self, pmu: &str, figure: Figure) -> f64 {
        let figure = figure.to_string();
        let own = self.pmu.get(pmu).and_then(|own| own.get(&figure));
        own.or_else(|| self.default.get(&figure)).copied().unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const DEFAULT: &str =
        "[default]\nrequirements = 1\nevents = 1\ncoverage = 0.9\ncollisions = 1\nline = 1\ntoggle = 1\nregisters = 1\nsituations = 0.5\nmutation = 1\n";

    #[test]
    fn pmu_overrides_the_default() {
        let thresholds = Thresholds::parse(&format!("{DEFAULT}[pmu.k8]\ncoverage = 0.5\n")).expect("thresholds");
        let of = |pmu: &str| thresholds.of(pmu, Figure::Coverage);
        assert_eq!((of("k8"), of("knc"), thresholds.of("k8", Figure::Line)), (0.5, 0.9, 1.0));
    }

    #[rstest]
    #[case(&DEFAULT.replace("line = 1\n", ""), "[default] has no line")]
    #[case(&DEFAULT.replace("line = 1", "line = 98"), "line = 98 is not a fraction")]
    #[case(&format!("{DEFAULT}[pmu.k9]\n"), "[pmu.k9]: there is no PMU `k9`")]
    #[case(&format!("{DEFAULT}[pmu.k8]\ncoverge = 1\n"), "there is no figure `coverge`; did you mean `coverage`")]
    #[case("[default", "invalid table header")]
    fn error_message_names_the_problem(#[case] text: &str, #[case] expected: &str) {
        let error = Thresholds::parse(text).expect_err("an error");
        assert!(error.contains(expected), "{error}");
    }
}
