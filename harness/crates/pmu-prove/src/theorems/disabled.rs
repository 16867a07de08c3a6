//! A counter whose enable is 0 does not move, and the enable stays 0.

use super::{differ, not_held, Cycles};
use crate::machine::Machine;
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use pmu_netlist::FALSE;
use pmu_results::TheoremKind;

/// One theorem for each counter whose enable is observable. Both properties hold after one cycle without an access, so they hold for any
/// number of such cycles.
pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let Cycles { start, frame, after, first: step } = Cycles::new(machine);
    let slots = source.pmu.observation.slots();
    let mut theorems = Vec::new();
    for (counter, slot) in source.map.observable() {
        let Some((place, bit)) = source.rules.enable_of(source.pmu, counter) else { continue };
        let Some((enable, low)) = source.map.value_of(place, source.rules) else { continue };
        let (counter, enable) = (slots[slot].name.as_str(), slots[enable].name.as_str());
        let at = low as usize + bit as usize;
        let [before, later] = [&step.cycle, &step.after].map(|cycle| machine.observed(cycle, enable).get(at).copied());
        let (Some(before), Some(later)) = (before, later) else { continue };
        let [old, new] = [&step.cycle, &step.after].map(|cycle| machine.observed(cycle, counter));
        // Nothing can be said of a counter that the RTL does not have.
        if old.is_empty() {
            continue;
        }
        let mut violated: Vec<_> = differ(machine, counter, &old, &new).into_iter().collect();
        if later != FALSE {
            violated.push(Violation { what: enable.to_owned(), when: later });
        }
        let mut assumed = not_held(machine, source, &step.cycle);
        assumed.extend([frame.allowed, after.allowed, before ^ 1]);
        let runs = vec![Run { start: start.clone(), frames: vec![frame.clone()] }];
        theorems.push(Theorem::new(
            TheoremKind::Frozen,
            &format!("{counter}, disabled"),
            Claim { assumed, violated, runs },
        ));
    }
    theorems
}
