//! Compares the model with the increment equation (specification, 5.14), computed for each counter
//! separately, on random stimulus.

use super::bench::*;
use rstest::rstest;

/// One event: its selection and its occurrences in a cycle, for each thread or without a thread.
struct Line {
    selection: u64,
    of_no_thread: bool,
    occurrences: [u64; 4],
}

/// State of one counter.
#[derive(Clone, Copy, Default)]
struct Counter {
    select: u64,
    count: u64,
    history: bool,
    status: bool,
    request: bool,
}

/// State of one thread.
#[derive(Clone, Copy, Default)]
struct Thread {
    counters: [Counter; 2],
    global_ctrl: u64,
    spflt_control: u64,
}

/// State of the PMU.
#[derive(Default)]
struct Reference {
    tsc: u64,
    threads: [Thread; 4],
}

/// The access of a cycle.
#[derive(Clone, Copy)]
struct Access {
    write: bool,
    space: u64,
    thread: usize,
    addr: u64,
    data: u64,
}

/// The inputs of a cycle.
struct Inputs {
    reset: bool,
    cpl: [u64; 4],
    executing: usize,
    lines: Vec<Line>,
    access: Option<Access>,
}

impl Inputs {
    /// The MSR that is written in the cycle, with thread and data.
    fn wrmsr(&self) -> Option<(usize, u64, u64)> {
        let access = self.access?;
        let executed = access.write && access.space == MSR && self.cpl[access.thread] == 0;
        executed.then_some((access.thread, access.addr, access.data))
    }
}

impl Reference {
    /// The response to an access: error and read data.
    fn response(&self, inputs: &Inputs) -> (u64, u64) {
        let Some(Access { write, space, thread, addr, .. }) = inputs.access else { return (0, 0) };
        let bank = &self.threads[thread];
        let status = bank.counters.iter().rev().fold(0, |bits, counter| 2 * bits + u64::from(counter.status));
        let value = match (space, addr, write) {
            (MSR, ..) if inputs.cpl[thread] != 0 => None,
            (MSR, 0x10, _) | (RDTSC, _, false) => Some(self.tsc),
            (MSR, 0x20, _) | (RDPMC, 0, false) => Some(bank.counters[0].count),
            (MSR, 0x21, _) | (RDPMC, 1, false) => Some(bank.counters[1].count),
            (MSR, 0x28, _) => Some(bank.counters[0].select),
            (MSR, 0x29, _) => Some(bank.counters[1].select),
            (MSR, 0x2C, _) => Some(bank.spflt_control),
            (MSR, 0x2D, _) => Some(status),
            (MSR, 0x2E, _) | (SPFLT, _, true) => Some(0),
            (MSR, 0x2F, _) => Some(bank.global_ctrl),
            _ => None,
        };
        match value {
            None => (1, 0),
            Some(_) if write => (0, 0),
            Some(value) => (0, value),
        }
    }

    fn step(&mut self, inputs: &Inputs) {
        if inputs.reset {
            *self = Self::default();
            return;
        }
        for thread in 0..4 {
            for index in 0..2 {
                self.count(inputs, thread, index);
            }
        }
        self.tsc = self.tsc.wrapping_add(1);
        if let Some((thread, msr, data)) = inputs.wrmsr() {
            let bank = &mut self.threads[thread];
            match msr {
                0x10 => self.tsc = data,
                0x20 | 0x21 => bank.counters[msr as usize & 1].count = data & MAX,
                0x28 | 0x29 => bank.counters[msr as usize & 1].select = data & 0xFFF7_FFFF,
                0x2C => bank.spflt_control = data & 0x8000_0000_0000_0003,
                0x2F => bank.global_ctrl = data & 3,
                _ => {}
            }
        }
        if let Some(Access { write: true, space: SPFLT, thread, data, .. }) = inputs.access {
            let control = &mut self.threads[thread].spflt_control;
            *control = *control & 3 | (data & 1) << 63;
        }
    }

