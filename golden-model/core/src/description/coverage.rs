//! The plan of functional coverage: the groups and bins that runs must cover.

use super::error::LoadResult;
use super::DescriptionError;
use super::{Requirement, Shared};
use crate::toml_keys;
use serde::Deserialize;

/// File name of a coverage plan.
pub(super) const FILE: &str = "coverage.toml";

/// The content of `coverage.toml`. `docs/coverage.md` describes the notation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoveragePlan {
    /// Whether the value classes of all fields that software can write are to be covered.
    #[serde(default = "yes")]
    pub fields: bool,
    /// Whether the kinds of refused accesses are to be covered.
    #[serde(default = "yes")]
    pub refused: bool,
    /// Further groups.
    #[serde(default, rename = "group")]
    pub groups: Vec<CoverGroup>,
    /// Bins that cannot be hit.
    #[serde(default)]
    pub impossible: Vec<ImpossibleBins>,
}

/// A sampling event, and values whose combinations at this event are to be covered.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverGroup {
    /// Name, with which the names of its bins start.
    pub name: String,
    /// The option, such as `K8-A15=pulse`, under which the group exists.
    pub requires: Option<String>,
    /// Description.
    pub doc: String,
    /// Requirements of its bins.
    #[serde(default)]
    pub requirements: Vec<String>,
    /// The items for each of which the group exists.
    #[serde(default)]
    pub each: Each,
    /// The kinds of these units or of the units of these counters; empty for the first kind.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// The sampling event, such as `counted {counter}`.
    pub when: String,
    /// Further conditions, such as `{select}.INT == 1`.
    #[serde(default, rename = "if")]
    pub conditions: Vec<String>,
    /// The values.
    #[serde(default)]
    pub cross: Vec<CoverAxis>,
}

/// The items for each of which a group exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Each {
    /// The PMU, once.
    #[default]
    Pmu,
    /// Each unit of a kind.
    Unit,
    /// Each counter of selectable events in units of a kind.
    Counter,
}

/// One value of a cross.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverAxis {
    /// Name in the names of bins.
    pub name: String,
    /// The sampled value, such as `{select}.en`.
    pub of: String,
    /// Value classes, such as `0`, `1`, `large=2-max`; without any, each value is a class.
    #[serde(default)]
    pub classes: Vec<String>,
    /// Whether each bit that is 1 is a class.
    #[serde(default)]
    pub bits: bool,
}

/// Bins that cannot be hit, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImpossibleBins {
    /// Names of the bins, with `*` for any text.
    pub bins: String,
    /// The option, such as `K8-A15=pulse`, under which they cannot be hit.
    pub requires: Option<String>,
    /// The reason.
    pub reason: String,
    /// The requirement, section or decision that rules the bins out.
    pub see: String,
}

fn yes() -> bool {
    true
}

impl CoveragePlan {
    /// Reads a plan. Groups of shared folders come first. Names of ports and state are checked when bins are generated.
    pub(super) fn parse(
        pmu: &str,
        text: &str,
        shared: &Shared,
        requirements: &[Requirement],
    ) -> Result<Self, DescriptionError> {
        let read = |pmu: &str, text: &str| {
            let wrong = |source| DescriptionError::Toml { file: format!("{pmu}/{FILE}"), source: Box::new(source) };
            toml_keys::parse::<Self>(text).map_err(wrong)
        };
        let mut plan = read(pmu, text)?;
        let (own, own_impossible) = (std::mem::take(&mut plan.groups), std::mem::take(&mut plan.impossible));
        for (folder, file, text) in shared.files(FILE)? {
            let text = shared.apply(FILE, text).map_err(|source| DescriptionError::Template { file, source })?;
            let common = read(folder, &text)?;
            plan.groups.extend(common.groups);
            plan.impossible.extend(common.impossible);
        }
        plan.groups.extend(own);
        plan.impossible.extend(own_impossible);
        let wrong =
            |what: String| DescriptionError::Inconsistent { pmu: pmu.to_owned(), what: format!("{FILE}: {what}") };
        plan.check(requirements).map_err(wrong)?;
        Ok(plan)
    }

    /// Checks the names of groups and replaces shared requirements by those of the PMU.
    fn check(&mut self, requirements: &[Requirement]) -> LoadResult<()> {
        for position in 0..self.groups.len() {
            let (earlier, rest) = self.groups.split_at_mut(position);
            let group = &mut rest[0];
            let double = earlier.iter().any(|earlier| earlier.name == group.name);
            if double || group.name.is_empty() || group.name.contains(['/', '*']) {
                return Err(format!("group `{}`: the name is empty, not unique, or has a `/` or `*`", group.name));
            }
            let mut own = Vec::new();
            for id in &group.requirements {
                let named = Requirement::named(id, requirements);
                if !Requirement::is_known(id, requirements) {
                    return Err(format!("group `{}`: no requirement {id}", group.name));
                }
                own.extend(named.into_iter().filter(|id| !own.contains(id)).collect::<Vec<_>>());
            }
            group.requirements = own;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const GROUP: &str = "[[group]]\nname = \"g\"\ndoc = \"d\"\nwhen = \"reset\"\n";

    #[rstest]
    #[case("groups = 1", "unknown field `groups`")]
    #[case("[[impossible]]\nbins = \"g/a\"\nwhy = \"w\"\n", "`why` is now `reason`")]
    #[case(&GROUP.replace("\"g\"", "\"a/b\""), "group `a/b`: the name is")]
    #[case(&GROUP.repeat(2), "group `g`: the name is")]
    #[case(&format!("{GROUP}requirements = [\"X-R9\"]\n"), "group `g`: no requirement X-R9")]
    fn invalid_plan_is_rejected(#[case] text: &str, #[case] expected: &str) {
        let error = CoveragePlan::parse("x", text, &Shared::default(), &[]).expect_err("an error").to_string();
        assert!(error.contains("x") && error.contains(FILE) && error.contains(expected), "{error}");
    }

    #[test]
    fn empty_plan_covers_fields_and_refused_accesses() {
        let plan = CoveragePlan::parse("x", "", &Shared::default(), &[]).expect("a plan");
        assert!(plan.fields && plan.refused && plan.groups.is_empty());
    }
}
