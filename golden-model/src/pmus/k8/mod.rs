//! Golden model of the AMD Athlon 64 / Opteron PMU, two cores.

use crate::{GoldenModel, Pmu};

/// The model, in its reset state.
pub fn model(_pmu: &Pmu) -> Box<dyn GoldenModel> {
    unimplemented!()
}