    fn count(&mut self, inputs: &Inputs, thread: usize, index: usize) {
        let bank = self.threads[thread];
        let counter = &mut self.threads[thread].counters[index];
        let select = counter.select;
        let q = |u: usize| select & if inputs.cpl[u] == 0 { OS } else { USR } != 0;
        let mut legal = false;
        let mut n = 0;
        let mut g = false;
        for line in &inputs.lines {
            if line.selection != select & 0xFFFF {
                continue;
            }
            legal = true;
            if line.of_no_thread {
                g = q(inputs.executing);
                n = if g { line.occurrences[0] } else { 0 };
            } else {
                for u in 0..4 {
                    if (u == thread || select & TCM != 0) && q(u) {
                        n += line.occurrences[u];
                        g = true;
                    }
                }
            }
        }
        let threshold = select >> 24;
        let comparison = if threshold == 0 {
            n != 0
        } else if select & INV != 0 {
            n < threshold
        } else {
            n >= threshold
        };
        let level = legal && g && comparison;
        let raw = if select & E != 0 {
            u64::from(level && !counter.history)
        } else if threshold == 0 {
            n
        } else {
            u64::from(level)
        };
        let gated = bank.spflt_control >> index & 1 != 0;
        let on =
            select & EN != 0 && bank.global_ctrl >> index & 1 != 0 && (!gated || bank.spflt_control & USER_PREF != 0);
        let wrmsr = inputs.wrmsr().filter(|&(writer, ..)| writer == thread);
        let written = wrmsr.is_some_and(|(_, msr, _)| msr == CNT[index]);
        let clear = wrmsr.is_some_and(|(_, msr, data)| msr == OVF_CTRL && data >> index & 1 != 0);
        let sum = counter.count + if on && !written { raw } else { 0 };
        let carry = sum > MAX;
        counter.count = sum & MAX;
        counter.history = level;
        counter.status = counter.status && !clear || carry;
        counter.request = counter.request && !clear || carry && select & INT != 0;
    }

    /// All state, with the names in the observation.
    fn state(&self) -> Vec<(String, u64)> {
        let mut state = vec![("IA32_TIME_STAMP_COUNTER".to_owned(), self.tsc)];
        for (thread, bank) in self.threads.iter().enumerate() {
            let [low, high] = bank.counters.map(|counter| u64::from(counter.status));
            let pmi = bank.counters[0].request || bank.counters[1].request;
            let mut put = |name: &str, value: u64| state.push((format!("thread{thread}.{name}"), value));
            put("pmi", u64::from(pmi));
            put("PERF_SPFLT_CONTROL", bank.spflt_control);
            put("IA32_PERF_GLOBAL_STATUS", low | high << 1);
            put("IA32_PERF_GLOBAL_CTRL", bank.global_ctrl);
            for (index, counter) in bank.counters.iter().enumerate() {
                put(&format!("IA32_PerfCnt{index}"), counter.count);
                put(&format!("IA32_PerfEvtSel{index}"), counter.select);
                put(&format!("edge_history{index}"), u64::from(counter.history));
                put(&format!("pmi_request{index}"), u64::from(counter.request));
            }
        }
        state
    }
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

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.next(from.len() as u64) as usize]
    }

    fn select(&mut self, selections: &[u64]) -> u64 {
        let selection = match self.next(8) {
            0 => self.next(1 << 16),
            1..=3 => self.pick(&[SNOOPS, VICTIMS]),
            _ => self.pick(selections),
        };
        let threshold = self.pick(&[0, 0, 0, 1, 2, 3, 10, 100, 255]);
        let on = self.pick(&[0, EN, ON, ON, ON, ON]);
        cmask(threshold) | self.next(1 << 8) << 16 | on | selection
    }

    fn access(&mut self, selections: &[u64]) -> Access {
        let thread = self.next(4) as usize;
        let index = self.next(2) as usize;
        let wrmsr = |addr: u64, data: u64| Access { write: true, space: MSR, thread, addr, data };
        match self.next(10) {
            0..=2 => wrmsr(SEL[index], self.select(selections)),
            3 | 4 => wrmsr(CNT[index], u64::MAX - self.next(40)),
            5 => wrmsr(OVF_CTRL, self.next(4)),
            6 => wrmsr(GLOBAL_CTRL, self.pick(&[1, 2, 3, 3, 3])),
            7 => wrmsr(self.pick(&[SPFLT_CONTROL, STATUS, TSC, 0x2A]), self.next(4) | self.next(2) << 63),
            8 => Access { write: true, space: SPFLT, thread, addr: self.next(64), data: self.next(4) },
            _ => {
                let msrs = [TSC, CNT[0], CNT[1], SEL[0], SEL[1], SPFLT_CONTROL, STATUS, OVF_CTRL, GLOBAL_CTRL, 2];
                let (space, addr) = match self.next(3) {
                    0 => (self.next(4), self.next(3)),
                    _ => (MSR, self.pick(&msrs)),
                };
                Access { write: false, space, thread, addr, data: 0 }
            }
        }
    }
}

