//! The numbered requirements of a PMU.

use super::DescriptionError;
use serde::Deserialize;

/// One testable sentence.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Such as `K8-R31`.
    pub id: String,
    /// Section of the manual, or the decision that settles what the manual leaves open.
    pub section: String,
    /// What must hold.
    pub text: String,
    /// Ids of what several PMUs have in common that it says again for this one, with spaces between.
    #[serde(default)]
    pub restates: String,
}

impl Requirement {
    /// Whether one has that id, or one restates something of what PMUs have in common that it may belong to.
    pub fn is_known(id: &str, known: &[Self]) -> bool {
        let family = |id: &str| id.rsplit_once("-R").map(|(family, _)| family.to_owned());
        let mut restated = known.iter().flat_map(Self::restated);
        known.iter().any(|requirement| requirement.id == id) || restated.any(|one| family(one) == family(id))
    }

    /// The ids of the requirements with an id or, if there is none, of all that restate something with it.
    pub fn named(id: &str, known: &[Self]) -> Vec<String> {
        if known.iter().any(|requirement| requirement.id == id) {
            return vec![id.to_owned()];
        }
        let restating = known.iter().filter(|requirement| requirement.restated().any(|one| one == id));
        restating.map(|requirement| requirement.id.clone()).collect()
    }

    /// The ids in [`Requirement::restates`].
    pub fn restated(&self) -> impl Iterator<Item = &str> {
        self.restates.split_whitespace()
    }

    pub(super) fn parse(pmu: &str, text: &str, prefixes: &[String]) -> Result<Vec<Self>, DescriptionError> {
        let mut requirements: Vec<Self> = Vec::new();
        for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
            let requirement: Self =
                row.map_err(|source| DescriptionError::Csv { pmu: pmu.to_owned(), file: "requirements.csv", source })?;
            let has = |prefix: &String| requirement.id.strip_prefix(prefix).is_some_and(|rest| rest.starts_with("-R"));
            if !prefixes.iter().any(has) || requirements.iter().any(|earlier| earlier.id == requirement.id) {
                let known = prefixes.join("-R or ");
                let what = format!("requirements.csv: {} is double or does not start with {known}-R", requirement.id);
                return Err(DescriptionError::Inconsistent { pmu: pmu.to_owned(), what });
            }
            requirements.push(requirement);
        }
        Ok(requirements)
    }
}
