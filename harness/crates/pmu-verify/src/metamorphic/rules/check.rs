//! Names of metamorphic rules that the description does not have.

use super::names::{clearing, is_named, split_bits};
use super::{MetamorphicRules, Mirror, PerCounter};
use golden_model_core::placeholders::renamed;
use golden_model_core::Pmu;

impl PerCounter {
    /// A counter without bits would be missing from the exchange.
    fn check(&self, pmu: &Pmu) -> Result<(), String> {
        let description = &pmu.description;
        let has = |kind: usize| description.registers.iter().any(|r| r.kind == kind && r.pattern == self.register);
        let counters = description.counters();
        let counters = counters.iter().filter(|counter| has(description.units[counter.unit].kind));
        match counters.map(|counter| counter.index).find(|&index| index >= self.bits.len()) {
            None => Ok(()),
            Some(index) => Err(format!(
                "per_counter: {} has bits of {} counters, numbered from 0, and none of counter {index}",
                self.register,
                self.bits.len()
            )),
        }
    }
}

impl MetamorphicRules {
    /// Checks the names of rules against the description.
    pub(super) fn check(&self, pmu: &Pmu) -> Result<(), String> {
        let registers = &pmu.description.registers;
        let known = |pattern: &String| registers.iter().any(|register| register.pattern == *pattern);
        let frozen = self.freeze.iter().flat_map(|freeze| &freeze.counters);
        let surviving = self.reset_exceptions.iter().flat_map(|one| &one.registers);
        let halves = self.halves.iter().flat_map(|(low, high)| [low, high]);
        let named = self.per_counter.iter().map(|bits| &bits.register).chain(frozen).chain(surviving);
        let mut named = named.chain(halves).chain(&self.windows).chain(self.count_when_written.keys());
        let mut named = named.by_ref().chain(self.affected_by_write.keys()).chain(&self.saturating);
        let mut named = named.by_ref().chain(self.enable.keys()).chain(self.largest_increment.keys());
        if let Some(name) = named.find(|name| !known(name)) {
            return Err(format!("there is no register {name}{}", renamed(name)));
        }
        self.per_counter.iter().try_for_each(|of| of.check(pmu))?;
        let selects = |pattern: &String| registers.iter().any(|r| r.pattern == *pattern && r.selects.is_some());
        if let Some(name) = self.taps.iter().map(|tap| &tap.register).find(|name| !selects(name)) {
            return Err(format!("there is no register {name} that selects events{}", renamed(name)));
        }
        let field = |name: &&String| !registers.iter().any(|register| clearing(name, register).is_some());
        let fields = self.clear_on_write.iter().chain(&self.clear_while_set).chain(&self.changed_when_written);
        if let Some(name) = fields.chain(self.enable.values()).chain(&self.other_units).find(field) {
            return Err(format!("there is no field {name}; fields are written REGISTER.FIELD{}", renamed(name)));
        }
        let inputs = &pmu.description.inputs;
        let quiet = self.freeze.iter().flat_map(|freeze| &freeze.quiet);
        let mut named = self.tied.keys().chain(quiet).chain(self.reset_exceptions.iter().map(|one| &one.unless));
        let mut named = named.by_ref().chain(&self.unit_numbers);
        if let Some(name) = named.find(|name| !inputs.iter().any(|input| input.pattern == **name)) {
            return Err(format!("there is no input {name}{}", renamed(name)));
        }
        let spaces = &pmu.description.spaces;
        if let Some(name) = self.masked.iter().find(|name| !registers.iter().any(|register| register.name == **name)) {
            return Err(format!("there is no register {name}{}", renamed(name)));
        }
        let also_in = self.per_counter.iter().flat_map(|of| &of.also_in);
        let mirrored = self.mirrors.iter().map(|mirror| &mirror.space);
        let mut named =
            also_in.chain(&self.refusable).chain(&self.any_address).chain(&self.maskable_reads).chain(mirrored);
        if let Some(name) = named.find(|name| !spaces.iter().any(|space| space.name == **name)) {
            return Err(format!("there is no space {name}"));
        }
        let is_aligned = |mirror: &&Mirror| {
            mirror.size.is_power_of_two() && (mirror.first | mirror.of) & mirror.size.wrapping_sub(1) == 0
        };
        if let Some(mirror) = self.mirrors.iter().find(|mirror| !is_aligned(mirror)) {
            return Err(format!(
                "mirrors: size {:#x} must be a power of two, and first {:#x} and of {:#x} multiples of it",
                mirror.size, mirror.first, mirror.of
            ));
        }
        match self
            .coupled
            .iter()
            .chain(&self.responses)
            .chain(self.affected_by_write.values().flatten())
            .find(|name| !pmu.observation.slots().iter().any(|slot| is_named(&slot.name, split_bits(name).0)))
        {
            Some(name) => Err(format!("there is no output or state word {name}{}", renamed(name))),
            None => Ok(()),
        }
    }
}
