//! Positions of outputs and state in an observation.

use super::counters::{COUNTERS, FIRST};
use super::options::Options;
use super::registers::{Register, SubBlocks};
use super::state::Thread;
use golden_model_core::register_port::{Response, ResponsePort};
use golden_model_core::{Pmu, WordPosition};

/// Positions of the outputs and the state that a PMU with these blocks has.
#[derive(Clone)]
pub(super) struct OutputPorts {
    register_port: ResponsePort,
    threads: [ThreadPorts; 2],
    /// `iq_rtag`, `iq_tag`, `dq_match` and `dq_dtag`.
    queries: Option<[WordPosition; 4]>,
}

#[derive(Clone)]
struct ThreadPorts {
    blocks: SubBlocks,
    frozen: WordPosition,
    /// Registers whose observed value is the stored value, in the order of [`each_stored`].
    registers: Vec<WordPosition>,
    counters: Option<CounterPorts>,
    dear: Option<[WordPosition; 9]>,
    trace: Option<[WordPosition; 8]>,
}

#[derive(Clone)]
struct CounterPorts {
    counts: [WordPosition; COUNTERS],
    flags: [WordPosition; COUNTERS],
    level: WordPosition,
    irq: WordPosition,
    vector: WordPosition,
    notify: WordPosition,
}

/// Responses to the tag queries of a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TagResponses {
    pub rtags: u64,
    pub tags: u64,
    pub matches: u64,
    pub qualified: u64,
}

impl OutputPorts {
    pub fn new(pmu: &Pmu, blocks: SubBlocks) -> Self {
        Self {
            register_port: ResponsePort::new(pmu),
            threads: [0, 1].map(|thread| ThreadPorts::new(pmu, blocks, thread)),
            queries: blocks.tagger.then(|| ["iq_rtag", "iq_tag", "dq_match", "dq_dtag"].map(|name| pmu.output(name))),
        }
    }

    /// Writes the observation of a cycle, given the state at its start.
    pub fn observe(&self, words: &mut [u64], response: Response, threads: &[Thread; 2], answers: TagResponses) {
        words.fill(0);
        self.register_port.put(words, response);
        for (positions, thread) in self.threads.iter().zip(threads) {
            positions.observe(words, thread);
        }
        if let Some(positions) = &self.queries {
            let TagResponses { rtags, tags, matches, qualified } = answers;
            positions
                .iter()
                .zip([rtags, tags, matches, qualified])
                .for_each(|(position, value)| position.put(words, value));
        }
    }
}

impl ThreadPorts {
    fn new(pmu: &Pmu, blocks: SubBlocks, thread: usize) -> Self {
        let position = |name: &str| pmu.output(&format!("thread{thread}.{name}"));
        let mut registers = Vec::new();
        each_stored(&Thread::new(Options::default()), blocks, |register, _| registers.push(position(&name(register))));
        let numbered = |name: &str| -> [WordPosition; COUNTERS] {
            std::array::from_fn(|at| position(&format!("{name}{}", FIRST + at)))
        };
        let dear = ["busy", "id", "va", "ip", "ipv", "bn", "slot", "lfsr", "hold"];
        let trace = ["etb_pending", "etb_target", "ipear_delay", "ipear_left", "ipear_elapsed", "ipear_flush"];
        let [pending, target, delay, left, elapsed, flush] = trace;
        Self {
            blocks,
            frozen: position("frozen"),
            registers,
            counters: blocks.counters.then(|| CounterPorts {
                counts: numbered("PMD"),
                flags: numbered("ov"),
                level: position("pmi_level"),
                irq: position("pmi_irq"),
                vector: position("pmi_vec"),
                notify: position("ext_notify"),
            }),
            dear: blocks.dear.then(|| dear.map(|name| position(&format!("dear_{name}")))),
            trace: blocks
                .trace
                .then(|| [pending, target, delay, left, elapsed, flush, "ipear_ip", "ipear_frozen"].map(position)),
        }
    }

