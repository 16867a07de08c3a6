//! Results of the last `mutate` and `zoo` campaigns and of the last proofs on the same RTL.

use super::mutation::{MutationReport, LEAST};
use super::proofs::{ProofReport, TheoremVerdict};
use super::seeded_bugs::{HigherOrderKind, SeededBugReport, SeededBugVerdict};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Mutation campaign of an RTL.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MutationSummary {
    /// Mutants that are not unstable.
    pub mutants: u64,
    /// Mutants that a program killed.
    pub killed: u64,
    /// Mutants proven to behave like the RTL.
    pub equivalent: u64,
    /// Mutants neither killed nor proven equivalent.
    pub survived: u64,
    /// killed / (mutants - equivalent).
    pub score: f64,
    /// Seed of the choice of mutants.
    pub seed: u64,
    /// For each file and line of the RTL, the numbers of the surviving mutants there.
    pub survivors: BTreeMap<String, Vec<u32>>,
}

/// Seeded bugs of an RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeededBugSummary {
    /// Number of bugs in the list.
    pub listed: u64,
    /// Number of bugs that ran.
    pub ran: u64,
    /// Number of bugs that the check that must catch them caught in time.
    pub caught: u64,
    /// Whether the RTL without a bug passes; otherwise the other figures have no meaning.
    pub valid: bool,
    /// Bugs that were missed, as name and location in the RTL.
    pub missed: Vec<String>,
    /// Bugs of higher order, which random programs alone must find at each of several seeds.
    #[serde(default)]
    pub higher_order: Vec<HigherOrderBug>,
}

/// A seeded bug of higher order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HigherOrderBug {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: HigherOrderKind,
    /// For each seed from 1 on, the cycles of random programs up to and including the divergence; null if no program diverges.
    pub cycles: Vec<Option<u64>>,
}

/// Proofs of theorems about an RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProofSummary {
    /// Number of theorems.
    pub theorems: u64,
    /// Number of theorems that are proven.
    pub proven: u64,
    /// Theorems that a program violates, as kind and name.
    pub refuted: Vec<String>,
    /// Theorems that are neither proven nor refuted.
    pub open: Vec<String>,
}

impl From<&ProofReport> for ProofSummary {
    fn from(report: &ProofReport) -> Self {
        let of = |verdict| {
            let theorems = report.theorems.iter().filter(move |theorem| theorem.verdict == verdict);
            theorems.map(|theorem| format!("{}: {}", theorem.kind, theorem.name)).collect::<Vec<_>>()
        };
        Self {
            theorems: report.theorems.len() as u64,
            proven: of(TheoremVerdict::Proven).len() as u64,
            refuted: of(TheoremVerdict::Refuted),
            open: of(TheoremVerdict::Open),
        }
    }
}

impl From<&MutationReport> for MutationSummary {
    fn from(report: &MutationReport) -> Self {
        let mut survivors: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for place in &report.survivors {
            survivors.entry(place.line.clone()).or_default().push(place.number);
        }
        let MutationReport { mutants, killed, equivalent, survived, score, seed, .. } = *report;
        Self { mutants, killed, equivalent, survived, score, seed, survivors }
    }
}

impl From<&SeededBugReport> for SeededBugSummary {
    fn from(report: &SeededBugReport) -> Self {
        let missed = report.bugs.iter().filter(|bug| !bug.faults.is_empty());
        let missed: Vec<_> = missed.map(|bug| format!("{} at {}", bug.name, bug.location)).collect();
        let ran = report.bugs.len() as u64;
        let valid = report.verdict != SeededBugVerdict::Invalid;
        let higher_order = report.bugs.iter().filter_map(|bug| {
            let cycles = bug.seeds.iter().map(|search| search.cycles).collect();
            Some(HigherOrderBug { name: bug.name.clone(), kind: bug.kind?, cycles })
        });
        let (listed, caught) = (report.listed, ran - missed.len() as u64);
        Self { listed, ran, caught, valid, higher_order: higher_order.collect(), missed }
    }
}

