//! What random programs can aim at, found in the description and the profile once.

use super::profile::{Choice, InputChoice, Profile, TransactionChoice};
use golden_model::description::{Counter, Description, Input, Register, Transaction};
use rand::distributions::WeightedIndex;
use std::collections::BTreeMap;

/// Registers, counters, events and inputs.
pub(super) struct Targets<'p> {
    /// One entry for each kind of units.
    pub kinds: Vec<Kind>,
    /// One entry for each register.
    pub registers: Vec<RegisterTarget<'p>>,
    /// What the profile says of each input.
    pub inputs: Vec<Option<InputTarget<'p>>>,
    /// Whether event lines lie in the port of each input.
    pub carries: Vec<bool>,
    /// For each event line the units that carry it.
    pub carriers: Vec<Vec<usize>>,
    /// What the profile says of each report.
    pub transactions: Vec<Option<TransactionTarget<'p>>>,
    /// For each input whether it says that there is a report, and whether it is another part of one.
    pub reported: Vec<(bool, bool)>,
    /// For each input the one that announces a change.
    pub announced: Vec<Option<usize>>,
    /// For each input whether it does nothing but announce changes of others.
    pub announces: Vec<bool>,
}

/// How a report is used.
pub(super) struct TransactionTarget<'p> {
    pub choice: &'p TransactionChoice,
    /// What the profile says of each field.
    pub fields: Vec<Option<&'p Choice>>,
    /// The field that names what begins.
    pub opens: Option<usize>,
    /// The reports of the same unit that open what it closes, and the field that tells which.
    pub closes: Option<(usize, usize)>,
}

/// What units of one kind have.
pub(super) struct Kind {
    /// Positions of the units.
    pub units: Vec<usize>,
    /// Counters of selectable events, each with its select register, as positions in the description's registers.
    pub counters: Vec<(usize, usize)>,
    /// All other registers that can be accessed.
    pub others: Vec<usize>,
    /// Draws one of them by the weights of the profile; none where all weights are 0.
    pub by_weight: Option<WeightedIndex<u32>>,
    /// Event codes of the catalogue.
    pub codes: Vec<u64>,
    /// What the codes stand for.
    pub events: BTreeMap<u64, Event>,
}

/// What an event code selects in units of a kind.
#[derive(Default)]
pub(super) struct Event {
    /// Its lines.
    pub lines: Vec<usize>,
    /// The unit masks that mean something.
    pub masks: Vec<u64>,
    /// Whether masks are values of one code with it rather than bits.
    pub masks_are_values: bool,
}

/// How a register is used.
pub(super) struct RegisterTarget<'p> {
    /// The ways that accept writes.
    pub writable: Vec<usize>,
    /// What the profile says of each field.
    pub fields: Vec<Option<&'p Choice>>,
}

/// How an input is used.
pub(super) struct InputTarget<'p> {
    pub choice: &'p InputChoice,
    /// What the profile says of each field.
    pub fields: Vec<Option<&'p Choice>>,
}

