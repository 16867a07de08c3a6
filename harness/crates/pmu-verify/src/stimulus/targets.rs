//! Targets of random programs, collected once from the description and the profile.

use super::history::Place;
use super::profile::{Choice, InputChoice, Profile, TransactionChoice};
use golden_model_core::description::{Counter, Description, EventLine, Input, Operation, Register, Transaction};
use rand::distributions::WeightedIndex;
use std::collections::{BTreeMap, BTreeSet};

/// Registers, counters, events and inputs.
pub(super) struct Targets<'p> {
    /// One entry for each kind of units.
    pub kinds: Vec<Kind>,
    /// One entry for each register.
    pub registers: Vec<RegisterTarget<'p>>,
    /// The profile's choice for each input.
    pub inputs: Vec<Option<InputTarget<'p>>>,
    /// For each input, whether its port carries event lines.
    pub carries: Vec<bool>,
    /// For each event line, the units that carry it.
    pub carriers: Vec<Vec<usize>>,
    /// For each event line, the values of a unit mask of four bits that select its event.
    pub umasks: Vec<u16>,
    /// The profile's choice for each transaction.
    pub transactions: Vec<Option<TransactionTarget<'p>>>,
    /// For each input, whether it marks a transaction as valid, and whether it is another input of one.
    pub in_transactions: Vec<(bool, bool)>,
    /// For each input, the input that announces its changes.
    pub announced: Vec<Option<usize>>,
    /// For each input, whether its only purpose is to announce changes of others.
    pub announces: Vec<bool>,
    /// For each input, the others with the same name in other units or with another index.
    pub siblings: Vec<Vec<usize>>,
    /// Parts of writable registers, by kind of unit and width: the register and the lowest bit.
    pub register_parts: BTreeMap<(usize, u32), Vec<(usize, u32)>>,
    /// Parts of inputs and fields of transactions, by width: the place and the lowest bit.
    pub input_parts: BTreeMap<u32, Vec<(Place, u32)>>,
    /// Input that moves the addresses of all registers, and the distance for each step of its value.
    pub moves: Option<(usize, u32)>,
}

/// Narrowest value for which a comparison is likely.
pub(super) const COMPARED: u32 = 3;

/// How a transaction is used.
pub(super) struct TransactionTarget<'p> {
    pub choice: &'p TransactionChoice,
    /// The profile's choice for each field.
    pub fields: Vec<Option<&'p Choice>>,
    /// The field with the identifier that it opens.
    pub opens: Option<usize>,
    /// The transaction of the same unit whose identifiers this one closes, and its own field for them.
    pub closes: Option<(usize, usize)>,
}

/// Units of one kind and their targets.
pub(super) struct Kind {
    /// Positions of the units.
    pub units: Vec<usize>,
    /// Positions of the counters of selectable events, each with that of its select register.
    pub counters: Vec<(usize, usize)>,
    /// Positions of the writable counters of fixed events.
    pub fixed: Vec<usize>,
    /// All other registers that can be accessed.
    pub others: Vec<usize>,
    /// Draws one of them by the weights of the profile; `None` if all weights are 0.
    pub by_weight: Option<WeightedIndex<u32>>,
    /// Event codes of the catalogue, one for each code and one for each row, so that events with many rows are more likely.
    pub codes: Vec<u64>,
    /// Event codes of the catalogue, in order.
    pub distinct_codes: Vec<u64>,
    /// The events of the codes.
    pub events: Events,
}

/// Codes below this number are found without a search.
const FEW_CODES: u64 = 4096;

/// The events of a kind of units, by code.
pub(super) struct Events {
    /// In the order of the codes.
    all: Vec<(u64, Event)>,
    /// For each code below [`FEW_CODES`], up to the largest one, its position in the list, if it has one.
    positions: Vec<Option<u16>>,
}

impl Events {
    fn new(events: BTreeMap<u64, Event>) -> Self {
        let all: Vec<(u64, Event)> = events.into_iter().collect();
        let mut positions = Vec::new();
        for (position, (code, _)) in all.iter().enumerate().filter(|(_, (code, _))| *code < FEW_CODES) {
            positions.resize(*code as usize + 1, None);
            positions[*code as usize] = Some(position as u16);
        }
        Self { all, positions }
    }

    /// The event of a code.
    pub fn get(&self, code: u64) -> Option<&Event> {
        let position = match code < FEW_CODES {
            true => usize::from((*self.positions.get(code as usize)?)?),
            false => self.all.binary_search_by_key(&code, |(code, _)| *code).ok()?,
        };
        Some(&self.all[position].1)
    }
}

/// The event of a code in units of a kind.
#[derive(Default)]
pub(super) struct Event {
    /// Its lines.
    pub lines: Vec<usize>,
    /// Unit masks with a meaning.
    pub masks: Vec<u64>,
    /// Whether masks are values, of which a select register has one, rather than bits.
    pub masks_are_values: bool,
}

/// How a register is used.
pub(super) struct RegisterTarget<'p> {
    /// The access paths that accept writes.
    pub writable: Vec<usize>,
    /// Those of them whose data replace the value.
    pub replacing: Vec<usize>,
    /// The profile's choice for each field.
    pub fields: Vec<Option<&'p Choice>>,
}

/// How an input is used.
pub(super) struct InputTarget<'p> {
    pub choice: &'p InputChoice,
    /// The profile's choice for each field.
    pub fields: Vec<Option<&'p Choice>>,
}

