//! The identity of the layouts of a PMU.

use golden_model_core::{Layout, Pmu};
use sha2::{Digest, Sha256};

/// The first 16 hexadecimal digits of the SHA-256 over names, widths and positions of all values of a frame and an observation.
///
/// Generated code that packs these values has this digest, so that a change of the description is found.
pub fn layout_digest(pmu: &Pmu) -> String {
    let mut hasher = Sha256::new();
    let mut add = |layout: &Layout| {
        for slot in layout.slots() {
            hasher.update(format!("{} {} {} {}\n", slot.name, slot.width, slot.word, slot.shift));
        }
        hasher.update("\n");
    };
    add(&pmu.frame);
    add(&pmu.observation);
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
