//! The published figures: `docs/results.json`, `docs/detection.json`, `docs/proofs.json`, `docs/speed.json` and
//! `docs/seeded-bugs/results.json`, and the pages made from them.
//!
//! `pmu-cosim publish` merges the figures of a run and of campaigns into these documents. `pmu-cosim gen` writes the pages.

mod detection;
mod detection_figure;
mod detection_page;
mod detection_pool;
mod document;
mod figures;
mod proofs;
mod proofs_page;
mod results_page;
mod rules_page;
mod seeded_bugs;
mod seeded_bugs_page;
mod source;
mod speed;
mod speed_page;

pub use detection::{DetectionCampaign, DetectionCount, DetectionEntry, DetectionLevel, PublishedDetection};
pub use detection_figure::detection_figure;
pub use detection_page::detection_page;
pub use document::PublishedDocument;
pub use figures::{Fraction, Published, PublishedMutation, PublishedPmu, PublishedRun};
pub use proofs::{OpenTheorem, ProofCount, PublishedProof, PublishedProofs};
pub use proofs_page::proofs_page;
pub use results_page::{mark, results_page};
pub use rules_page::rules_page;
pub use seeded_bugs::{PublishedBug, PublishedBugs, PublishedCampaign};
pub use seeded_bugs_page::{seeded_bugs_pages, SeededPmu};
pub use source::Source;
pub use speed::{
    BenchReport, PartSpeeds, PmuSize, PublishedSpeed, PublishedSpeeds, PublishedTool, Turnaround, TurnaroundReport,
};
pub use speed_page::speed_page;

use std::collections::BTreeMap;

/// The RTL hash of each PMU in the tree, by its id. A PMU whose RTL cannot be read has none.
pub type RtlHashes = BTreeMap<String, String>;

/// Digits of a hash in a page.
const SHORT_HASH: usize = 12;
/// A cell without a figure.
const NONE: &str = "-";

/// The first digits of a hash or of a commit.
fn short(hash: &str) -> &str {
    hash.get(..SHORT_HASH).unwrap_or(hash)
}

/// Formats a figure as a cell.
fn cell(figure: Option<impl ToString>) -> String {
    figure.map_or(NONE.to_owned(), |figure| figure.to_string())
}