impl<'p> Targets<'p> {
    pub fn new(description: &Description, profile: &'p Profile) -> Self {
        let register = |register: &Register| RegisterTarget {
            writable: (0..register.access.len()).filter(|&path| !register.access[path].read_only).collect(),
            fields: register.fields.iter().map(|field| profile.field(register, field)).collect(),
        };
        let input = |input: &Input| {
            let choice = profile.input(description, input)?;
            let fields = input.fields.iter().map(|field| choice.fields.get(&field.name)).collect();
            Some(InputTarget { choice, fields })
        };
        let report = |report: &Transaction| {
            let (profile, choice) = profile.report(description, report)?;
            let opened = choice.closes.as_ref().and_then(|of| {
                let other = |other: &Transaction| other.pattern == *of && other.unit == report.unit;
                let other = description.transactions.iter().position(other)?;
                let field = profile.transactions[of].opens.as_ref()?;
                Some((other, report.field(field)?))
            });
            Some(TransactionTarget {
                choice,
                fields: report.fields.iter().map(|field| choice.fields.get(&field.name)).collect(),
                opens: choice.opens.as_ref().and_then(|field| report.field(field)),
                closes: opened,
            })
        };
        let mut reported = vec![(false, false); description.inputs.len()];
        for report in &description.transactions {
            report.valid.iter().for_each(|&valid| reported[valid].0 = true);
            let parts = report.fields.iter().flat_map(|field| [Some(field.input), field.with].into_iter().flatten());
            parts.chain(report.fixed.iter().map(|&(input, _)| input)).for_each(|input| reported[input].1 = true);
        }
        let announcing = |input: &Input| {
            let by = profile.input(description, input)?.announced_by.as_ref()?;
            description.inputs.iter().position(|known| known.name == *by)
        };
        let announced: Vec<_> = description.inputs.iter().map(announcing).collect();
        let events = &description.events;
        let carriers = |line: usize| {
            let carries = |unit: &usize| events.line_bits(line, *unit).is_some();
            (0..description.units.len()).filter(carries).collect()
        };
        Self {
            kinds: (0..description.kinds.len()).map(|kind| Kind::new(description, profile, kind)).collect(),
            registers: description.registers.iter().map(register).collect(),
            inputs: description.inputs.iter().map(input).collect(),
            carries: description.inputs.iter().map(|input| has_event_lines(description, input)).collect(),
            carriers: (0..events.lines.len()).map(carriers).collect(),
            transactions: description.transactions.iter().map(report).collect(),
            reported,
            announces: (0..description.inputs.len()).map(|input| announced.contains(&Some(input))).collect(),
            announced,
        }
    }
}

/// Whether event lines lie in the input's port.
fn has_event_lines(description: &Description, input: &Input) -> bool {
    let unit = input.unit.unwrap_or_default();
    let events = &description.events;
    (0..events.lines.len()).filter_map(|line| events.line_bits(line, unit)).any(|bits| bits.port == input.at.port)
}

impl Kind {
    fn new(description: &Description, profile: &Profile, kind: usize) -> Self {
        let counters = description.counters();
        let units: Vec<usize> =
            (0..description.units.len()).filter(|&unit| description.units[unit].kind == kind).collect();
        let pair = |counter: &Counter| (counter.register, counter.select);
        let counters: Vec<_> =
            counters.iter().filter(|counter| Some(&counter.unit) == units.first()).map(pair).collect();
        let known = |register: &usize| counters.iter().any(|(c, s)| c == register || s == register);
        let rows = description.events.rows.iter().filter(|row| row.kind == kind);
        let mut codes: Vec<u64> = rows.map(|row| u64::from(row.code)).collect();
        codes.sort_unstable();
        codes.dedup();
        let others: Vec<usize> = description.registers_of(kind).filter(|register| !known(register)).collect();
        let weight = |register: &usize| profile.weight(&description.registers[*register]);
        let by_weight = WeightedIndex::new(others.iter().map(weight)).ok();
        Self { units, counters, others, by_weight, codes, events: events(description, kind) }
    }
}

/// What the codes stand for in units of a kind.
fn events(description: &Description, kind: usize) -> BTreeMap<u64, Event> {
    let mut events: BTreeMap<u64, Event> = BTreeMap::new();
    let catalogue = &description.events;
    for row in catalogue.rows.iter().filter(|row| row.kind == kind) {
        let event = events.entry(row.code.into()).or_default();
        event.masks.extend(row.umask.map(u64::from));
        event.masks_are_values |= row.umask_kind == "value";
    }
    for (position, line) in catalogue.lines.iter().enumerate() {
        if line.rows.iter().any(|&row| catalogue.rows[row].kind == kind) {
            let event = events.entry(line.code.into()).or_default();
            event.lines.push(position);
            // A structured event has more masks than rows: its paths.
            event.masks.extend(line.mask.map(u64::from));
        }
    }
    for event in events.values_mut() {
        event.masks.sort_unstable();
        event.masks.dedup();
    }
    events
}
