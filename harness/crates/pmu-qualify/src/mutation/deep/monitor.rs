//! Determines the cycles in which conditions hold.

use super::activity::Activity;
use super::candidates::Source;
use super::condition::{Condition, Form, Since};
use super::event::{Event, EventPort};
use super::observed_dut::Observer;
use golden_model_core::Pmu;

/// Bits of one word that must have these values.
struct Term {
    source: Source,
    word: usize,
    mask: u64,
    value: u64,
}

/// The state of an event, and of what counts it.
#[derive(Default)]
struct Counted {
    /// The bit of the event in the cycle before.
    last: Option<bool>,
    /// Occurrences.
    count: u64,
    /// Cycle of the event that started the timer.
    start: Option<u64>,
}

/// A condition during a program.
enum Rule<'c> {
    Conjunction(Vec<Term>),
    Counted { condition: &'c Condition, counted: Counted },
}

/// Watches conditions during programs.
pub(super) struct Monitor<'c> {
    port: EventPort,
    rules: Vec<Rule<'c>>,
    activities: Vec<Activity>,
    cycle: u64,
}

impl<'c> Monitor<'c> {
    pub fn new(pmu: &Pmu, conditions: impl IntoIterator<Item = &'c Condition>) -> Self {
        let rules: Vec<Rule> = conditions.into_iter().map(Rule::new).collect();
        Self { port: EventPort::new(pmu), activities: vec![Activity::never(); rules.len()], rules, cycle: 0 }
    }

    /// The cycles of the program since the last reset, for each condition.
    pub fn take(&mut self) -> Vec<Activity> {
        self.activities.iter_mut().map(std::mem::take).collect()
    }
}

impl Observer for Monitor<'_> {
    fn reset(&mut self) {
        self.cycle = 0;
        self.activities.iter_mut().for_each(|activity| *activity = Activity::never());
        for rule in &mut self.rules {
            if let Rule::Counted { counted, .. } = rule {
                *counted = Counted::default();
            }
        }
    }

    fn cycle(&mut self, frame: &[u64], observation: &[u64]) {
        for (rule, activity) in self.rules.iter_mut().zip(&mut self.activities) {
            if rule.holds(&self.port, self.cycle, frame, observation) {
                activity.add(self.cycle);
            }
        }
        self.cycle += 1;
    }
}

impl<'c> Rule<'c> {
    fn new(condition: &'c Condition) -> Self {
        let Condition::Conjunction(bits) = condition else {
            return Self::Counted { condition, counted: Counted::default() };
        };
        let mut terms: Vec<Term> = Vec::new();
        for (bit, value) in bits {
            let value = if *value { bit.mask } else { 0 };
            match terms.iter_mut().find(|term| (term.source, term.word) == (bit.source, bit.word)) {
                Some(term) => (term.mask, term.value) = (term.mask | bit.mask, term.value | value),
                None => terms.push(Term { source: bit.source, word: bit.word, mask: bit.mask, value }),
            }
        }
        Self::Conjunction(terms)
    }

    /// Whether the condition holds in a cycle.
    #[inline]
    fn holds(&mut self, port: &EventPort, cycle: u64, frame: &[u64], observation: &[u64]) -> bool {
        match self {
            Self::Conjunction(terms) => terms.iter().all(|term| {
                let words = match term.source {
                    Source::Frame => frame,
                    Source::Observation => observation,
                };
                words[term.word] & term.mask == term.value
            }),
            Self::Counted { condition: Condition::Occurrences { event, count, since }, counted } => {
                let holds = counted.is_counted(event, *count, port, frame, observation);
                counted.clear(*since, port, frame);
                holds
            }
            Self::Counted { condition: Condition::Delay { event, cycles, form, since }, counted } => {
                let happens = event.happens(port, &mut counted.last, frame, observation);
                let holds = counted.is_due(happens, cycle, *cycles, *form);
                counted.clear(*since, port, frame);
                holds
            }
            Self::Counted { condition: Condition::Conjunction(_), .. } => false,
        }
    }
}

impl Counted {
    /// Whether the event has occurred `count` times, this cycle included.
    fn is_counted(&mut self, event: &Event, count: u64, port: &EventPort, frame: &[u64], observation: &[u64]) -> bool {
        self.count += u64::from(event.happens(port, &mut self.last, frame, observation));
        self.count >= count
    }

    /// Whether the mutant acts in a cycle, `cycles` cycles after the event.
    fn is_due(&mut self, happens: bool, cycle: u64, cycles: u64, form: Form) -> bool {
        match form {
            Form::Once => {
                let due = self.start.is_some_and(|start| cycle - start == cycles);
                if due || self.start.is_none() {
                    self.start = happens.then_some(cycle);
                }
                due
            }
            Form::UntilNext => {
                if happens {
                    self.start = Some(cycle);
                }
                self.start.is_some_and(|start| cycle - start >= cycles)
            }
        }
    }

    /// Starts again after a cycle with `rst`, if the condition counts since reset. The value of the bit remains, so a change by the
    /// reset is an event.
    fn clear(&mut self, since: Since, port: &EventPort, frame: &[u64]) {
        if since == Since::Reset && port.rst(frame) {
            (self.count, self.start) = (0, None);
        }
    }
}
