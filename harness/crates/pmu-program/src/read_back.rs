//! Reads in idle cycles: checks registers that are not observable through the register port.

use super::op::{Access, Expected, Op, OpKind, Target};
use super::program::Program;
use super::timing::PortTiming;
use golden_model_core::description::BUS_REQUEST;
use golden_model_core::{Pmu, Slot};

/// For each slot of the observation, the read that returns its value in the same cycle, if software has one.
pub struct ReadBack {
    reads: Vec<Option<Access>>,
    request: [Slot; 5],
    error: Slot,
    data: Slot,
    /// For each slot, whether it belongs to the response of the register port.
    is_response: Vec<bool>,
}

impl ReadBack {
    /// Finds the registers that contain the state words of a PMU.
    pub fn new(pmu: &Pmu) -> Self {
        let read = |name: &str| {
            let (unit, register) = name.split_once('.')?;
            let unit = pmu.description.units.iter().find(|known| known.name == unit)?;
            let path = pmu.description.register(unit.kind, register)?.access.first()?;
            let address = path.in_unit(unit);
            let (space, unit) = (path.space_number, unit.number?);
            Some(Access { space, unit, address, write: None, expected: Expected::Anything })
        };
        let slots = || pmu.observation.slots().iter();
        Self {
            reads: slots().map(|slot| read(&slot.name)).collect(),
            request: std::array::from_fn(|position| pmu.frame.slot(BUS_REQUEST[position].0)),
            error: pmu.observation.slot("bus_error"),
            data: pmu.observation.slot("bus_rdata"),
            is_response: slots().map(|slot| matches!(slot.name.as_str(), "bus_error" | "bus_rdata")).collect(),
        }
    }

    /// Inserts reads of registers that the program expects and that are not observable.
    ///
    /// A read replaces a wait in the cycle of the expectation if the program expects no response of the register port there.
    /// A cycle has one access, so one register is read in each cycle. With a port that needs more cycles for an access, a read must not
    /// delay an access of the program, or be delayed by one: what the program expects would then move to other cycles.
    pub fn apply(&self, program: &mut Program, shows: &[bool], timing: PortTiming) {
        let mut later = starts(&program.ops).into_iter().peekable();
        let (mut cycle, mut free) = (0, if timing.is_one_cycle() { 0 } else { timing.spacing });
        let mut ops = Vec::with_capacity(program.ops.len());
        let (mut wanted, mut is_free) = (None, true);
        for op in program.ops.drain(..) {
            if let OpKind::Expect { target, .. } = op.kind {
                let hidden = self.reads[target.slot].as_ref().filter(|_| !shows[target.slot]);
                wanted = wanted.or(hidden);
                is_free &= !self.is_response[target.slot];
            }
            let cycles = op.cycles();
            let next = later.peek().copied().unwrap_or(u64::MAX);
            if next == cycle && cycles > 0 {
                free = cycle + timing.spacing;
                later.next();
            }
            let has_time = cycle >= free && next.saturating_sub(cycle) >= timing.spacing;
            match (&op.kind, wanted.filter(|_| is_free && has_time)) {
                (OpKind::Wait(1..), Some(read)) => {
                    free = cycle + timing.spacing;
                    ops.push(Op { line: op.line, kind: OpKind::Access(read.clone()) });
                    if cycles > 1 {
                        ops.push(Op { line: op.line, kind: OpKind::Wait(cycles - 1) });
                    }
                }
                _ => ops.push(op),
            }
            if cycles > 0 {
                (wanted, is_free) = (None, true);
            }
            cycle += cycles;
        }
        program.ops = ops;
    }

    /// Returns whether an accepted read in this cycle returns `value` for `target`.
    ///
    /// `observation` is that of the model: a DUT need not drive `bus_error`, and a read need not return all bits of
    /// the state.
    pub fn answers(&self, target: &Target, value: u64, frame: &[u64], observation: &[u64]) -> bool {
        let Some(read) = &self.reads[target.slot] else {
            return false;
        };
        let wanted = [1, 0, read.space, read.unit, read.address].map(u64::from);
        let is_read = self.request.iter().zip(wanted).all(|(slot, wanted)| slot.get(frame) == wanted);
        is_read && self.error.get(observation) == 0 && target.of(self.data.get(observation)) == value
    }
}

