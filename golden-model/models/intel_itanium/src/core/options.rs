//! Options that the user selects.

use super::registers::SubBlocks;
use golden_model_core::Description;

/// The selected options of the choices of the core's blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// IPF-A12: the PMDs of EARs and trace buffer return their values while monitoring is not frozen.
    pub readable_while_running: bool,
    /// IPF-R142: the upper limit of a fine range belongs to it.
    pub upper_limit_included: bool,
    /// IPF-A28: `.all` applies to banked counters.
    pub banked_all: bool,
    /// IPF-A48: the tags qualify no event whose table and page disagree.
    pub without_disputed_tags: bool,
}

impl Options {
    /// The options of a PMU with these blocks; a block that it does not have has no choice.
    pub fn of(description: &Description, blocks: SubBlocks) -> Self {
        let captures = blocks.iear || blocks.dear || blocks.trace;
        Self {
            readable_while_running: captures && description.chooses("IPF-A12", "stored"),
            upper_limit_included: blocks.tagger && description.chooses("IPF-R142", "included"),
            banked_all: blocks.counters && description.chooses("IPF-A28", "counts-both"),
            without_disputed_tags: blocks.counters && description.chooses("IPF-A48", "none"),
        }
    }
}
