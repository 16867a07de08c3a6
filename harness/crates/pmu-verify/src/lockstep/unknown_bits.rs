//! Shows unknown bits in the text of a divergence as Verilog does.

use super::observed::Observation;
use golden_model_core::Pmu;
use pmu_results::Divergence;

/// Replaces the digits of the DUT that have unknown bits.
pub(super) fn show_unknown(pmu: &Pmu, divergence: &mut Divergence, observed: Observation) {
    for difference in &mut divergence.differences {
        let Some(slot) = pmu.observation.find(&difference.name) else { continue };
        let unknown = slot.value(observed.unknown);
        if unknown.iter().all(|&word| word == 0) {
            continue;
        }
        difference.actual = text(&slot.value(observed.value), &unknown, slot.width);
        let state = pmu.description.states.iter().find(|state| state.name == slot.name);
        let register = state.and_then(|state| state.register).map(|register| &pmu.description.registers[register]);
        let Some(register) = register else {
            // The bits of a response are those of the register at another position.
            difference.fields.clear();
            continue;
        };
        for shown in &mut difference.fields {
            if let Some(field) = register.fields.iter().find(|field| field.name == shown.name) {
                let part = |words: &[u64]| [field.extract(words[0])];
                shown.actual = text(&part(&slot.value(observed.value)), &part(&unknown), field.width);
            }
        }
    }
}

/// A value in hexadecimal: `x` is a digit of which all bits are unknown, `X` one of which some are.
fn text(value: &[u64], unknown: &[u64], width: u32) -> String {
    let digit = |position: u32| {
        let (word, shift) = ((position / 16) as usize, position % 16 * 4);
        let bits = (width - position * 4).min(4);
        let all = (1 << bits) - 1;
        match unknown[word] >> shift & all {
            0 => char::from_digit((value[word] >> shift & all) as u32, 16).unwrap_or_default(),
            some if some == all => 'x',
            _ => 'X',
        }
    };
    let digits: String = (0..width.div_ceil(4)).rev().map(digit).collect();
    format!("0x{digits}")
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn unknown_digits_are_x() {
        assert_eq!(text(&[0x2A], &[0xF0], 8), "0xxa");
        assert_eq!(text(&[0x2A], &[0x10], 8), "0xXa");
        assert_eq!(text(&[1], &[0], 1), "0x1");
        assert_eq!(text(&[0], &[1], 1), "0xx");
        assert_eq!(text(&[5, 1], &[0, 2], 66), "0xX0000000000000005");
    }
}
