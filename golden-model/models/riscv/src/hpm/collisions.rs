//! Records which causes act on which state in a cycle (5.16); changes no state of the model.

use super::counting::{CYCLE, INSTRET};
use super::inputs::Inputs;
use super::location::{Interrupt, Location, Part, Write};
use super::parameters::Parameters;
use super::unit::{Access, Hpm, Increments};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The causes that act on a counter, in the order of [`CollisionSites::counter`].
type CounterSite = CollisionSite<8>;

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    mcycle: CounterSite,
    minstret: CounterSite,
    mhpmcounter: CounterSite,
    selector: CollisionSite<2>,
    of: CollisionSite<5>,
    lcofip: CollisionSite<5>,
    lcofie: CollisionSite<2>,
    mcountinhibit: CollisionSite<3>,
}

/// A cycle, with the state at its start.
pub(super) struct Cycle<'c> {
    pub hpm: &'c Hpm,
    pub inputs: &'c Inputs,
    pub access: &'c Access,
}

impl Cycle<'_> {
    fn location(&self) -> Option<Location> {
        self.access.write().map(|write| write.location)
    }

    /// The written part of a counter.
    fn written_part(&self, counter: usize) -> Option<Part> {
        self.access.counter_write().filter(|write| write.counter == counter).map(|write| write.part)
    }

    /// The written part of the configuration of a counter.
    fn configured_part(&self, counter: usize) -> Option<Part> {
        match self.location() {
            Some(Location::Configuration { counter: configured, part, .. }) if configured == counter => Some(part),
            _ => None,
        }
    }

    /// Whether a write of the configuration of a counter names another value.
    fn reconfigures(&self, counter: usize) -> bool {
        let Some(Write { value, .. }) = self.access.write() else { return false };
        let changes = |part: Part| part.place(value) != self.hpm.state.configuration(counter) & part.mask();
        self.configured_part(counter).is_some_and(changes)
    }

    /// The counters whose `mcountinhibit` bit the write names with another value.
    fn inhibit_changes(&self) -> u32 {
        match self.access.write() {
            Some(Write { location: Location::CountInhibit, value }) => value as u32 ^ self.hpm.state.mcountinhibit,
            Some(Write { location: Location::DelegatedInhibit, value }) => {
                (value as u32 ^ self.hpm.state.mcountinhibit) & self.hpm.state.mcounteren
            }
            _ => 0,
        }
    }

    /// Whether a write of a counter or of its shadow is refused.
    fn refuses(&self, counter: usize) -> bool {
        let Some(request) = self.inputs.request else { return false };
        matches!(self.access, Access::Refused(_)) && request.write && self.hpm.counter_at(request.addr) == Some(counter)
    }

    /// Whether a write of a configuration writes 0 to OF.
    fn clears_of(&self) -> bool {
        match self.access.write() {
            Some(Write { location: Location::Configuration { counter: 3.., part, .. }, value }) => {
                part != Part::Low && part.place(value) >> 63 == 0
            }
            _ => false,
        }
    }
}

impl CollisionSites {
    /// Finds in the table the fields and causes that an instance with these parameters has.
    ///
    /// # Panics
    /// When the table has others.
    pub fn new(table: &CollisionTable, parameters: &Parameters) -> Self {
        let is_rv32 = parameters.xlen == 32;
        // The table has the causes of the last counter with a selector that software writes.
        let last = parameters.counters.iter().copied().rfind(|&counter| parameters.fixed_selector(counter).is_none());
        let last = last.filter(|_| !parameters.events.is_empty());
        let sscofpmf = parameters.sscofpmf && last.is_some();
        let counter = |field: &str, counter: usize| {
            let is_fixed = counter < 3;
            let inhibits = parameters.mcountinhibit && parameters.mcountinhibit_wr >> counter & 1 != 0;
            let causes = [
                Some("reset"),
                Some("write"),
                is_rv32.then_some("write_high"),
                (parameters.stopcount && (counter != CYCLE || parameters.stop_cycle)).then_some("stop"),
                inhibits.then_some("inhibit"),
                (!is_fixed || parameters.smcntrpmf).then_some("configure"),
                if is_fixed { parameters.zicntr } else { parameters.zihpm }.then_some("refuse"),
                Some("increment"),
            ];
            table.site_of(field, causes)
        };
        let overflow = ["reset", "write", "write_low", "write_counter", "overflow"];
        let overflow = overflow.map(|cause| (cause != "write_low" || is_rv32).then_some(cause));
        let delegated = parameters.smcdeleg.then_some("delegated_write");
        let site = |exists: bool, field, causes| match exists {
            true => table.site_of(field, causes),
            false => CollisionSite::NONE,
        };
        Self {
            mcycle: counter("mcycle", CYCLE),
            minstret: counter("minstret", INSTRET),
            mhpmcounter: last.map_or(CollisionSite::NONE, |last| counter("mhpmcounter", last)),
            selector: match last {
                Some(_) => table.site("mhpmevent_sel", ["reset", "write"]),
                None => CollisionSite::NONE,
            },
            of: site(sscofpmf, "mhpmevent_of", overflow),
            lcofip: site(sscofpmf, "lcofip_q", ["reset", "write", "write_other", "request", "clear_of"].map(Some)),
            lcofie: match sscofpmf {
                true => table.site("lcofie_q", ["reset", "write"]),
                false => CollisionSite::NONE,
            },
            mcountinhibit: match parameters.mcountinhibit {
                true => table.site_of("mcountinhibit", [Some("reset"), Some("write"), delegated]),
                false => CollisionSite::NONE,
            },
        }
    }

