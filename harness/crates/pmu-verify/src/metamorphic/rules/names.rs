//! Names in metamorphic rules: of state words without their units, with `{index}` for an index, and of fields.

use golden_model_core::description::Register;
use golden_model_core::placeholders::{index_in, numbered};
use golden_model_core::Pmu;

/// Splits `WORD[BIT]` or `WORD[HIGH:LOW]` into the name and its bits; a name alone stands for all bits.
pub(super) fn split_bits(name: &str) -> (&str, u64) {
    let range = |text: &str| {
        let (high, low) = text.split_once(':').unwrap_or((text, text));
        let (high, low) = (high.parse::<u32>().ok()?, low.parse::<u32>().ok()?);
        (low <= high && high < u64::BITS).then(|| u64::MAX >> (63 - high) & u64::MAX << low)
    };
    let split = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    split.and_then(|(word, bits)| Some((word, range(bits)?))).unwrap_or((name, u64::MAX))
}

/// The slots with one of these names, ignoring unit and index.
pub(super) fn slots_named(pmu: &Pmu, names: &[String]) -> Vec<usize> {
    let slots = pmu.observation.slots().iter().enumerate();
    let is_wanted = |slot: &str| names.iter().any(|wanted| is_named(slot, wanted));
    slots.filter(|(_, slot)| is_wanted(&slot.name)).map(|(position, _)| position).collect()
}

/// The bits of `REGISTER.FIELD`, if it is a field of this register.
pub(super) fn clearing(name: &str, register: &Register) -> Option<u64> {
    let (of, field) = name.split_once('.')?;
    (register.pattern == of).then(|| register.field(field)).flatten().map(|field| field.mask())
}

/// The name of a pattern with the index of a register.
pub(super) fn of_index(register: &Register, pattern: &str) -> String {
    let index = index_in(&register.name, &register.pattern);
    index.and_then(|index| numbered(pattern, index as usize).ok()).unwrap_or_else(|| pattern.to_owned())
}

/// Whether a slot has this name, ignoring its unit and index.
pub(super) fn is_named(slot: &str, wanted: &str) -> bool {
    let own = slot.rsplit_once('.').map_or(slot, |(_, own)| own);
    own == wanted || index_in(own, wanted).is_some()
}
