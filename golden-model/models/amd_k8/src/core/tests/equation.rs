//! Compares the model with the increment equation, computed for each counter
//! separately, on random stimulus.

use super::bench::*;
use golden_model_core::description::EventLine;
use rstest::rstest;

/// State of one counter.
#[derive(Clone, Copy, Default)]
struct Counter {
    select: u64,
    count: u64,
    history: bool,
    pin: bool,
}

/// State of the PMU, with cores and their counters in order.
#[derive(Default)]
struct Reference {
    counters: [[Counter; 4]; 2],
    interrupts: [bool; 2],
    owners: [Option<usize>; 4],
}

/// The inputs of a cycle other than reset.
struct Inputs {
    halted: [bool; 2],
    cpl: [u64; 2],
    events: [Vec<u64>; 2],
    /// Unit, MSR number and data of a write.
    write: Option<(u64, u64, u64)>,
}

impl Inputs {
    /// The MSR that an access writes in a core.
    fn writes(&self, core: usize) -> Option<u64> {
        let here = |unit: u64| unit == core as u64 || unit == BROADCAST;
        self.write.filter(|&(unit, ..)| here(unit)).map(|(_, msr, _)| msr)
    }
}

/// The number of events N; `None` for a reserved event.
fn number(lines: &[EventLine], select: u64, events: &[u64]) -> Option<u64> {
    let mask = (select >> 8 & 0xFF) as u32;
    let mut number = None;
    for (line, occurrences) in lines.iter().zip(events) {
        if u64::from(line.code) != select & 0xFF {
            continue;
        }
        let selected = match line.mask {
            None => true,
            Some(path) if line.code == 0xE9 => {
                path & mask & 0xC0 != 0 && path & mask & 0x30 != 0 && path & mask & 0x0F != 0
            }
            Some(bit) => mask & bit != 0,
        };
        number = Some(number.unwrap_or(0) + if selected { *occurrences } else { 0 });
    }
    number.map(|sum| sum.min(3))
}

impl Reference {
    fn claims(&self, core: usize, index: usize) -> bool {
        let select = self.counters[core][index].select;
        select & EN != 0 && select & 0xFF >= 0xE0
    }

    fn owner(&self, index: usize) -> Option<usize> {
        match self.owners[index] {
            Some(owner) if self.claims(owner, index) => Some(owner),
            _ => (0..2).find(|&core| self.claims(core, index)),
        }
    }

    fn step(&mut self, lines: &[EventLine], inputs: &Inputs) {
        self.owners = [0, 1, 2, 3].map(|index| self.owner(index));
        self.interrupts = [false; 2];
        for core in 0..2 {
            for index in 0..4 {
                let written = inputs.writes(core) == Some(ctr(index));
                let blocked = self.owners[index] == Some(1 - core);
                self.count(lines, inputs, (core, index), written || blocked);
            }
        }
        let data = inputs.write.map_or(0, |(_, _, data)| data);
        for (core, counters) in self.counters.iter_mut().enumerate() {
            for (index, counter) in counters.iter_mut().enumerate() {
                match inputs.writes(core) {
                    Some(msr) if msr == evtsel(index) => counter.select = data & 0xFFDF_FFFF,
                    Some(msr) if msr == ctr(index) => counter.count = data & MAX,
                    _ => {}
                }
            }
        }
    }

    fn count(&mut self, lines: &[EventLine], inputs: &Inputs, at: (usize, usize), held: bool) {
        let (core, index) = at;
        if inputs.halted[core] {
            return;
        }
        let counter = &mut self.counters[core][index];
        let select = counter.select;
        let threshold = select >> 24;
        let n = number(lines, select, &inputs.events[core]);
        let condition = match n {
            None => false,
            Some(n) if threshold == 0 => n != 0,
            Some(n) if select & INV != 0 => n < threshold,
            Some(n) => n >= threshold,
        };
        let raw = match (select & E != 0, threshold) {
            (true, _) => u64::from(condition && !counter.history),
            (false, 0) => n.unwrap_or(0),
            (false, _) => u64::from(condition),
        };
        let mode = if inputs.cpl[core] == 0 { OS } else { USR };
        let enabled = select & EN != 0 && select & mode != 0 && !held;
        let increment = if enabled { raw } else { 0 };
        counter.history = condition;
        counter.count += increment;
        let carry = counter.count > MAX;
        counter.count &= MAX;
        counter.pin ^= if select & PC != 0 { carry } else { increment != 0 };
        self.interrupts[core] |= carry && select & INT != 0;
    }