    /// Records the collisions of a cycle.
    pub fn record(&self, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let inputs = cycle.inputs;
        // The other cycles are skipped for speed: a collision needs two causes, and in them only events act.
        if !inputs.rst && !inputs.stopped() && !inputs.request.is_some_and(|request| request.write) {
            return;
        }
        let running = cycle.hpm.running_increments(inputs);
        let parameters = &cycle.hpm.parameters;
        for counter in [CYCLE, INSTRET].into_iter().chain(parameters.counters.iter().copied()) {
            self.counter(counter, cycle, &running, collisions);
        }
        let overflowing = self.overflows(cycle, collisions);
        self.interrupts(cycle, overflowing, collisions);
        let (inhibit, location) = (cycle.hpm.state.mcountinhibit, cycle.location());
        let (write, delegated) =
            (location == Some(Location::CountInhibit), location == Some(Location::DelegatedInhibit));
        collisions.record(&self.mcountinhibit, [inputs.rst, write, delegated], inhibit.into());
    }

    /// Records the causes that act on a counter; `running` are the increments of counters that are not stopped.
    fn counter(&self, counter: usize, cycle: &Cycle, running: &Increments, collisions: &mut CollisionCoverage) {
        let (hpm, inputs) = (cycle.hpm, cycle.inputs);
        let site = match counter {
            CYCLE => &self.mcycle,
            INSTRET => &self.minstret,
            _ => &self.mhpmcounter,
        };
        let part = cycle.written_part(counter);
        let acting = [
            inputs.rst,
            part.is_some_and(|part| part != Part::High),
            part == Some(Part::High),
            inputs.stopped() && hpm.counting.stops(counter),
            cycle.inhibit_changes() >> counter & 1 != 0 && hpm.parameters.mcountinhibit_wr >> counter & 1 != 0,
            cycle.reconfigures(counter),
            cycle.refuses(counter),
            running[counter] != 0,
        ];
        collisions.record(site, acting, hpm.state.counts[counter]);
    }

    /// Records the causes that act on OF and on selectors. Returns the hpm counters that overflow.
    fn overflows(&self, cycle: &Cycle, collisions: &mut CollisionCoverage) -> u32 {
        let (hpm, inputs) = (cycle.hpm, cycle.inputs);
        let increments = hpm.increments(inputs);
        let mut overflowing = 0;
        for &counter in &hpm.parameters.counters {
            let (count, increment) = (hpm.state.counts[counter], increments[counter]);
            let would_overflow = hpm.counting.counted(counter, count, increment).overflows;
            let overflows = match cycle.access.counter_write().filter(|write| write.counter == counter) {
                Some(write) => hpm.counting.written(write, count, increment).overflows,
                None => would_overflow,
            };
            overflowing |= u32::from(overflows) << counter;
            let configured = cycle.configured_part(counter);
            let acting = [
                inputs.rst,
                configured.is_some_and(|part| part != Part::Low),
                configured == Some(Part::Low),
                cycle.written_part(counter).is_some(),
                would_overflow,
            ];
            collisions.record(&self.of, acting, hpm.state.of(counter).into());
            if hpm.parameters.fixed_selector(counter).is_none() {
                let selects = configured.is_some_and(|part| part != Part::High);
                collisions.record(&self.selector, [inputs.rst, selects], hpm.state.selectors[counter]);
            }
        }
        overflowing
    }

    fn interrupts(&self, cycle: &Cycle, overflowing: u32, collisions: &mut CollisionCoverage) {
        let (hpm, inputs) = (cycle.hpm, cycle.inputs);
        if !hpm.parameters.sscofpmf {
            return;
        }
        let writes =
            super::overflow::OverflowCycle { overflowing, ..hpm.overflow_writes(cycle.access.write(), inputs) };
        let requesting = hpm.overflow.requesting(hpm.state.overflowed, writes);
        let arrives = hpm.overflow.arrives(&hpm.state, requesting);
        let (old, written) = (hpm.state.lcofip, writes.lcofip);
        let acting = [inputs.rst, written == Some(!old), written == Some(old), arrives, cycle.clears_of()];
        collisions.record(&self.lcofip, acting, old.into());
        let enables = matches!(cycle.location(), Some(Location::Interrupt(Interrupt::Enable, _)));
        collisions.record(&self.lcofie, [inputs.rst, enables], hpm.state.lcofie.into());
    }
}
