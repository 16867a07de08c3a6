//! Outputs that a driver watches: its interrupts.

use crate::protocol::{Fired, When};
use golden_model_core::suggest::unknown;
use golden_model_core::{Pmu, Slot};
use pmu_program::Names;

/// Largest number of watched outputs.
const MOST: usize = 64;

/// The watched outputs.
#[derive(Default)]
pub(crate) struct Watches {
    all: Vec<Watch>,
}

struct Watch {
    slot: Slot,
    when: When,
    was_zero: bool,
}

impl Watches {
    /// Watches an output. Returns its number, from 0.
    ///
    /// # Errors
    /// A text that says what is wrong: no output has the name, the DUT does not have it, or there are too many.
    pub fn add(
        &mut self,
        pmu: &Pmu,
        names: &Names,
        observable: &[bool],
        output: &str,
        when: When,
    ) -> Result<u16, String> {
        let outputs = || pmu.description.outputs.iter().map(|signal| &signal.name);
        if !outputs().any(|name| name == output) {
            return Err(unknown("output", output, outputs()));
        }
        let target = names.target(output)?;
        if !observable[target.slot] {
            return Err(format!("the RTL does not have the output `{output}`"));
        }
        if self.all.len() == MOST {
            return Err(format!("more than {MOST} watched outputs"));
        }
        self.all.push(Watch { slot: pmu.observation.slots()[target.slot].clone(), when, was_zero: true });
        Ok((self.all.len() - 1) as u16)
    }

    /// Returns the watches that call their handlers in the cycle with this observation.
    pub fn fired(&mut self, observation: &[u64]) -> Vec<Fired> {
        let mut fired = Vec::new();
        for (number, watch) in (0..).zip(&mut self.all) {
            let value = watch.slot.get(observation);
            let rises = watch.was_zero || watch.when == When::NotZero;
            watch.was_zero = value == 0;
            if value != 0 && rises {
                fired.push(Fired { watch: number, value });
            }
        }
        fired
    }
}