/// The events of the catalogue, without occurrences.
fn lines(bench: &Bench) -> Vec<Line> {
    let description = &bench.pmu.description;
    let core = description.unit("core").expect("the description has no unit core");
    let events = &description.events;
    let line = |(position, line): (usize, &golden_model_core::description::EventLine)| Line {
        selection: u64::from(line.mask.expect("each event must have a UMASK") << 8 | line.code),
        of_no_thread: events.line_bits(position, core).is_some(),
        occurrences: [0; 4],
    };
    events.lines.iter().enumerate().map(line).collect()
}

/// KNC-R07 to KNC-R89: the model matches the equation in every cycle.
#[rstest]
fn model_matches_the_increment_equation(#[values(1, 2, 3, 4)] seed: u64) {
    let mut bench = Bench::new();
    let mut random = Random(seed * 0x9E37_79B9);
    let mut reference = Reference::default();
    let mut inputs = Inputs { reset: false, cpl: [0; 4], executing: 0, lines: lines(&bench), access: None };
    let all: Vec<_> = inputs.lines.iter().map(|line| line.selection).collect();
    // Only six selections, so that counters share events.
    let selections: Vec<_> = (0..6).map(|_| random.pick(&all)).collect();
    let mut interrupts = 0;
    for cycle in 0..3000 {
        let density = [2, 8, 1][cycle / 500 % 3];
        for (position, line) in inputs.lines.iter_mut().enumerate() {
            let levels = if line.of_no_thread { 1 } else { 4 };
            for (thread, level) in line.occurrences.iter_mut().enumerate().take(levels) {
                let most = 1 << random.next(7);
                *level = if random.next(density) == 0 { random.next(most) } else { 0 };
                bench.numbered_line(thread, position, *level);
            }
        }
        if random.next(6) == 0 {
            inputs.cpl = [0; 4].map(|_: u64| random.pick(&[0, 0, 0, 1, 2, 3]));
            inputs.executing = random.next(4) as usize;
        }
        inputs.reset = random.next(1000) == 0;
        inputs.access = (random.next(3) == 0).then(|| random.access(&selections));
        bench.set("rst", u64::from(inputs.reset));
        bench.cpl(inputs.cpl);
        bench.set("exec_tid", inputs.executing as u64);
        let response = match inputs.access {
            Some(Access { write, space, thread, addr, data }) => bench.access(write, space, thread as u64, addr, data),
            None => {
                bench.step();
                (bench.output("bus_error"), bench.output("bus_rdata"))
            }
        };
        assert_eq!(response, reference.response(&inputs), "cycle {cycle}");
        for (name, value) in reference.state() {
            assert_eq!(bench.output(&name), value, "{name} in cycle {cycle}");
        }
        interrupts += reference.threads.iter().flat_map(|bank| bank.counters).filter(|counter| counter.request).count();
        reference.step(&inputs);
    }
    assert!(interrupts > 100, "the stimulus must overflow counters");
}
