//! The pairs of inputs that have a bin.

use super::bins::BinList;
use golden_model_core::description::{Description, Input};
use std::collections::BTreeMap;

/// Largest number of inputs of which each pair has a bin. Of more, inputs that differ only in unit and index share theirs.
const SINGLE: usize = 32;

/// The inputs of a PMU that have bins, and the bin of each pair.
#[derive(Clone, Debug, Default)]
pub(super) struct InputPairs {
    /// Positions in [`Description::inputs`].
    pub inputs: Vec<usize>,
    /// For each bin its pairs, as positions in `inputs`, the lower one first.
    pub pairs: Vec<Vec<(usize, usize)>>,
}

impl InputPairs {
    /// Adds the bins. Inputs of a box that is verified alone are sampled there.
    pub fn new(description: &Description, list: &mut BinList) -> Self {
        let kind = |input: &Input| input.unit.map(|unit| description.units[unit].kind);
        let is_sampled = |&position: &usize| {
            let kind = kind(&description.inputs[position]);
            kind.is_none_or(|kind| description.blocks.get(kind).is_none_or(Option::is_none))
        };
        let inputs: Vec<usize> = (0..description.inputs.len()).filter(is_sampled).collect();
        let is_folded = inputs.len() > SINGLE;
        let name = |input: &Input| match (is_folded, kind(input)) {
            (false, _) => input.name.clone(),
            (true, Some(kind)) if description.kinds.len() > 1 => {
                format!("{}.{}", description.kinds[kind], input.pattern)
            }
            _ => input.pattern.clone(),
        };
        let names: Vec<String> = inputs.iter().map(|&position| name(&description.inputs[position])).collect();
        // Inputs of different units are unrelated if there are many, except that one input changes in several units.
        let has_bin = |one: usize, other: usize| {
            let units = [one, other].map(|position| description.inputs[inputs[position]].unit);
            !is_folded || names[one] == names[other] || units[0].is_none() || units[1].is_none() || units[0] == units[1]
        };
        let mut bins: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut pairs: Vec<Vec<(usize, usize)>> = Vec::new();
        for one in 0..inputs.len() {
            for other in (one + 1..inputs.len()).filter(|&other| has_bin(one, other)) {
                let (a, b) = (names[one].as_str(), names[other].as_str());
                let bin = *bins.entry((a.min(b), a.max(b))).or_insert_with(|| {
                    list.add(format!("{a},{b}"));
                    pairs.push(Vec::new());
                    pairs.len() - 1
                });
                pairs[bin].push((one, other));
            }
        }
        Self { inputs, pairs }
    }
}