    /// All state, in the order of [`observed`].
    fn state(&self) -> Vec<u64> {
        let mut state = Vec::new();
        for core in 0..2 {
            let pins = (0..4).map(|i| u64::from(self.counters[core][i].pin) << i);
            let foreign = |i: &usize| self.owner(*i) == Some(1 - core);
            let blocks = (0..4).filter(foreign).map(|i| 1 << i);
            state.extend([pins.sum(), u64::from(self.interrupts[core]), blocks.sum()]);
            for counter in self.counters[core] {
                state.extend([counter.select, counter.count, u64::from(counter.history)]);
            }
        }
        let encoded = |owner: Option<usize>| owner.map_or(0, |core| core as u64 + 1);
        state.extend(self.owners.map(encoded));
        state
    }
}

/// All values of the model's last observation, in the order of [`Reference::state`].
fn observed(bench: &Bench) -> Vec<u64> {
    let mut names = Vec::new();
    for core in ["core0", "core1"] {
        names.extend(["pm", "apic_int", "nb_block"].map(|name| format!("{core}.{name}")));
        for index in 0..4 {
            let states = ["PerfEvtSel", "PerfCtr", "edge_history"];
            names.extend(states.map(|name| format!("{core}.{name}{index}")));
        }
    }
    names.extend([0, 1, 2, 3].map(|index| format!("nb_owner{index}")));
    names.iter().map(|name| bench.output(name)).collect()
}

/// Pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }

    fn select(&mut self, lines: &[EventLine]) -> u64 {
        let line = &lines[self.next(lines.len() as u64) as usize];
        let code = match self.next(8) {
            0 => self.next(256),
            _ => u64::from(line.code),
        };
        let threshold = [0, 0, 1, 2, 3, 4][self.next(6) as usize];
        let controls = (self.next(1 << 8) << 16) | (self.next(2) * ON);
        cnt_mask(threshold) | controls | unit_mask(self.next(256)) | code
    }

    fn inputs(&mut self, lines: &[EventLine], cycle: usize) -> Inputs {
        let sparse = cycle / 500 % 2 == 0;
        let mut events = || -> Vec<u64> {
            let level = |random: &mut Self| match sparse && random.next(8) != 0 {
                true => 0,
                false => random.next(4),
            };
            lines.iter().map(|_| level(self)).collect()
        };
        let events = [events(), events()];
        let unit = [0, 1, BROADCAST][self.next(3) as usize];
        let index = self.next(4) as usize;
        let write = match self.next(16) {
            0..=1 => Some((unit, evtsel(index), self.select(lines))),
            2 => Some((unit, ctr(index), u64::MAX - self.next(6))),
            _ => None,
        };
        Inputs { halted: [self.next(5) == 0, self.next(5) == 0], cpl: [self.next(4), self.next(4)], events, write }
    }
}

/// K8-R14 to K8-R65: the model matches the equation in every cycle.
#[rstest]
fn model_matches_the_increment_equation(#[values(1, 2, 3, 4)] seed: u64) {
    let mut bench = Bench::new();
    let lines = bench.pmu.description.events.lines.clone();
    let mut random = Random(seed * 0x9E37_79B9);
    let mut reference = Reference::default();
    let mut interrupts = 0;
    for cycle in 0..4000 {
        let inputs = random.inputs(&lines, cycle);
        for (core, events) in inputs.events.iter().enumerate() {
            bench.lines(core, events.iter().copied());
            bench.set(&format!("core{core}.halted"), u64::from(inputs.halted[core]));
            bench.set(&format!("core{core}.cpl"), inputs.cpl[core]);
        }
        match inputs.write {
            Some((unit, msr, data)) => bench.write(unit, msr, data),
            None => bench.step(),
        }
        assert_eq!(observed(&bench), reference.state(), "cycle {cycle}");
        interrupts += u64::from(reference.interrupts[0]);
        reference.step(&lines, &inputs);
    }
    assert!(interrupts > 20, "the stimulus must overflow counters");
}