    fn observe(&self, words: &mut [u64], thread: &Thread) {
        self.frozen.put(words, thread.frozen());
        let mut positions = self.registers.iter();
        each_stored(thread, self.blocks, |_, value| {
            if let Some(position) = positions.next() {
                position.put(words, value);
            }
        });
        if let Some(positions) = &self.counters {
            let counters = &thread.counters;
            for at in 0..COUNTERS {
                positions.counts[at].put(words, counters.counts[at]);
                positions.flags[at].put(words, counters.flags >> at & 1);
            }
            positions.level.put(words, counters.level());
            positions.irq.put(words, thread.irq);
            positions.vector.put(words, thread.pmv & 0xFF);
            positions.notify.put(words, thread.notify);
        }
        if let Some(positions) = &self.dear {
            let dear = &thread.dear;
            let load = &dear.tracked;
            let [ip_valid, second] = [load.ip_valid, load.second].map(u64::from);
            let values =
                [dear.busy.into(), dear.id, load.va, load.ip, ip_valid, second, load.slot, dear.lfsr, dear.hold];
            positions.iter().zip(values).for_each(|(position, value)| position.put(words, value));
        }
        if let Some(positions) = &self.trace {
            let (branches, retired) = (&thread.trace.branches, &thread.trace.retired);
            let [pending, delay, flush, frozen] =
                [branches.pending, retired.delay, retired.flush, retired.frozen].map(u64::from);
            let values = [pending, branches.target, delay, retired.left, retired.elapsed, flush, retired.ip, frozen];
            positions.iter().zip(values).for_each(|(position, value)| position.put(words, value));
        }
    }
}

/// Calls `visit` for each register of these blocks, except counts, with its stored value, whether or not software can read it.
#[inline]
fn each_stored(thread: &Thread, blocks: SubBlocks, mut visit: impl FnMut(Register, u64)) {
    visit(Register::Pmc(0), thread.pmc0);
    if blocks.counters {
        (4..).zip(thread.counters.pmc).for_each(|(number, value)| visit(Register::Pmc(number), value));
        visit(Register::Pmc(43), thread.pmc43);
        visit(Register::Pmv, thread.pmv);
    }
    if blocks.tagger {
        let tagger = &thread.tagger;
        (32..).zip(tagger.opcode).for_each(|(number, value)| visit(Register::Pmc(number), value));
        [(36, tagger.pmc36), (38, tagger.pmc38), (41, tagger.pmc41)]
            .into_iter()
            .for_each(|(number, value)| visit(Register::Pmc(number), value));
        (0..).zip(tagger.ibr).for_each(|(number, value)| visit(Register::Ibr(number), value));
        (0..).zip(tagger.dbr).for_each(|(number, value)| visit(Register::Dbr(number), value));
    }
    if blocks.iear {
        visit(Register::Pmc(37), thread.iear.pmc37);
        visit(Register::Pmd(34), thread.iear.pmd34);
        visit(Register::Pmd(35), thread.iear.pmd35);
    }
    if blocks.dear {
        visit(Register::Pmc(40), thread.dear.pmc40);
        visit(Register::Pmd(32), thread.dear.pmd32);
        visit(Register::Pmd(33), thread.dear.pmd33);
        visit(Register::Pmd(36), thread.dear.pmd36);
    }
    if blocks.trace {
        let buffer = &thread.trace.buffer;
        visit(Register::Pmc(39), thread.trace.pmc39);
        visit(Register::Pmc(42), thread.trace.pmc42);
        visit(Register::Pmd(38), buffer.index);
        visit(Register::Pmd(39), buffer.extension);
        (48..).zip(buffer.entries).for_each(|(number, value)| visit(Register::Pmd(number), value));
    }
}

/// The name of the state word of a register.
fn name(register: Register) -> String {
    match register {
        Register::Pmc(number) => format!("PMC{number}"),
        Register::Pmd(number) => format!("PMD{number}"),
        Register::Ibr(number) => format!("IBR{number}"),
        Register::Dbr(number) => format!("DBR{number}"),
        Register::Pmv => "PMV".to_owned(),
    }
}
