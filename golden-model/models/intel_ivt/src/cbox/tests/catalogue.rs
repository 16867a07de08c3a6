//! Compares the tables of the model with the description, which is written independently.

use super::super::events::{counters, Event};
use super::super::registers::Register;
use super::bench::*;
use crate::common::{has, Control};
use std::collections::BTreeSet;

/// CBOX-R10 to CBOX-R14: model and description list the same codes, each for the same counters.
#[test]
fn event_restrictions_match_the_description() {
    let bench = Bench::new();
    let rows = &bench.frames.pmu.description.events.rows;
    for code in 0..=255 {
        let mut own = rows.iter().filter(|row| row.code == u32::from(code)).peekable();
        assert_eq!(own.peek().is_some(), counters(code) != 0, "{code:#x}");
        assert_eq!(counters(code) == 0, Event::new(Control::new(code.into())) == Event::Nothing, "{code:#x}");
        for row in own {
            let allowed: Vec<_> = (0..4).map(|counter| row.may_count(counter)).collect();
            assert_eq!(allowed, [0, 1, 2, 3].map(|counter| has(counters(code), counter)), "{code:#x}");
        }
    }
}

/// CBOX-R01: model and description have the same registers at the same addresses.
#[test]
fn addresses_match_the_description() {
    let bench = Bench::new();
    let registers = bench.frames.pmu.description.registers.iter();
    let described: BTreeSet<_> = registers.flat_map(|register| &register.access).map(|path| path.address).collect();
    let known: BTreeSet<_> = (0..0x1000).filter(|&addr| Register::at(addr, 0, true).is_some()).collect();
    assert_eq!(described, known);
}
