//! Bits of the RTL's registers that are reserved in the description, so that nothing can change them.

use golden_model_core::description::{Description, Field};
use pmu_rtl::{Kind, Point, StateWord};
use std::collections::HashMap;

/// For the path of each signal of a state word, the lowest bit of the word in it, and the fields of its register.
#[derive(Default)]
pub struct ReservedBits<'d>(HashMap<String, Vec<(u32, &'d [Field])>>);

impl<'d> ReservedBits<'d> {
    /// Those of the state words of an RTL.
    pub fn new(description: &'d Description, words: &[StateWord]) -> Self {
        let mut all = Self::default();
        for word in words {
            let state = description.states.iter().find(|state| state.name == word.name);
            let register = state.and_then(|state| state.register);
            if let (Some(register), Some(low)) = (register, low(&word.select)) {
                all.0.entry(word.signal.clone()).or_default().push((low, &description.registers[register].fields));
            }
        }
        all
    }

    /// Whether a point is a reserved bit.
    pub(super) fn has(&self, point: &Point) -> bool {
        let path = match point.instance.as_str() {
            "" => point.name.clone(),
            instance => format!("{instance}.{}", point.name),
        };
        let Some((path, bit)) = path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) else { return false };
        let Ok(bit) = bit.parse::<u32>() else { return false };
        let is_reserved = |&(low, fields): &(u32, &[Field])| {
            let has_bit = |field: &&Field| bit >= low + field.low && bit < low + field.low + field.width;
            fields.iter().find(has_bit).is_some_and(|field| field.is_reserved() && field.is_fixed())
        };
        point.kind == Kind::Register && self.0.get(path).is_some_and(|words| words.iter().any(is_reserved))
    }
}

/// The lowest bit of a selection such as `[3:2]`; none for elements of an array of words.
fn low(select: &str) -> Option<u32> {
    match select.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(range) => range.rsplit(':').next()?.parse().ok(),
        None => select.is_empty().then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_core::Pmu;
    use rstest::rstest;

    /// Bits 21 and 19:0 of the control register of the fixed counter are reserved, bits 22 and 20 are not.
    #[rstest]
    #[case("", "u_fixed", "q[21]", true)]
    #[case("", "u_fixed", "q[0]", true)]
    #[case("", "u_fixed", "q[20]", false)]
    #[case("", "u_fixed", "q[22]", false)]
    #[case("", "u_fixed", "q", false)]
    #[case("", "u_other", "q[21]", false)]
    #[case("[35:4]", "u_fixed", "q[25]", true)]
    #[case("[35:4]", "u_fixed", "q[24]", false)]
    #[case("[2][1]", "u_fixed", "q[21]", false)]
    fn reserved_bits_of_state_words_are_known(
        #[case] select: &str,
        #[case] instance: &str,
        #[case] name: &str,
        #[case] expected: bool,
    ) {
        let pmu = Pmu::find("ivt_ubox").expect("a PMU");
        let word = StateWord {
            name: "ubox.U_MSR_PMON_UCLK_FIXED_CTL".to_owned(),
            signal: "u_fixed.q".to_owned(),
            select: select.to_owned(),
        };
        let words = [word];
        let reserved = ReservedBits::new(&pmu.description, &words);
        let point = Point {
            file: "a.v".to_owned(),
            kind: Kind::Register,
            line: 1,
            column: 1,
            name: name.to_owned(),
            instance: instance.to_owned(),
        };
        assert_eq!(reserved.has(&point), expected);
        assert!(!reserved.has(&point.of_all_instances()));
    }
}
