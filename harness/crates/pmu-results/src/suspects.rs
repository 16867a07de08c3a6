//! Requirements that a bug most likely violates.

use super::programs::{ProgramResult, Requirements};
use super::verdict::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Largest rank that a bucket lists.
const LISTED: u64 = 5;

/// A requirement that the bug of a bucket may violate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suspect {
    /// Its rank, from 1. Requirements for which the programs give equal evidence have the same.
    #[serde(default)]
    pub rank: u64,
    /// Id of the requirement.
    pub id: String,
    /// Section of the manual, or decision where the manual is silent.
    pub section: String,
    /// The requirement.
    pub text: String,
    /// Directed programs of the bucket that name it.
    pub failing: u64,
    /// Directed programs that name it and pass.
    pub passing: u64,
}

/// The requirements that the programs of a bucket name, most suspicious first.
///
/// The order is that of the Ochiai coefficient: a requirement comes first if most failing programs name it and few passing
/// ones do. Random programs name no requirement.
pub(super) fn suspects(requirements: &Requirements, programs: &[ProgramResult], bucket: &[String]) -> Vec<Suspect> {
    let failing: BTreeSet<&str> = bucket.iter().map(String::as_str).collect();
    let passed = |program: &&ProgramResult| program.verdict == Verdict::Pass;
    let passing: BTreeSet<&str> = programs.iter().filter(passed).map(|program| program.name.as_str()).collect();
    let each = requirements.each.iter().map(|requirement| {
        let count = |among: &BTreeSet<&str>| {
            requirement.programs.iter().filter(|name| among.contains(name.as_str())).count() as u64
        };
        Suspect {
            rank: 0,
            id: requirement.id.clone(),
            section: requirement.section.clone(),
            text: requirement.text.clone(),
            failing: count(&failing),
            passing: count(&passing),
        }
    });
    let mut all: Vec<Suspect> = each.filter(|suspect| suspect.failing > 0).collect();
    all.sort_by(|one, other| other.suspicion().total_cmp(&one.suspicion()).then(one.id.cmp(&other.id)));
    let suspicions: Vec<f64> = all.iter().map(Suspect::suspicion).collect();
    for suspect in &mut all {
        let own = suspect.suspicion();
        suspect.rank = suspicions.iter().filter(|&&other| other > own).count() as u64 + 1;
    }
    all.retain(|suspect| suspect.rank <= LISTED);
    all
}

impl Suspect {
    /// The Ochiai coefficient without the factor that all requirements of a bucket share.
    fn suspicion(&self) -> f64 {
        self.failing as f64 / ((self.failing + self.passing) as f64).sqrt()
    }

    /// The programs that name it, such as `4 of 5 programs that name it fail`.
    pub fn evidence(&self) -> String {
        format!("{} of {} programs that name it fail here", self.failing, self.failing + self.passing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn requirement_of_most_failing_and_fewest_passing_programs_comes_first() {
        let program = |name: &str, verdict: &str| {
            json!({
                "name": name, "kind": "directed", "count": 1, "stimulus_hash": "", "cycles": 1, "expectations": 1,
                "unseen": 0, "verdict": verdict, "covers": [], "divergence": null
            })
        };
        let programs = json!([
            program("a", "fail"),
            program("b", "fail"),
            program("c", "pass"),
            program("d", "pass"),
            program("e", "fail")
        ]);
        let requirement = |id: &str, programs: &[&str]| json!({ "id": id, "section": "1", "text": "", "covered": false, "programs": programs, "bins": [] });
        let requirements = json!({ "total": 4, "covered": 0, "each": [
            requirement("R1", &["a", "c", "d"]), requirement("R2", &["a", "b", "c"]), requirement("R3", &["c"]),
            requirement("R4", &["b"]), requirement("R5", &["a"]),
        ] });
        let requirements = serde_json::from_value(requirements).expect("requirements");
        let programs: Vec<ProgramResult> = serde_json::from_value(programs).expect("programs");
        let bucket = ["a".to_owned(), "b".to_owned()];
        let found = suspects(&requirements, &programs, &bucket);
        let order: Vec<_> = found.iter().map(|one| (one.rank, one.id.as_str(), one.failing, one.passing)).collect();
        assert_eq!(order, [(1, "R2", 2, 1), (2, "R4", 1, 0), (2, "R5", 1, 0), (4, "R1", 1, 2)]);
        assert_eq!(found[0].evidence(), "2 of 3 programs that name it fail here");
    }
}
