//! `docs/proof-results.md`.

use super::{mark, short, OpenTheorem, PublishedProof, PublishedProofs, RtlHashes, NONE};
use golden_model_core::Pmu;
use pmu_results::TheoremKind;
use std::fmt::Write;

const HEAD: &str = "\
# Results of proofs

The theorems about the RTL in the tree that are proven, for all states and all inputs. [Proofs](proofs.md) explains the kinds. A cell has
the number of theorems of a kind, or *proven/all* if some are open. *Time* is that of all proofs of the PMU on a machine with two cores,
the netlist included.

This page is made from [proofs.json](proofs.json). To publish proofs, run `make prove`, then

    target/release/pmu-cosim publish build/prove/*/results.json

";

/// Formats the page. `rtl` has the hashes of the RTL in the tree.
pub fn proofs_page(published: &PublishedProofs, rtl: &RtlHashes) -> String {
    // Equivalence compares with the RTL in the tree, about which the page is.
    let kinds: Vec<_> = TheoremKind::ALL.into_iter().filter(|kind| *kind != TheoremKind::Equivalence).collect();
    let mut page = HEAD.to_owned();
    let heads: String = kinds.iter().map(|kind| format!(" {kind} |")).collect();
    // Writing to a string does not fail.
    let _ = writeln!(page, "| PMU |{heads} all | time | RTL |\n|---|{}---|---|---|", "---|".repeat(kinds.len()));
    for proof in &published.pmus {
        let cells: String = kinds.iter().map(|kind| format!(" {} |", cell(proof, &[*kind]))).collect();
        let PublishedProof { pmu, rtl_hash, seconds, .. } = proof;
        let (all, hash, mark) = (cell(proof, &kinds), short(rtl_hash), mark(pmu, rtl_hash, rtl));
        let _ = writeln!(page, "| `{pmu}` |{cells} {all} | {seconds} s | `{hash}`{mark} |");
    }
    let missing: Vec<_> = Pmu::ids().filter(|id| published.of(id).is_none()).map(|id| format!("`{id}`")).collect();
    if !missing.is_empty() {
        let _ = writeln!(page, "\nWithout published proofs: {}.", missing.join(", "));
    }
    if published.pmus.iter().any(|proof| !proof.open.is_empty()) {
        page.push_str("\n## Open theorems\n\n| PMU | kind | theorem | reason |\n|---|---|---|---|\n");
    }
    for proof in &published.pmus {
        for OpenTheorem { kind, name, reason } in &proof.open {
            let _ = writeln!(page, "| `{}` | {kind} | {name} | {reason} |", proof.pmu);
        }
    }
    page
}

/// The number of theorems of these kinds.
fn cell(proof: &PublishedProof, kinds: &[TheoremKind]) -> String {
    let counts = kinds.iter().filter_map(|kind| proof.count(*kind));
    let (theorems, proven) =
        counts.fold((0, 0), |(theorems, proven), count| (theorems + count.theorems, proven + count.proven));
    match (theorems, proven) {
        (0, _) => NONE.to_owned(),
        _ if theorems == proven => theorems.to_string(),
        _ => format!("{proven}/{theorems}"),
    }
}
