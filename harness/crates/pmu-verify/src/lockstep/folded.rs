//! Names without unit and index.

use golden_model_core::description::{Register, Signal};
use golden_model_core::Description;

/// The name that all units and indices of a register share: its pattern without the index.
pub(crate) fn folded_register(register: &Register) -> String {
    golden_model_core::placeholders::stem(&register.pattern)
}

/// The name that all units and indices of an output or state word share.
///
/// A trailing number is an index if another word has the same name with a different number.
pub(crate) fn folded_signal(description: &Description, signal: &Signal) -> String {
    if let Some(register) = signal.register {
        return folded_register(&description.registers[register]);
    }
    let own = |signal: &Signal| signal.name.rsplit('.').next().unwrap_or_default().to_owned();
    let name = own(signal);
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_sibling = |other: &Signal| {
        let other = own(other);
        let index = other.strip_prefix(stem);
        other != name && index.is_some_and(|index| !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut others = description.outputs.iter().chain(&description.states);
    match stem.len() < name.len() && others.any(is_sibling) {
        true => stem.to_owned(),
        false => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_core::Pmu;
    use rstest::rstest;

    #[rstest]
    #[case("k8", "core1.PerfCtr3", "PerfCtr")]
    #[case("k8", "core0.edge_history2", "edge_history")]
    #[case("k8", "nb_owner1", "nb_owner")]
    #[case("k8", "core0.apic_int", "apic_int")]
    #[case("knc", "thread2.IA32_PerfCnt1", "IA32_PerfCnt")]
    #[case("ivt_cbox", "cbox.Cn_MSR_PMON_BOX_FILTER1", "Cn_MSR_PMON_BOX_FILTER1")]
    #[case("ivt_socket", "cbox14.Cn_MSR_PMON_CTR2", "Cn_MSR_PMON_CTR")]
    fn unit_and_index_are_folded(#[case] pmu: &str, #[case] value: &str, #[case] register: &str) {
        let pmu = Pmu::find(pmu).expect("a PMU");
        let description = &pmu.description;
        let mut signals = description.outputs.iter().chain(&description.states);
        let signal = signals.find(|signal| signal.name == value);
        assert_eq!(signal.map(|signal| folded_signal(description, signal)), Some(register.to_owned()));
    }
}
