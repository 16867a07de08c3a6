//! Legal selectors and selected lines, written out for each style.

use super::super::super::parameters::{Event, Parameters, SelIllegal, SelectorStyle};
use std::collections::BTreeSet;

/// The selector after a write.
pub fn stored(p: &Parameters, old: u64, written: u64) -> u64 {
    let new = written % (1 << p.sel_w);
    if p.sel_illegal == SelIllegal::Store {
        return new;
    }
    let illegal = if p.sel_illegal == SelIllegal::Keep { old } else { 0 };
    let is_listed = |code: u64| p.events.iter().any(|event| event.code == code);
    match p.selector {
        SelectorStyle::Encoded if new == 0 || is_listed(new) => new,
        SelectorStyle::Encoded => illegal,
        SelectorStyle::Mask => {
            let bits: Vec<u64> = (0..64).map(|bit| 1 << bit).filter(|&bit| new & bit != 0 && is_listed(bit)).collect();
            match p.mask_onehot && bits.len() > 1 {
                true => illegal,
                false => bits.iter().sum(),
            }
        }
        SelectorStyle::SetMask => {
            let class = new % 256;
            let of_class: Vec<&Event> = p.events.iter().filter(|event| event.code % 256 == class).collect();
            match of_class.is_empty() {
                true => illegal,
                false => class + of_class.iter().map(|event| new & (event.code - class)).sum::<u64>(),
            }
        }
    }
}

/// The names of the lines that a selector selects.
pub fn lines(p: &Parameters, selector: u64) -> BTreeSet<&str> {
    let selects = |event: &&Event| match p.selector {
        SelectorStyle::Encoded => event.code == selector,
        SelectorStyle::Mask => event.code & selector == event.code,
        SelectorStyle::SetMask => event.code % 256 == selector % 256 && (event.code & selector) / 256 != 0,
    };
    p.events.iter().filter(selects).flat_map(|event| event.lines.iter().map(String::as_str)).collect()
}