/// The last campaigns on one RTL.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Campaigns {
    /// Mutation.
    pub mutation: Option<MutationSummary>,
    /// Seeded bugs.
    pub seeded_bugs: Option<SeededBugSummary>,
    /// Proofs.
    pub proofs: Option<ProofSummary>,
}

impl Campaigns {
    /// Reads the results of campaigns below `build` that ran on exactly this RTL.
    ///
    /// Campaigns on other RTL, with too few mutants, or with unreadable results count as not measured.
    pub fn read(build: &Path, pmu: &str, rtl_hash: &str) -> Self {
        let file = |folder: &str| build.join(folder).join(format!("{pmu}.json"));
        let measures = |report: &MutationReport| report.rtl_hash == rtl_hash && report.mutants >= LEAST;
        let mutation = read(&file("mutate")).filter(measures);
        let seeded_bugs = read(&file("zoo")).filter(|report: &SeededBugReport| report.rtl_hash == rtl_hash);
        let proofs = read(&build.join("prove").join(pmu).join("results.json"));
        let proofs = proofs.filter(|report: &ProofReport| report.rtl_hash == rtl_hash);
        Self {
            mutation: mutation.as_ref().map(MutationSummary::from),
            seeded_bugs: seeded_bugs.as_ref().map(SeededBugSummary::from),
            proofs: proofs.as_ref().map(ProofSummary::from),
        }
    }
}

