//! Where inputs lie in a frame, and outputs and state in an observation.

use super::bus::Request;
use super::counter_bank::CounterBank;
use super::counter_set::{CounterSet, OF_CORE, PER_CORE};
use super::northbridge::Ownership;
use super::occurrences::LANE_WIDTH;
use crate::{Layout, Pmu, Slot};

/// A [`Slot`] of up to 64 bits with all that its use in every clock needs close together.
#[derive(Clone, Copy)]
struct Place {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Place {
    fn new(layout: &Layout, name: &str) -> Self {
        let slot = layout.slot(name);
        Self { word: slot.word, shift: slot.shift, mask: slot.mask() }
    }

    /// The place of the bits `name`0 to `name`3 together.
    ///
    /// # Panics
    /// When they are not side by side.
    fn of_bits(layout: &Layout, name: &str) -> Self {
        let first = Self::new(layout, &format!("{name}0"));
        for index in 1..PER_CORE {
            let bit = Self::new(layout, &format!("{name}{index}"));
            let expected = (first.word, first.shift + index as u32);
            assert_eq!((bit.word, bit.shift), expected, "place of {name}{index}");
        }
        first
    }

    #[inline]
    fn get(self, words: &[u64]) -> u64 {
        (words[self.word] >> self.shift) & self.mask
    }

    /// Stores a value that is not too wide where only zeros were.
    #[inline]
    fn put(self, words: &mut [u64], value: impl Into<u64>) {
        words[self.word] |= value.into() << self.shift;
    }
}

/// The inputs of one core in a clock.
pub(super) struct CoreInputs<'a> {
    /// The counting clock is stopped.
    pub halted: bool,
    /// Current privilege level, 0 to 3.
    pub cpl: usize,
    /// The event vector, [`LANE_WIDTH`] bits for each line.
    pub events: &'a [u64],
}

/// Places in a frame.
#[derive(Clone)]
pub(super) struct InputPorts {
    rst: Place,
    bus_valid: Place,
    bus_write: Place,
    bus_space: Place,
    bus_unit: Place,
    bus_addr: Place,
    bus_wdata: Place,
    halted: [Place; 2],
    cpl: [Place; 2],
    events: [Slot; 2],
}

impl InputPorts {
    /// The places in the PMU's frame.
    ///
    /// # Panics
    /// When its event lines are not [`LANE_WIDTH`] bits wide.
    pub fn new(pmu: &Pmu) -> Self {
        assert_eq!(pmu.description.lane_width, LANE_WIDTH, "width of a line");
        let one = |name: &str| Place::new(&pmu.frame, name);
        let per_core = |name: &str| [0, 1].map(|core| one(&format!("core{core}.{name}")));
        Self {
            rst: one("rst"),
            bus_valid: one("bus_valid"),
            bus_write: one("bus_write"),
            bus_space: one("bus_space"),
            bus_unit: one("bus_unit"),
            bus_addr: one("bus_addr"),
            bus_wdata: one("bus_wdata"),
            halted: per_core("halted"),
            cpl: per_core("cpl"),
            events: [0, 1].map(|core| pmu.frame.slot(&format!("core{core}.ev"))),
        }
    }

    /// Whether the clock is one of reset.
    #[inline]
    pub fn rst(&self, frame: &[u64]) -> bool {
        self.rst.get(frame) != 0
    }

    /// The access of the clock.
    #[inline]
    pub fn request(&self, frame: &[u64]) -> Option<Request> {
        (self.bus_valid.get(frame) != 0).then(|| Request {
            write: self.bus_write.get(frame) != 0,
            space: self.bus_space.get(frame) as u32,
            unit: self.bus_unit.get(frame) as u32,
            addr: self.bus_addr.get(frame) as u32,
            data: self.bus_wdata.get(frame),
        })
    }

    /// The inputs of a core.
    #[inline]
    pub fn core<'a>(&self, frame: &'a [u64], core: usize) -> CoreInputs<'a> {
        let events = &self.events[core];
        CoreInputs {
            halted: self.halted[core].get(frame) != 0,
            cpl: self.cpl[core].get(frame) as usize,
            events: &frame[events.word..events.word + events.word_count()],
        }
    }
}

/// What the PMU drives in a clock as a function of the inputs of that clock or of both cores.
pub(super) struct Wires {
    /// The access is refused.
    pub bus_error: bool,
    /// Read data, 64 bits.
    pub bus_rdata: u64,
    /// The counters that the other core's northbridge events block.
    pub blocked: CounterSet,
}

/// Places in an observation.
#[derive(Clone)]
pub(super) struct OutputPorts {
    bus_error: Place,
    bus_rdata: Place,
    cores: [CorePorts; 2],
    owners: [Place; PER_CORE],
}

/// Places of one core in an observation.
#[derive(Clone)]
struct CorePorts {
    pm: Place,
    apic_int: Place,
    nb_claim: Place,
    nb_block: Place,
    selects: [Place; PER_CORE],
    counters: [Place; PER_CORE],
    history: Place,
}

impl OutputPorts {
    /// The places in the PMU's observation.
    pub fn new(pmu: &Pmu) -> Self {
        let one = |name: &str| Place::new(&pmu.observation, name);
        let four = |name: &str| std::array::from_fn(|index| one(&format!("{name}{index}")));
        let core = |core: &str| CorePorts {
            pm: one(&format!("{core}.pm")),
            apic_int: one(&format!("{core}.apic_int")),
            nb_claim: one(&format!("{core}.nb_claim")),
            nb_block: one(&format!("{core}.nb_block")),
            selects: four(&format!("{core}.PerfEvtSel")),
            counters: four(&format!("{core}.PerfCtr")),
            history: Place::of_bits(&pmu.observation, &format!("{core}.edge_history")),
        };
        Self {
            bus_error: one("bus_error"),
            bus_rdata: one("bus_rdata"),
            cores: ["core0", "core1"].map(core),
            owners: four("nb_owner"),
        }
    }

    /// Writes the observation of a clock, given the state at its start.
    #[inline]
    pub fn observe(&self, words: &mut [u64], wires: &Wires, bank: &CounterBank, ownership: Ownership) {
        words.fill(0);
        self.bus_error.put(words, wires.bus_error);
        self.bus_rdata.put(words, wires.bus_rdata);
        for (core, ports) in self.cores.iter().enumerate() {
            let first = core * PER_CORE;
            let own = |counters: CounterSet| (counters & OF_CORE[core]) >> first;
            ports.pm.put(words, own(bank.pins()));
            ports.apic_int.put(words, own(bank.interrupts()) != 0);
            ports.nb_claim.put(words, own(bank.claims()));
            ports.nb_block.put(words, own(wires.blocked));
            ports.history.put(words, own(bank.history()));
            for index in 0..PER_CORE {
                let counter = first + index;
                ports.selects[index].put(words, bank.select(counter));
                ports.counters[index].put(words, bank.counter(counter));
            }
        }
        for (index, owner) in self.owners.iter().enumerate() {
            owner.put(words, ownership.owner(index));
        }
    }
}
