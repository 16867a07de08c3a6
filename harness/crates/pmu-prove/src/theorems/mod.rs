//! The theorems of each kind.

mod accesses;
mod counts;
mod reset;
mod words;
mod writes;

use crate::machine::Machine;
use crate::theorem::{Source, Theorem};

/// Generates all theorems of a PMU.
pub fn all(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let mut theorems = reset::theorems(machine, source);
    theorems.extend(accesses::theorems(machine, source));
    theorems.extend(writes::theorems(machine, source));
    theorems.extend(counts::theorems(machine, source));
    theorems
}
