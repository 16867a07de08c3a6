//! All golden models. A program that uses this crate finds them by `Pmu::model`.

use golden_model_amd_k8 as _;
use golden_model_intel_itanium as _;
use golden_model_intel_ivt as _;
use golden_model_intel_knc as _;
use golden_model_intel_nhmex as _;
use golden_model_riscv as _;

#[cfg(test)]
mod tests {
    use golden_model_core::pmus::LINKED;
    use golden_model_core::Pmu;
    use std::collections::BTreeSet;

    #[test]
    fn every_pmu_has_a_model() {
        Pmu::ids().for_each(|id| drop(Pmu::get(id).expect("a PMU").model()));
    }

    #[test]
    fn every_model_has_a_pmu() {
        let folder = |id| {
            let description = &Pmu::get(id).expect("a PMU").description;
            description.template.as_ref().map_or(description.folder.as_str(), |template| &template.folder)
        };
        let known: BTreeSet<_> = Pmu::ids().map(folder).collect();
        let linked = LINKED.iter().copied().flatten().map(|linked| linked.folder);
        assert_eq!(linked.collect::<BTreeSet<_>>(), known);
    }
}
