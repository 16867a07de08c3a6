//! `docs/proofs.json`: the theorems about the RTL in the tree, and what is known of them.

use super::document::{position, PublishedDocument};
use super::figures::check_rtl;
use super::RtlHashes;
use pmu_results::{ProofReport, TheoremKind, TheoremResult, TheoremVerdict};
use serde::{Deserialize, Serialize};

/// The document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedProofs {
    /// Version of this schema.
    pub schema_version: u32,
    /// One entry for each PMU.
    pub pmus: Vec<PublishedProof>,
}

/// The theorems about the RTL of a PMU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedProof {
    /// Id of the PMU.
    pub pmu: String,
    /// SHA-256 of the RTL.
    pub rtl_hash: String,
    /// Time that the proofs took, in seconds.
    pub seconds: u64,
    /// The number of theorems of each kind that occurs.
    pub kinds: Vec<ProofCount>,
    /// The theorems that are neither proven nor refuted.
    pub open: Vec<OpenTheorem>,
}

/// The theorems of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofCount {
    /// The kind.
    pub kind: TheoremKind,
    /// Number of theorems.
    pub theorems: u64,
    /// Number of those that are proven.
    pub proven: u64,
}

/// A theorem of which nothing is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenTheorem {
    /// Its kind.
    pub kind: TheoremKind,
    /// Its name.
    pub name: String,
    /// Why it is open.
    pub reason: String,
}

impl PublishedDocument for PublishedProofs {
    const FILE: &'static str = "docs/proofs.json";
    const VERSION: u32 = 1;

    fn ids(&self) -> Vec<&str> {
        self.pmus.iter().map(|proof| proof.pmu.as_str()).collect()
    }
}

impl PublishedProofs {
    /// The theorems about a PMU.
    pub fn of(&self, pmu: &str) -> Option<&PublishedProof> {
        self.pmus.iter().find(|proof| proof.pmu == pmu)
    }

    /// Merges the theorems about a PMU.
    ///
    /// # Errors
    /// Returns the reason for which they cannot be published, with a remedy.
    pub fn add(&mut self, report: &ProofReport, rtl: &RtlHashes) -> Result<(), String> {
        let pmu = &report.pmu;
        check_rtl(rtl, pmu, &report.rtl_hash, "make prove")?;
        let is_refuted = |theorem: &&TheoremResult| theorem.verdict == TheoremVerdict::Refuted;
        if let Some(TheoremResult { kind, name, .. }) = report.theorems.iter().find(is_refuted) {
            return Err(format!(
                "the theorem {kind}: {name} is refuted; correct the RTL, or the rules in metamorphic.toml"
            ));
        }
        let count = |kind| {
            let of_kind = report.theorems.iter().filter(|theorem| theorem.kind == kind);
            let proven = of_kind.clone().filter(|theorem| theorem.verdict == TheoremVerdict::Proven);
            ProofCount { kind, theorems: of_kind.count() as u64, proven: proven.count() as u64 }
        };
        let open = report.theorems.iter().filter(|theorem| theorem.verdict == TheoremVerdict::Open);
        let open = open.map(|TheoremResult { kind, name, reason, .. }| OpenTheorem {
            kind: *kind,
            name: name.clone(),
            reason: reason.clone(),
        });
        let proof = PublishedProof {
            pmu: pmu.clone(),
            rtl_hash: report.rtl_hash.clone(),
            seconds: report.seconds.ceil() as u64,
            kinds: TheoremKind::ALL.into_iter().map(count).filter(|count| count.theorems > 0).collect(),
            open: open.collect(),
        };
        self.pmus.retain(|known| known.pmu != *pmu);
        self.pmus.push(proof);
        self.pmus.sort_by_key(|proof| position(&proof.pmu));
        Ok(())
    }
}

impl PublishedProof {
    /// The theorems of one kind; `None` if there is no such theorem.
    pub fn count(&self, kind: TheoremKind) -> Option<&ProofCount> {
        self.kinds.iter().find(|count| count.kind == kind)
    }
}
