//! The selector of an hpm counter: legal values and the events that they select (5.7).

use super::lines::Lines;
use super::parameters::{Parameters, SelIllegal, SelectorStyle};

/// Bits of the class in a selector of style `set_mask`.
const CLASS: u64 = 0xFF;

/// An event: its selector and the positions of its lines.
#[derive(Clone)]
struct Event {
    code: u64,
    lines: Vec<usize>,
}

/// The events of an instance and the rules of its selectors.
#[derive(Clone)]
pub(super) struct Selectors {
    style: SelectorStyle,
    illegal: SelIllegal,
    onehot: bool,
    /// The bits of the field.
    mask: u64,
    /// In the order of the parameters, which is that of the event rows.
    events: Vec<Event>,
}

/// The events that the selector of a counter selects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selection {
    /// Positions of the events.
    pub rows: Vec<usize>,
    /// Positions of their lines, each once.
    pub lines: Vec<usize>,
}

impl Selectors {
    /// The selectors of an instance.
    pub fn new(parameters: &Parameters) -> Self {
        let event = |event: &super::parameters::Event| Event {
            code: event.code,
            lines: event.lines.iter().map(|name| Lines::position(parameters, name)).collect(),
        };
        Self {
            style: parameters.selector,
            illegal: parameters.sel_illegal,
            onehot: parameters.mask_onehot,
            mask: (1 << parameters.sel_w) - 1,
            events: parameters.events.iter().map(event).collect(),
        }
    }

    /// Number of events.
    pub fn events(&self) -> usize {
        self.events.len()
    }

    /// The lines of an event.
    pub fn lines(&self, row: usize) -> &[usize] {
        &self.events[row].lines
    }

    /// The selector after a write to a register with `old` in the field (RVHPM-R60 to R62, R65).
    pub fn stored(&self, old: u64, written: u64) -> u64 {
        let written = written & self.mask;
        let legal = match (self.illegal, self.style) {
            (SelIllegal::Store, _) => Some(written),
            (_, SelectorStyle::Encoded) => (written == 0 || self.is_listed(written)).then_some(written),
            (_, SelectorStyle::Mask) => {
                let listed = written & self.listed_bits(|_| true);
                (!self.onehot || listed.count_ones() <= 1).then_some(listed)
            }
            (_, SelectorStyle::SetMask) => {
                let of_class = |event: &Event| event.code & CLASS == written & CLASS;
                let is_class = self.events.iter().any(of_class);
                // Selector 0 selects no event, whether class 0 is listed or not.
                (is_class || written == 0).then(|| written & (CLASS | self.listed_bits(of_class)))
            }
        };
        let otherwise = if self.illegal == SelIllegal::Keep { old } else { 0 };
        legal.unwrap_or(otherwise)
    }

    /// Stores the events that a selector selects in `selection`, which does not grow once it had this number of lines.
    pub fn select(&self, selector: u64, selection: &mut Selection) {
        selection.rows.clear();
        selection.lines.clear();
        for (row, event) in self.events.iter().enumerate().filter(|(_, event)| self.selects(selector, event)) {
            selection.rows.push(row);
            for &line in &event.lines {
                if !selection.lines.contains(&line) {
                    selection.lines.push(line);
                }
            }
        }
    }

    /// Whether a selector selects an event. Values, bits and classes that are not listed select nothing (RVHPM-R63).
    fn selects(&self, selector: u64, event: &Event) -> bool {
        match self.style {
            SelectorStyle::Encoded => selector == event.code,
            SelectorStyle::Mask => selector & event.code != 0,
            SelectorStyle::SetMask => (selector ^ event.code) & CLASS == 0 && selector & event.code & !CLASS != 0,
        }
    }

    fn is_listed(&self, value: u64) -> bool {
        self.events.iter().any(|event| event.code == value)
    }

    /// The bits of some of the events.
    fn listed_bits(&self, of: impl Fn(&Event) -> bool) -> u64 {
        self.events.iter().filter(|event| of(event)).fold(0, |bits, event| bits | event.code)
    }
}
