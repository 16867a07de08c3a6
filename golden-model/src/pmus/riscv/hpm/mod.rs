//! stub
pub(in crate::pmus) fn model(_: &crate::Pmu) -> Box<dyn crate::CoveredModel> { unimplemented!() }
