//! Situations: bins that follow from a description without a plan, for bugs of history and coincidence.
//!
//! They complement the plan, which random programs cover completely: lengths of resets, long times, many overflows, exact subsets of
//! counters that overflow, pairs of inputs, and addresses near those that exist.

mod addresses;
mod bins;
mod counters;
mod input_pairs;
mod inputs;
mod overflow_history;
mod overflows;
mod resets;
mod sampler;
mod times;

pub(super) use sampler::SituationSampler;

use super::access::AccessMap;
use addresses::AddressBins;
use bins::BinList;
use golden_model_core::Pmu;
use inputs::InputBins;
use overflows::OverflowBins;
use resets::ResetBins;
use std::ops::Range;
use times::TimeBins;

/// The situations of a PMU.
#[derive(Clone, Debug, Default)]
pub(super) struct Situations {
    resets: ResetBins,
    times: TimeBins,
    overflows: OverflowBins,
    inputs: InputBins,
    addresses: AddressBins,
    /// The positions of the bins of all overflows, and of addresses.
    overflow_range: Range<usize>,
    address_range: Range<usize>,
}

/// Name, purpose and names of the bins of a group.
pub(super) type SituationGroup = (&'static str, &'static str, Vec<String>);

impl Situations {
    /// The bins of a PMU from position `first` on, and their groups in the order of the positions.
    pub fn new(pmu: &Pmu, map: &AccessMap, first: usize) -> (Self, Vec<SituationGroup>) {
        let mut groups: Vec<SituationGroup> = Vec::new();
        let mut next = first;
        let mut add = |(name, doc): (&'static str, &'static str), bins: Vec<String>| {
            next += bins.len();
            // A PMU without counters has no overflows.
            if !bins.is_empty() {
                groups.push((name, doc, bins));
            }
            next
        };
        let mut list = BinList::from(first);
        let resets = ResetBins::new(&mut list);
        let mut list = BinList::from(add((ResetBins::NAME, ResetBins::DOC), list.names()));
        let times = TimeBins::new(&mut list);
        let at = add((TimeBins::NAME, TimeBins::DOC), list.names());
        let (overflows, [repetitions, together, succession]) = OverflowBins::new(pmu, at);
        add(OverflowBins::REPETITIONS, repetitions);
        add(OverflowBins::TOGETHER, together);
        let overflow_range = at..add(OverflowBins::SUCCESSION, succession);
        let (inputs, names) = InputBins::new(pmu, overflow_range.end);
        let at = add((InputBins::NAME, InputBins::DOC), names);
        let mut list = BinList::from(at);
        let addresses = AddressBins::new(&pmu.description, map, &mut list);
        let address_range = at..add((AddressBins::NAME, AddressBins::DOC), list.names());
        (Self { resets, times, overflows, inputs, addresses, overflow_range, address_range }, groups)
    }
}
