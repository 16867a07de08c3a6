//! The counters whose overflows are detected.

use golden_model_core::description::{Register, Signal};
use golden_model_core::{Bits, Pmu};

/// Narrowest counter that does not overflow in a program by counting alone.
const WIDE: u32 = 20;

/// Counters of one unit.
pub(super) struct UnitCounters {
    /// Name of the unit.
    pub unit: String,
    /// Names of the counters' registers, and the highest bits of their counts in an observation.
    pub counters: Vec<(String, Bits)>,
}

/// All counters that can overflow in a program and whose counts are observable, by unit.
///
/// A wide counter without an access path for writes does not reach its largest value.
pub(super) fn by_unit(pmu: &Pmu) -> Vec<UnitCounters> {
    let description = &pmu.description;
    // A counter that units share belongs to the first of them.
    let mut known = Vec::new();
    let mut counters_of = |unit: usize| {
        let mut counters = Vec::new();
        for register in description.registers_of(description.units[unit].kind) {
            let of = &description.registers[register];
            let is_count = |state: &&Signal| state.register == Some(register) && state.unit.is_none_or(|of| of == unit);
            let state = description.states.iter().find(is_count).filter(|_| of.counter);
            let Some((state, top)) = state.and_then(|state| Some((state, top(of, state)?))) else { continue };
            let is_written = of.access.iter().any(|path| !path.read_only);
            if (is_written || top < WIDE) && !known.contains(&&state.name) {
                known.push(&state.name);
                counters.push((of.name.clone(), pmu.observation.slot(&state.name).part(top, 1)));
            }
        }
        counters
    };
    let units = description.units.iter().enumerate();
    let units = units.map(|(unit, of)| UnitCounters { unit: of.name.clone(), counters: counters_of(unit) });
    units.filter(|of| !of.counters.is_empty()).collect()
}

/// The highest bit of a count in its state word.
fn top(register: &Register, state: &Signal) -> Option<u32> {
    // The state word has the upper half too, which is another register.
    if state.width > register.width {
        return Some(state.width - 1);
    }
    // The count is the lowest field that software can write. Fields above it are flags or a sign extension, and the lowest bits may
    // be writable in another register only.
    let count = register.fields.iter().rev().find(|field| !field.is_fixed()).or(register.fields.last());
    count.map(|field| field.low + field.width - 1).filter(|top| *top < state.width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_all as _;
    use rstest::rstest;

    #[rstest]
    #[case("k8", 1, 2, "core1.PerfCtr2", 47)]
    // A sign extension is above the count, or an overflow flag.
    #[case("itanium_core", 1, 0, "thread1.PMD4", 46)]
    #[case("itanium_bbox", 0, 7, "bbox.B_CSR_PERF_CNT7", 39)]
    // The lowest byte is read only.
    #[case("itanium_zbox", 0, 4, "zbox.Z_CSR_PMU_CNT_4", 39)]
    // The upper half is another register.
    #[case("riscv_hpm32", 0, 0, "mcycle", 63)]
    fn overflow_is_detected_in_the_highest_bit_of_the_count(
        #[case] pmu: &str,
        #[case] unit: usize,
        #[case] counter: usize,
        #[case] state: &str,
        #[case] bit: u32,
    ) {
        let pmu = Pmu::find(pmu).expect("the PMU");
        let units = by_unit(&pmu);
        assert_eq!(units[unit].counters[counter].1, pmu.observation.slot(state).part(bit, 1));
    }
}