fn read<T: DeserializeOwned>(file: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(file).ok()?).ok()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{missing, Coverage, Figure, Figures, PmuResults};
    use serde_json::{json, Value};

    /// Results of K8 without programs, for RTL with the hash `here`.
    pub(crate) fn plain() -> Value {
        json!({
            "pmu": "k8", "verdict": "pass", "rtl": { "folder": "", "top": "", "ports": null }, "rtl_hash": "here",
            "description_hash": "", "cycles": 1, "comparisons": 1, "expectations": 1, "divergences": 0,
            "values_from_dut": 0, "not_compared": [], "left_out": [],
            "requirements": { "total": 1, "covered": 1, "each": [] },
            "events": { "total": 0, "counted": 0, "by_counter": [] }, "coverage": Coverage::default(),
            "figures": Figures::default(), "seeds": [1], "cycles_per_second": 1.0, "command": "", "buckets": [],
            "programs": []
        })
    }

    /// A document of a run of these PMUs that ended at this time.
    pub(crate) fn document(finished_at: u64, pmus: &[Value]) -> Value {
        json!({
            "schema_version": crate::SCHEMA_VERSION, "tool": { "pmu_cosim": "1", "verilator": "5", "cxx": "g++" },
            "commit": "c0ffee", "modified": false, "rtl_hash": "", "finished_at": finished_at, "command": "",
            "verdict": "pass", "pmus": pmus
        })
    }

    /// The campaign results of a build folder for RTL with the hash `here`.
    fn measured(mutation: &Value, seeded_bugs: &Value) -> PmuResults {
        let build = tempfile::tempdir().expect("a folder");
        let proofs = proofs(mutation["rtl_hash"].as_str().unwrap_or("none"));
        for (file, document) in
            [("mutate/k8.json", mutation), ("zoo/k8.json", seeded_bugs), ("prove/k8/results.json", &proofs)]
        {
            let file = build.path().join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, document.to_string()).expect("a file");
        }
        let mut results = plain();
        let Campaigns { mutation, seeded_bugs, proofs } = Campaigns::read(build.path(), "k8", "here");
        (results["mutation"], results["zoo"], results["proofs"]) = (json!(mutation), json!(seeded_bugs), json!(proofs));
        serde_json::from_value(results).expect("results")
    }

    /// The result document of proofs on RTL with this hash.
    fn proofs(rtl_hash: &str) -> Value {
        let theorem = |name: &str, verdict: &str| {
            json!({
                "kind": "reads", "name": name, "verdict": verdict, "reason": "", "example": [], "programs": []
            })
        };
        let theorems = [theorem("a", "proven"), theorem("b", "refuted"), theorem("c", "open")];
        json!({ "pmu": "k8", "rtl_hash": rtl_hash, "seconds": 1.0, "theorems": theorems })
    }

    /// Result documents of campaigns on RTL with this hash.
    fn campaigns(rtl_hash: &str) -> (Value, Value) {
        let mut mutation = serde_json::to_value(MutationReport::default()).expect("a report");
        let place = json!({
            "number": 7, "line": "a.v:3", "module": "a", "mode": "inv", "cell": "b", "port": "Y", "bits": ["0"]
        });
        let figures = [("mutants", LEAST), ("killed", LEAST - 3), ("equivalent", 2), ("survived", 1)];
        figures.iter().for_each(|(name, figure)| mutation[name] = (*figure).into());
        (mutation["rtl_hash"], mutation["survivors"]) = (rtl_hash.into(), json!([place]));
        let bug = |name: &str, faults: Value| {
            json!({
                "name": name, "class": "idle_clear", "place": "a.v:4", "breaks": [], "caught_by": { "program": "p", "value": "v" }, "within": 1,
                "random_within": null, "oracle": null, "caught": null, "random": null, "violation": null,
                "faults": faults, "elsewhere": []
            })
        };
        let seeded_bugs = json!({
            "pmu": "k8", "rtl_hash": rtl_hash, "listed": 3, "verdict": "fail", "seed": 1, "programs_without_bug": 1,
            "clocks_without_bug": 1, "without_bug": null, "violation_without_bug": null, "absent": [],
            "bugs": [bug("caught", json!([])), bug("missed", json!(["too late"]))]
        });
        (mutation, seeded_bugs)
    }

    #[test]
    fn campaigns_on_this_rtl_are_merged() {
        let (mutation, seeded_bugs) = campaigns("here");
        let results = measured(&mutation, &seeded_bugs);
        let found = results.mutation.as_ref().expect("a campaign");
        assert_eq!((found.mutants, found.killed, &found.survivors["a.v:3"]), (LEAST, LEAST - 3, &vec![7]));
        let figures = Figures::new(&results, |_| 1.0, true);
        let figure = figures.each.iter().find(|one| one.figure == Figure::Mutation).expect("the figure");
        assert_eq!((figure.covered, figure.total, figure.reached), (LEAST - 3, LEAST - 2, false));
        assert_eq!(missing(&results, Figure::Mutation), ["mutant 7 at a.v:3"]);
        let proofs = results.proofs.as_ref().expect("proofs");
        assert_eq!((proofs.theorems, proofs.proven), (3, 1));
        assert_eq!((&proofs.refuted, &proofs.open), (&vec!["reads: b".to_owned()], &vec!["reads: c".to_owned()]));
        let seeded_bugs = results.seeded_bugs.expect("a zoo");
        assert_eq!(
            (seeded_bugs.listed, seeded_bugs.ran, seeded_bugs.caught, seeded_bugs.missed),
            (3, 2, 1, vec!["missed at a.v:4".to_owned()])
        );
    }

    #[test]
    fn campaign_of_few_mutants_is_ignored() {
        let (mut mutation, seeded_bugs) = campaigns("here");
        mutation["mutants"] = (LEAST - 1).into();
        let results = measured(&mutation, &seeded_bugs);
        assert_eq!((results.mutation, results.seeded_bugs.is_some()), (None, true));
    }

    #[test]
    fn missing_campaigns_and_those_on_other_rtl_are_ignored() {
        for (mutation, seeded_bugs) in [campaigns("there"), (json!({}), json!("torn"))] {
            let results = measured(&mutation, &seeded_bugs);
            assert_eq!((&results.mutation, &results.seeded_bugs, &results.proofs), (&None, &None, &None));
            let figures = Figures::new(&results, |_| 0.99, true);
            assert!(figures.each.iter().all(|one| one.figure != Figure::Mutation));
        }
    }
}
