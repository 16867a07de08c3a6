//! Positions of inputs in a frame, and of outputs and state in an observation.

use super::counter_set::{CounterSet, OF_CORE, PER_CORE};
use super::counters::CounterBank;
use super::northbridge::Ownership;
use super::occurrences::LANE_WIDTH;
use golden_model_core::register_port::{RequestPort, Response, ResponsePort};
use golden_model_core::{Bits, Pmu, Slot, WordPosition};

/// The common slot of `name`0 to `name`3, of `width` bits each.
///
/// # Panics
/// Panics if they are not adjacent.
fn four(pmu: &Pmu, name: &str, width: u32) -> WordPosition {
    let first = pmu.observation.slot(&format!("{name}0"));
    for index in 1..PER_CORE as u32 {
        let bit = pmu.observation.slot(&format!("{name}{index}"));
        assert_eq!((bit.word, bit.shift), (first.word, first.shift + index * width), "position of {name}{index}");
    }
    first.position()
}

/// The inputs of one core in a cycle.
pub(super) struct CoreInputs<'a> {
    /// The core is halted and its counters pause.
    pub halted: bool,
    /// Current privilege level, 0 to 3.
    pub cpl: usize,
    /// The event vector, [`LANE_WIDTH`] bits for each line.
    pub events: &'a [u64],
}

/// Slots of the inputs in a frame.
#[derive(Clone)]
pub(super) struct InputPorts {
    pub register_port: RequestPort,
    halted: [Bits; 2],
    cpl: [Bits; 2],
    events: [Slot; 2],
}

impl InputPorts {
    /// Binds the inputs to the slots of the PMU's frame.
    ///
    /// # Panics
    /// Panics if the event lines are not [`LANE_WIDTH`] bits wide.
    pub fn new(pmu: &Pmu) -> Self {
        let [vector] = pmu.description.events.vectors.as_slice() else { panic!("expected exactly one event vector") };
        assert_eq!(vector.lane_width, LANE_WIDTH, "width of an event line in bits");
        let per_core = |name: &str| [0, 1].map(|core| pmu.input(&format!("core{core}.{name}")));
        Self {
            register_port: RequestPort::new(pmu),
            halted: per_core("halted"),
            cpl: per_core("cpl"),
            events: [0, 1].map(|core| pmu.frame.slot(&format!("core{core}.ev"))),
        }
    }

    /// The inputs of a core.
    #[inline(always)]
    pub fn core<'a>(&self, frame: &'a [u64], core: usize) -> CoreInputs<'a> {
        let events = &self.events[core];
        CoreInputs {
            halted: self.halted[core].get(frame) != 0,
            cpl: self.cpl[core].get(frame) as usize,
            events: &frame[events.word..events.word + events.word_count()],
        }
    }
}

/// Outputs of a cycle that depend on the inputs of that cycle or on both cores.
pub(super) struct Wires {
    /// The response of the register port.
    pub response: Response,
    /// The counters that the other core's northbridge events block.
    pub blocked: CounterSet,
}

/// The counters of one core in a set, bit 0 for its first counter.
#[inline]
fn own(set: CounterSet, core: usize) -> CounterSet {
    (set & OF_CORE[core]) >> (core * PER_CORE)
}

/// Slots of outputs and state in an observation.
#[derive(Clone)]
pub(super) struct OutputPorts {
    register_port: ResponsePort,
    cores: [CorePorts; 2],
    owners: WordPosition,
}

/// Slots of one core in an observation.
#[derive(Clone)]
struct CorePorts {
    pm: WordPosition,
    apic_int: WordPosition,
    nb_claim: WordPosition,
    nb_block: WordPosition,
    selects: [WordPosition; PER_CORE],
    counters: [WordPosition; PER_CORE],
    history: WordPosition,
}

impl OutputPorts {
    /// Binds the outputs to the slots of the PMU's observation.
    pub fn new(pmu: &Pmu) -> Self {
        let one = |name: &str| pmu.output(name);
        let each = |name: &str| std::array::from_fn(|index| one(&format!("{name}{index}")));
        let core = |core: &str| CorePorts {
            pm: one(&format!("{core}.pm")),
            apic_int: one(&format!("{core}.apic_int")),
            nb_claim: one(&format!("{core}.nb_claim")),
            nb_block: one(&format!("{core}.nb_block")),
            selects: each(&format!("{core}.PerfEvtSel")),
            counters: each(&format!("{core}.PerfCtr")),
            history: four(pmu, &format!("{core}.edge_history"), 1),
        };
        Self {
            register_port: ResponsePort::new(pmu),
            cores: ["core0", "core1"].map(core),
            owners: four(pmu, "nb_owner", 2),
        }
    }

    /// Writes the words of an observation that stay constant until software writes a select register.
    pub fn settings(&self, bank: &CounterBank, words: &mut [u64]) {
        words.fill(0);
        for (core, ports) in self.cores.iter().enumerate() {
            for (index, select) in ports.selects.iter().enumerate() {
                select.put(words, bank.select(core * PER_CORE + index));
            }
            ports.nb_claim.put(words, own(bank.claims(), core));
        }
    }

    /// Writes the remaining values of a cycle's observation over the settings,
    /// given the state at its start.
    #[inline]
    pub fn observe(&self, words: &mut [u64], wires: &Wires, bank: &CounterBank, ownership: Ownership) {
        self.register_port.put(words, wires.response);
        for (core, ports) in self.cores.iter().enumerate() {
            ports.pm.put(words, own(bank.pins(), core));
            ports.apic_int.put(words, own(bank.interrupts(), core) != 0);
            ports.nb_block.put(words, own(wires.blocked, core));
            ports.history.put(words, own(bank.history(), core));
            for (index, counter) in ports.counters.iter().enumerate() {
                counter.put(words, bank.counter(core * PER_CORE + index));
            }
        }
        self.owners.put(words, ownership.owners());
    }
}
