//! The numbered requirements of a PMU.

use super::DescriptionError;
use serde::Deserialize;

/// One testable statement of the specification.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Id, such as `K8-R31`.
    pub id: String,
    /// Section of the manual, or decision where the manual is silent.
    pub section: String,
    /// The statement.
    pub text: String,
    /// Ids of shared requirements that it restates for this PMU, separated by spaces.
    #[serde(default)]
    pub restates: String,
}

impl Requirement {
    /// Whether a requirement has that id, or restates one of the same family of shared requirements.
    pub fn is_known(id: &str, known: &[Self]) -> bool {
        let family = |id: &str| id.rsplit_once("-R").map(|(family, _)| family.to_owned());
        let mut restated = known.iter().flat_map(Self::restated);
        known.iter().any(|requirement| requirement.id == id) || restated.any(|one| family(one) == family(id))
    }

    /// The id itself if a requirement has it, otherwise the ids of all requirements that restate it.
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
                let what =
                    format!("requirements.csv: {} is not unique or does not start with {known}-R", requirement.id);
                return Err(DescriptionError::Inconsistent { pmu: pmu.to_owned(), what });
            }
            requirements.push(requirement);
        }
        Ok(requirements)
    }
}