/// The cycles in which accesses and resets start, without those that a register port adds.
fn starts(ops: &[Op]) -> Vec<u64> {
    let mut cycle = 0;
    let mut starts = Vec::new();
    for op in ops {
        if matches!(op.kind, OpKind::Access(_) | OpKind::Reset(_)) {
            starts.push(cycle);
        }
        cycle += op.cycles();
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn program(text: &str) -> Program {
        let pmu = Pmu::find("k8").expect("a PMU");
        let source = crate::Source::parse(Path::new("test.pmu"), &format!("pmu k8\n{text}"));
        source.and_then(|source| source.resolve("test".to_owned(), &pmu)).expect("a program")
    }

    #[test]
    fn only_an_accepted_read_of_the_expected_value_answers() {
        let pmu = Pmu::find("k8").expect("a PMU");
        let read_back = ReadBack::new(&pmu);
        let slot = pmu.observation.slots().iter().position(|slot| slot.name == "core1.PerfCtr2").expect("a counter");
        let target = Target { slot, low: 0, width: 48 };
        let answers = |valid: u64, address: u64, error: u64, data: u64| {
            let (mut frame, mut observation) = (vec![0; pmu.frame.words()], vec![0; pmu.observation.words()]);
            for (name, value) in [("bus_valid", valid), ("bus_unit", 1), ("bus_addr", address)] {
                pmu.frame.slot(name).set(&mut frame, value);
            }
            for (name, value) in [("bus_error", error), ("bus_rdata", data)] {
                pmu.observation.slot(name).set(&mut observation, value);
            }
            read_back.answers(&target, 5, &frame, &observation)
        };
        assert!(answers(1, 0xC001_0006, 0, 5));
        assert!(!answers(0, 0xC001_0006, 0, 5), "no access");
        assert!(!answers(1, 0xC001_0005, 0, 5), "another register");
        assert!(!answers(1, 0xC001_0006, 1, 5), "a refused read");
        assert!(!answers(1, 0xC001_0006, 0, 4), "another value than the expected one");
    }

    #[test]
    fn unobservable_registers_are_read_in_idle_cycles() {
        let pmu = Pmu::find("k8").expect("a PMU");
        let shows: Vec<bool> = pmu.observation.slots().iter().map(|slot| slot.name != "core1.PerfCtr2").collect();
        let mut read = program(
            "expect core1.PerfCtr2 == 0\nexpect core0.PerfCtr2 == 0\nwait 3\n\
             expect core1.PerfCtr2 == 0\nwrite core0.PerfCtr0 = 1\nexpect core0.PerfCtr2 == 0\nwait\n\
             expect core1.PerfCtr2 == 0\nexpect bus_rdata == 0\nwait\n",
        );
        ReadBack::new(&pmu).apply(&mut read, &shows, PortTiming::default());
        let written = "expect core1.PerfCtr2 == 0\nexpect core0.PerfCtr2 == 0\nread core1.PerfCtr2\nwait 2\n\
             expect core1.PerfCtr2 == 0\nwrite core0.PerfCtr0 = 1\nexpect core0.PerfCtr2 == 0\nwait\n\
             expect core1.PerfCtr2 == 0\nexpect bus_rdata == 0\nwait\n";
        let kinds = |program: Program| program.ops.into_iter().map(|op| op.kind).collect::<Vec<_>>();
        assert_eq!(kinds(read), kinds(program(written)));
    }

    /// An access takes 4 cycles: only the reads fit that are as far from other accesses.
    #[test]
    fn reads_do_not_delay_accesses_of_a_slow_port() {
        let pmu = Pmu::find("k8").expect("a PMU");
        let shows = vec![false; pmu.observation.slots().len()];
        let expect = "expect core1.PerfCtr2 == 0\nwait\n";
        let mut read = program(&format!(
            "{expect}wait 3\n{expect}wait 3\nwrite core0.PerfCtr0 = 1\nwait 2\n{expect}{expect}wait 2\n{expect}read core0.PerfCtr0\n"
        ));
        ReadBack::new(&pmu).apply(&mut read, &shows, PortTiming { spacing: 4, ahead: 3 });
        let reads = "expect core1.PerfCtr2 == 0\nread core1.PerfCtr2\n";
        let written = program(&format!(
            "{expect}wait 3\n{reads}wait 3\nwrite core0.PerfCtr0 = 1\nwait 2\n{expect}{reads}wait 2\n{expect}read core0.PerfCtr0\n"
        ));
        let kinds = |program: Program| program.ops.into_iter().map(|op| op.kind).collect::<Vec<_>>();
        assert_eq!(kinds(read), kinds(written));
    }
}
