//! State words as functions of the registers.

use crate::machine::{Frame, Machine};
use golden_model::Slot;
use pmu_netlist::{Literal, FALSE, TRUE};
use std::collections::BTreeMap;

/// The state words of a design.
pub(super) struct Words {
    /// For each state word, its bits that are a register's bit: the position of that bit, and whether it is inverted.
    registers: Vec<Vec<Option<(usize, bool)>>>,
    names: Vec<String>,
}

/// The state words in a state.
pub(super) struct WordsAt {
    bits: Vec<Vec<Literal>>,
}

impl WordsAt {
    /// A bit of a state word; 0 above its width.
    pub fn bit(&self, word: usize, bit: u32) -> Literal {
        self.bits[word].get(bit as usize).copied().unwrap_or(FALSE)
    }

    /// All bits of a state word.
    pub fn all(&self, word: usize) -> &[Literal] {
        &self.bits[word]
    }
}

impl Words {
    /// Finds the registers of each state word.
    pub fn new(machine: &mut Machine) -> Self {
        let names: Vec<String> = machine.pmu.description.states.iter().map(|word| word.name.clone()).collect();
        let state = machine.free_state();
        let place: BTreeMap<Literal, usize> = state.iter().copied().zip(0..).collect();
        let cycle = machine.run(&state, &nothing(machine));
        let register = |bit: &Literal| Some((*place.get(&(bit & !1))?, bit & 1 == 1));
        let registers = names.iter().map(|name| machine.word(&cycle, name).iter().map(register).collect());
        Self { registers: registers.collect(), names }
    }

    /// The register bit that is a bit of a state word, and whether it is inverted.
    pub fn register(&self, word: usize, bit: u32) -> Option<(usize, bool)> {
        self.registers[word].get(bit as usize).copied().flatten()
    }

    /// The state words in a state.
    pub fn at(&self, machine: &mut Machine, state: &[Literal]) -> WordsAt {
        let is_direct = self.registers.iter().flatten().all(Option::is_some);
        let bits = if is_direct {
            let bit =
                |of: &Option<(usize, bool)>| of.map_or(FALSE, |(at, inverted)| state[at] ^ Literal::from(inverted));
            self.registers.iter().map(|bits| bits.iter().map(bit).collect()).collect()
        } else {
            let cycle = machine.run(state, &nothing(machine));
            self.names.iter().map(|name| machine.word(&cycle, name)).collect()
        };
        WordsAt { bits }
    }
}

/// A cycle in which all inputs are 0.
fn nothing(machine: &Machine) -> Frame {
    let zero = |slot: &Slot| (slot.name.clone(), vec![FALSE; slot.width as usize]);
    Frame { values: machine.pmu.frame.slots().iter().map(zero).collect(), allowed: TRUE }
}
