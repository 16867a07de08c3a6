//! Rules of a standard that its publisher numbers, such as the normative rules of the RISC-V manual, and the requirements that state
//! them.

use crate::description::DescriptionError;
use serde::Deserialize;

/// The rules of a standard, and the PMUs that are verified against them.
#[derive(Clone, Debug)]
pub struct OfficialRules {
    /// Id of the configurable PMU whose requirements state them.
    pub pmu: &'static str,
    /// Ids of its configurations in the tree.
    pub configurations: Vec<&'static str>,
    /// The rules, in the order of the file.
    pub rules: Vec<OfficialRule>,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfficialRule {
    /// Its name in the standard.
    pub rule: String,
    /// Ids of the requirements that state it, separated by spaces; empty if the rule does not concern the PMU.
    pub requirements: String,
    /// Why no requirement states it, or which part of it they do not state.
    pub remark: String,
}

impl OfficialRule {
    /// Ids of the requirements that state it.
    pub fn requirements(&self) -> impl Iterator<Item = &str> {
        self.requirements.split(' ').filter(|id| !id.is_empty())
    }

    /// Parses `rules.csv`.
    pub(crate) fn parse(pmu: &str, text: &str) -> Result<Vec<Self>, DescriptionError> {
        let wrong = |what: String| DescriptionError::Inconsistent { pmu: pmu.to_owned(), what };
        let mut rules: Vec<Self> = Vec::new();
        for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
            let rule: Self =
                row.map_err(|source| DescriptionError::Csv { pmu: pmu.to_owned(), file: "rules.csv", source })?;
            if rules.iter().any(|earlier| earlier.rule == rule.rule) {
                return Err(wrong(format!("rules.csv: {} is not unique", rule.rule)));
            }
            if rule.requirements.is_empty() && rule.remark.is_empty() {
                return Err(wrong(format!("rules.csv: {} has neither a requirement nor a remark", rule.rule)));
            }
            rules.push(rule);
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pmu;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_has_requirements_of_a_configuration_or_a_remark() {
        for OfficialRules { pmu, configurations, rules } in Pmu::official_rules().expect("rules") {
            let pmus = configurations.iter().map(|id| Pmu::find(id).expect("a PMU"));
            let known: BTreeSet<_> = pmus.flat_map(|pmu| pmu.description.requirements).map(|known| known.id).collect();
            assert!(!rules.is_empty() && !known.is_empty(), "{pmu}");
            for rule in rules.iter().filter(|rule| rule.remark.is_empty()) {
                let unknown: Vec<_> = rule.requirements().filter(|id| !known.contains(*id)).collect();
                assert!(unknown.is_empty(), "{}: {unknown:?}", rule.rule);
            }
        }
    }

    #[test]
    fn a_rule_without_requirement_and_remark_is_an_error() {
        let parse = |rows: &str| OfficialRule::parse("x/y", &format!("rule,requirements,remark\n{rows}"));
        let rules = parse("a,X-R1 X-R2,\nb,,the core has it\n").expect("rules");
        assert_eq!(rules[0].requirements().collect::<Vec<_>>(), ["X-R1", "X-R2"]);
        assert_eq!(rules[1].requirements().count(), 0);
        let error = |rows: &str| parse(rows).expect_err("it was accepted").to_string();
        assert!(error("a,,\n").contains("a has neither a requirement nor a remark"));
        assert!(error("a,X-R1,\na,X-R2,\n").contains("a is not unique"));
    }
}