impl<'p> Targets<'p> {
    pub fn new(description: &Description, profile: &'p Profile) -> Self {
        let register = |register: &Register| {
            let paths = 0..register.access.len();
            let writable: Vec<usize> = paths.filter(|&path| !register.access[path].read_only).collect();
            let replaces = |path: &usize| register.access[*path].operation == Operation::Write;
            RegisterTarget {
                replacing: writable.iter().copied().filter(replaces).collect(),
                writable,
                fields: register.fields.iter().map(|field| profile.field(register, field)).collect(),
            }
        };
        let input = |input: &Input| {
            let choice = profile.input(description, input)?;
            let fields = input.fields.iter().map(|field| choice.fields.get(&field.name)).collect();
            Some(InputTarget { choice, fields })
        };
        let transaction = |transaction: &Transaction| {
            let (profile, choice) = profile.transaction(description, transaction)?;
            let opened = choice.closes.as_ref().and_then(|of| {
                let other = |other: &Transaction| other.pattern == *of && other.unit == transaction.unit;
                let other = description.transactions.iter().position(other)?;
                let field = profile.transactions[of].opens.as_ref()?;
                Some((other, transaction.field(field)?))
            });
            Some(TransactionTarget {
                choice,
                fields: transaction.fields.iter().map(|field| choice.fields.get(&field.name)).collect(),
                opens: choice.opens.as_ref().and_then(|field| transaction.field(field)),
                closes: opened,
            })
        };
        let mut in_transactions = vec![(false, false); description.inputs.len()];
        for transaction in &description.transactions {
            transaction.valid.iter().for_each(|&valid| in_transactions[valid].0 = true);
            let parts =
                transaction.fields.iter().flat_map(|field| [Some(field.input), field.with].into_iter().flatten());
            parts
                .chain(transaction.fixed.iter().map(|&(input, _)| input))
                .for_each(|input| in_transactions[input].1 = true);
        }
        let announcing = |input: &Input| {
            let by = profile.input(description, input)?.announced_by.as_ref()?;
            description.inputs.iter().position(|known| known.name == *by)
        };
        let announced: Vec<_> = description.inputs.iter().map(announcing).collect();
        let events = &description.events;
        let umasks = |line: &EventLine| line.rows.first().map_or(0, |&row| events.rows[row].umasks());
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
            umasks: events.lines.iter().map(umasks).collect(),
            transactions: description.transactions.iter().map(transaction).collect(),
            in_transactions,
            announces: (0..description.inputs.len()).map(|input| announced.contains(&Some(input))).collect(),
            announced,
            siblings: siblings(description),
            register_parts: register_parts(description),
            input_parts: input_parts(description),
            moves: profile.moves(description),
        }
    }
}

fn siblings(description: &Description) -> Vec<Vec<usize>> {
    let mut by_name: BTreeMap<(&str, u32), Vec<usize>> = BTreeMap::new();
    for (position, input) in description.inputs.iter().enumerate() {
        by_name.entry((&input.pattern, input.at.width)).or_default().push(position);
    }
    let others = |(position, input): (usize, &Input)| {
        let all = &by_name[&(input.pattern.as_str(), input.at.width)];
        all.iter().copied().filter(|&other| other != position).collect()
    };
    description.inputs.iter().enumerate().map(others).collect()
}

fn register_parts(description: &Description) -> BTreeMap<(usize, u32), Vec<(usize, u32)>> {
    let mut parts: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (position, register) in description.registers.iter().enumerate() {
        if register.access.iter().all(|path| path.read_only) {
            continue;
        }
        for field in register.fields.iter().filter(|field| field.width >= COMPARED) {
            parts.entry((register.kind, field.width)).or_default().push((position, field.low));
        }
    }
    parts
}

fn input_parts(description: &Description) -> BTreeMap<u32, Vec<(Place, u32)>> {
    let mut parts: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (position, input) in description.inputs.iter().enumerate() {
        let whole = (0, input.at.width);
        let fields = input.fields.iter().map(|field| (field.low, field.width));
        for (low, width) in [whole].into_iter().filter(|_| input.fields.is_empty()).chain(fields) {
            parts.entry(width).or_default().push((Place::Input(position), low));
        }
    }
    for (position, transaction) in description.transactions.iter().enumerate() {
        for (field, known) in transaction.fields.iter().enumerate() {
            parts.entry(known.width).or_default().push((Place::Field(position, field), 0));
        }
    }
    parts.retain(|width, _| *width >= COMPARED);
    parts
}

/// Whether event lines are in the input's port.
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
        let of_rows: Vec<u64> = rows.map(|row| u64::from(row.code)).collect();
        let distinct: BTreeSet<u64> = of_rows.iter().copied().collect();
        let distinct_codes: Vec<u64> = distinct.into_iter().collect();
        let codes = distinct_codes.iter().copied().chain(of_rows).collect();
        let others: Vec<usize> = description.registers_of(kind).filter(|register| !known(register)).collect();
        let is_fixed = |register: &&usize| {
            let known = &description.registers[**register];
            known.counter && known.access.iter().any(|path| !path.read_only)
        };
        let fixed = others.iter().filter(is_fixed).copied().collect();
        let weight = |register: &usize| profile.weight(&description.registers[*register]);
        let by_weight = WeightedIndex::new(others.iter().map(weight)).ok();
        Self {
            units,
            counters,
            fixed,
            others,
            by_weight,
            codes,
            distinct_codes,
            events: Events::new(events(description, kind)),
        }
    }
}

/// The events of a kind of units, by code.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_found_by_small_and_large_codes() {
        let event = |code: u64| (code, Event { lines: vec![code as usize], ..Event::default() });
        let codes = [0, 7, FEW_CODES - 1, FEW_CODES, u64::from(u32::MAX)];
        let events = Events::new(codes.map(event).into());
        for code in codes {
            assert_eq!(events.get(code).map(|event| event.lines[0]), Some(code as usize));
        }
        assert!([1, 8, FEW_CODES + 1].into_iter().all(|code| events.get(code).is_none()));
    }
}
