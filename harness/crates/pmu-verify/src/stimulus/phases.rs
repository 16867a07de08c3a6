//! Phases of a random program.
//!
//! Each phase looks for another kind of bug: ordinary cycles for coincidences, a quiet one for what happens after a long time, a
//! repeated one for what happens at a count.

use super::knobs::Tempo;
use super::{bias, Writer};
use pmu_program::{Activity, Lines, OpKind};
use rand::Rng;

/// Longest wait, in cycles.
const LONGEST_WAIT: u64 = 1 << 17;

/// Least and greatest number of repetitions.
const REPETITIONS: [u64; 2] = [20, 5_000];

/// Share of the ordinary phases in which half of the event lines are held.
const BACKGROUND: f64 = 0.2;

/// Share of the overflows that the same counters repeat in other subsets.
const SUBSETS: f64 = 0.15;

impl Writer<'_, '_> {
    /// Writes phases to the end of the program. The first consists of ordinary cycles.
    pub(super) fn phases(&mut self) {
        self.ordinary();
        while self.cycles < self.length {
            match self.rng.gen_range(0..100) {
                0..=55 => {
                    if self.rng.gen() {
                        self.count_other_events();
                    }
                    self.ordinary();
                }
                56..=62 => self.wait(),
                63..=66 => self.silent(),
                67..=73 => self.repeat(),
                74..=94 => self.overflows(),
                _ => self.sweep(),
            }
        }
    }

    /// Prefers other event codes, and configures the counters of some units.
    fn count_other_events(&mut self) {
        let Self { generator, knobs, rng, .. } = self;
        knobs.prefer_others(rng, &generator.targets, generator.profile.shared_codes);
        self.complete_announcement();
        self.configure_counters(0.3);
    }

    pub(super) fn left(&self) -> u64 {
        self.length.saturating_sub(self.cycles)
    }

    /// Cycles with accesses, events and inputs at densities that are drawn for them.
    fn ordinary(&mut self) {
        self.tempo = Tempo::draw(&mut self.rng);
        self.background();
        let end = self.cycles + bias::magnitude(&mut self.rng, 128, 8192.min(self.length)).min(self.left());
        while self.cycles < end {
            self.cycle();
        }
    }

    /// Holds half of the event lines in some ordinary phases, as if other units were busy. The next ordinary phase releases them.
    fn background(&mut self) {
        let had_background = std::mem::replace(&mut self.has_background, self.rng.gen_bool(BACKGROUND));
        let description = &self.generator.pmu.description;
        if description.lanes.is_some() || (!self.has_background && !had_background) {
            return;
        }
        let events = &description.events;
        self.complete_announcement();
        for unit in self.knobs.units.clone() {
            let carried = (0..events.lines.len()).filter(|&line| events.line_bits(line, unit).is_some());
            let lines: Vec<usize> = carried.collect();
            if had_background && !lines.is_empty() {
                self.push(OpKind::Hold(Activity { unit, lines: Lines::All, count: 0 }));
            }
            if !self.has_background {
                continue;
            }
            for line in lines {
                if self.rng.gen() {
                    let count = self.occurrences(events.lines[line].max);
                    self.push(OpKind::Hold(Activity { unit, lines: Lines::One(line), count }));
                }
            }
        }
    }

    /// Cycles without accesses.
    fn silent(&mut self) {
        self.tempo = Tempo { bus: 0.0, ..Tempo::draw(&mut self.rng) };
        let end = self.cycles + bias::magnitude(&mut self.rng, 64, self.length / 4).min(self.left());
        while self.cycles < end {
            self.cycle();
        }
    }

    /// A long wait in which nothing changes. Often some counter counts in it.
    fn wait(&mut self) {
        self.complete_announcement();
        if self.rng.gen_bool(0.6) {
            self.begin_cycle();
            for _ in 0..self.rng.gen_range(1..=3) {
                self.hold_an_event();
            }
        }
        let opens = self.rng.gen_bool(0.6) && self.open_a_transaction();
        let longest = if self.length < 2 * LONGEST_WAIT / 16 { self.length / 4 } else { self.length * 7 / 10 };
        let cycles = self.duration(32, longest.min(LONGEST_WAIT));
        self.push(OpKind::Wait(cycles.min(self.left()).max(1)));
        if opens {
            self.begin_cycle();
            self.close_a_transaction();
            self.push(OpKind::Wait(1));
        }
    }

    /// A number of cycles: of any magnitude, or about a power of two.
    fn duration(&mut self, least: u64, most: u64) -> u64 {
        let any = bias::magnitude(&mut self.rng, least, most);
        match self.rng.gen_bool(0.3) {
            true => {
                (any.next_power_of_two() + self.rng.gen_range(0..=6)).saturating_sub(3).clamp(least, most.max(least))
            }
            false => any,
        }
    }

    /// Holds an event that some counter selects, and sometimes ends one.
    fn hold_an_event(&mut self) {
        if self.generator.pmu.description.lanes.is_some() {
            return;
        }
        let Some((unit, line)) = self.selected_line() else { return };
        let most = self.generator.pmu.description.events.lines[line].max;
        let count = if self.rng.gen_bool(0.15) { 0 } else { self.occurrences(most) };
        self.push(OpKind::Hold(Activity { unit, lines: Lines::One(line), count }));
    }

    /// A short sequence, repeated without a reset.
    fn repeat(&mut self) {
        self.complete_announcement();
        self.tempo = Tempo::draw(&mut self.rng);
        let reset = std::mem::replace(&mut self.knobs.reset, 0.0);
        let armed = if self.rng.gen() { self.ready_counters() } else { Vec::new() };
        self.is_repeated = true;
        let (first, start) = (self.ops.len(), self.cycles);
        if armed.is_empty() {
            self.overflows_or_cycles();
        } else {
            self.overflow_and_clear(&armed);
        }
        self.is_repeated = false;
        self.knobs.reset = reset;
        let sequence = self.ops[first..].to_vec();
        let cycles = (self.cycles - start).max(1);
        // Half of what is left, so that other phases follow.
        let most = (self.left() / 2 / cycles).min(REPETITIONS[1]);
        let times = bias::magnitude(&mut self.rng, REPETITIONS[0].min(most), most);
        for _ in 1..times {
            self.ops.extend_from_slice(&sequence);
            self.cycles += cycles;
        }
    }

    /// One to three overflows or short ordinary sequences.
    fn overflows_or_cycles(&mut self) {
        for _ in 0..self.rng.gen_range(1..=3) {
            if self.rng.gen_bool(0.6) {
                self.overflow_together();
            } else {
                for _ in 0..self.rng.gen_range(2..=16) {
                    self.cycle();
                }
            }
        }
    }

    /// Overflows of several counters, with few other operations.
    fn overflows(&mut self) {
        for _ in 0..self.rng.gen_range(1..=40) {
            if self.left() == 0 {
                break;
            }
            if self.rng.gen_bool(SUBSETS) {
                self.overflow_in_subsets();
            } else {
                self.overflow_together();
            }
        }
    }

    /// Ends the cycle that announces a change, and makes the change.
    pub(super) fn complete_announcement(&mut self) {
        self.resets = 0;
        while self.announced.is_some() {
            self.begin_cycle();
            self.push(OpKind::Wait(1));
        }
    }
}
