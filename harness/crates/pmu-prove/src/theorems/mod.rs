//! The theorems of each kind.

mod accesses;
mod reset;

use crate::machine::Machine;
use crate::theorem::{Source, Theorem};

/// Generates all theorems of a PMU.
pub fn all(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let mut theorems = reset::theorems(machine, source);
    theorems.extend(accesses::theorems(machine, source));
    theorems
}
