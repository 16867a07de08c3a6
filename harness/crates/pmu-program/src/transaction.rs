//! Transactions and events on lanes: statements to operations, and operations back to text.

use super::error::{Fault, Position};
use super::expr::{fit, parse_number, Cursor};
use super::keyword::Keyword;
use super::names::Names;
use super::op::{Duration, Op, OpKind, TransactionDrive};
use golden_model_core::description::{Description, EventLine, Lanes, Transaction, TransactionField};
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;
use std::fmt::Write;

/// All values of a unit mask of four bits.
const EVERY_UMASK: u64 = 0xFFFF;

/// Parses `NAME FIELD=N ...`, or `NAME off` after `hold`.
pub(super) fn named(cursor: &mut Cursor, names: &Names, lasting: Duration) -> Result<OpKind, Fault> {
    let place = cursor.at();
    let name = cursor.word("a transaction")?;
    let position = names.transaction(&name).map_or_else(|what| Fault::new(place, what), Ok)?;
    let transaction = &names.pmu.description.transactions[position];
    if lasting == Duration::Held && cursor.keyword(Keyword::Off) {
        if transaction.valid.is_none() {
            return Fault::new(place, format!("{name} has no `valid` input; hold its fields"));
        }
        return Ok(made(position, vec![None; transaction.fields.len()], Duration::Off));
    }
    let mut given = vec![None; transaction.fields.len()];
    fields(cursor, transaction, &mut given)?;
    Ok(made(position, given, lasting))
}

/// Parses `UNIT EVENT [= N] [lane=N] FIELD=N ...` for a PMU whose events use lanes.
pub(super) fn event(
    cursor: &mut Cursor,
    names: &Names,
    lanes: &Lanes,
    lasting: Duration,
    ops: &[Op],
) -> Result<OpKind, Fault> {
    let description = &names.pmu.description;
    let place = cursor.at();
    let unit = names.unit(&cursor.word("a unit")?).map_or_else(|what| Fault::new(place, what), Ok)?;
    let place = cursor.at();
    let (code, umasks) = selected(cursor, names, place)?;
    let amount = if cursor.take("=") { Some(cursor.number()?) } else { None };
    let held = lasting == Duration::Held;
    if held && amount.is_none() {
        return Fault::new(cursor.at(), format!("expected `=`, found {}", cursor.found()));
    }
    let (first, count) = lane_range(description, lanes);
    let mut lane = None;
    if next_is(cursor, Keyword::Lane) {
        let place = cursor.at();
        cursor.word("lane")?;
        cursor.demand("=")?;
        let number = cursor.number()?;
        let Some(number) = usize::try_from(number).ok().filter(|&number| number < count) else {
            return Fault::new(place, format!("there is no lane {number}; there are 0 to {}", count - 1));
        };
        lane = Some(first + number);
    } else if held {
        return Fault::new(cursor.at(), "a held event needs a lane: lane=N");
    }
    let used = |transaction: usize| {
        let here = ops.iter().rev().take_while(|op| op.cycles() == 0);
        here.into_iter().any(|op| matches!(&op.kind, OpKind::Report(other) if other.transaction == transaction))
    };
    let free = lane.or_else(|| (first..first + count).find(|&transaction| !used(transaction)));
    let Some(transaction) = free else {
        return Fault::new(place, format!("all {count} lanes of this cycle are in use"));
    };
    if held && amount == Some(0) {
        return Ok(made(transaction, vec![None; description.transactions[transaction].fields.len()], Duration::Off));
    }
    let of = &description.transactions[transaction];
    let mut given = vec![None; of.fields.len()];
    let mut put = |name: &str, value: i128| -> Result<(), Fault> {
        let position = of.field(name).unwrap_or_default();
        let field = &of.fields[position];
        let fits = fit(value, field.width);
        let what = || format!("{value} does not fit into {name}, which has {} bits", field.width);
        given[position] = Some(fits.map_or_else(|| Fault::new(place, what()), Ok)?);
        Ok(())
    };
    put(&lanes.code, code.into())?;
    put(&lanes.umasks, umasks.into())?;
    put(&lanes.amount, amount.unwrap_or(1))?;
    put(&lanes.unit, description.units[unit].index as i128)?;
    fields(cursor, of, &mut given)?;
    Ok(made(transaction, given, lasting))
}

/// Position of the first lane among the transactions, and the number of lanes.
fn lane_range(description: &Description, lanes: &Lanes) -> (usize, usize) {
    let first = description.transactions.iter().position(|transaction| lanes.has(transaction)).unwrap_or_default();
    (first, description.transactions.iter().filter(|transaction| lanes.has(transaction)).count())
}

/// Parses an event, by name or by code and mask, into its code and its set of unit masks.
fn selected(cursor: &mut Cursor, names: &Names, place: Position) -> Result<(u64, u64), Fault> {
    let word = cursor.word("an event or code")?;
    if let Some(code) = parse_number(&word) {
        let Some(code) = u64::try_from(code).ok() else { return Fault::new(place, "a code must not be negative") };
        if !cursor.take(":") {
            return Ok((code, EVERY_UMASK));
        }
        let mask = cursor.number()?;
        let fits = u64::try_from(mask).ok().filter(|&mask| mask < 16);
        let mask = fits.map_or_else(|| Fault::new(place, format!("{mask:#x} is not a mask of four bits")), Ok)?;
        return Ok((code, 1 << mask));
    }
    let name = if cursor.take(":") { format!("{word}:{}", cursor.word("a sub-event")?) } else { word.into_owned() };
    let line = names.lane_line(&name).map_or_else(|what| Fault::new(place, what), Ok)?;
    Ok((line.code.into(), umasks(&names.pmu.description, line)))
}

/// The unit masks that select a line.
fn umasks(description: &Description, line: &EventLine) -> u64 {
    line.rows.iter().fold(0, |set, &row| set | u64::from(description.events.rows[row].umasks()))
}

/// Parses `FIELD=N ...` or `FIELD=WORD ...` up to the end of the line.
fn fields(cursor: &mut Cursor, transaction: &Transaction, given: &mut [Option<u64>]) -> Result<(), Fault> {
    while cursor.peek().is_some() {
        let place = cursor.at();
        let name = cursor.word("a field")?;
        let known = || transaction.fields.iter().map(|field| field.name.as_str());
        let Some(position) = transaction.field(&name) else {
            return Fault::new(place, unknown(&format!("field of {}", transaction.name), &name, known()));
        };
        cursor.demand("=")?;
        given[position] = Some(value(cursor, &transaction.fields[position])?);
    }
    Ok(())
}

/// Parses the value of a field.
fn value(cursor: &mut Cursor, field: &TransactionField) -> Result<u64, Fault> {
    let place = cursor.at();
    let position = cursor.position;
    if let Ok(word) = cursor.word("a value") {
        if let Some(&value) = field.values.get(word.as_ref()) {
            return Ok(value);
        }
        if parse_number(&word).is_none() && !field.values.is_empty() && !word.starts_with('$') {
            return Fault::new(place, unknown(&format!("value of {}", field.name), &word, field.values.keys()));
        }
    }
    cursor.position = position;
    let value = cursor.number()?;
    let width = (field.width + field.shift).min(u64::BITS);
    let Some(fits) = fit(value, width) else {
        return Fault::new(place, format!("{value:#x} does not fit into {}, which has {width} bits", field.name));
    };
    if fits.trailing_zeros() < field.shift && fits != 0 {
        let low = field.shift - 1;
        return Fault::new(place, format!("{value:#x}: bits {low}:0 of {} are always 0", field.name));
    }
    Ok(fits >> field.shift)
}

fn next_is(cursor: &mut Cursor, word: Keyword) -> bool {
    let position = cursor.position;
    let found = cursor.keyword(word);
    cursor.position = position;
    found
}

fn made(transaction: usize, given: Vec<Option<u64>>, lasting: Duration) -> OpKind {
    OpKind::Report(Box::new(TransactionDrive { transaction, given, lasting }))
}

/// Returns the operation as a statement.
pub(super) fn text(drive: &TransactionDrive, pmu: &Pmu) -> String {
    let description = &pmu.description;
    let transaction = &description.transactions[drive.transaction];
    let keyword = if drive.lasting == Duration::Raised { "raise" } else { "hold" };
    if drive.lasting == Duration::Off {
        return format!("{keyword} {} off", transaction.name);
    }
    if let Some(event) = description.lanes.as_ref().and_then(|lanes| event_text(drive, transaction, lanes, pmu)) {
        return format!("{keyword} {event}");
    }
    let mut text = format!("{keyword} {}", transaction.name);
    add_fields(&mut text, transaction, &drive.given, |_| true);
    text
}

/// Formats `UNIT EVENT = N lane=N ...` if the transaction is an event on a lane.
fn event_text(drive: &TransactionDrive, transaction: &Transaction, lanes: &Lanes, pmu: &Pmu) -> Option<String> {
    if !lanes.has(transaction) {
        return None;
    }
    let description = &pmu.description;
    let names = [&lanes.code, &lanes.umasks, &lanes.amount, &lanes.unit];
    let own = |name: &String| transaction.field(name);
    let value = |name: &String| drive.given[own(name)?];
    let [code, umask, amount, unit] = names.map(value);
    let (code, umask, amount, unit) = (code?, umask?, amount?, unit?);
    let unit = description.units.iter().find(|known| known.index as u64 == unit)?;
    let mut lines = description.events.lines.iter();
    let line = lines.find(|line| u64::from(line.code) == code && umasks(description, line) == umask);
    let event = match line {
        Some(line) => line.name.clone(),
        None if umask == EVERY_UMASK => format!("{code:#04x}"),
        None if umask.count_ones() == 1 => format!("{code:#04x}:{:#x}", umask.trailing_zeros()),
        None => return None,
    };
    let lane = drive.transaction - lane_range(description, lanes).0;
    let mut text = format!("{} {event} = {amount} lane={lane}", unit.name);
    add_fields(&mut text, transaction, &drive.given, |field| !names.contains(&&field.name));
    Some(text)
}

fn add_fields(
    text: &mut String,
    transaction: &Transaction,
    given: &[Option<u64>],
    shown: impl Fn(&TransactionField) -> bool,
) {
    for (field, value) in transaction.fields.iter().zip(given).filter(|(field, _)| shown(field)) {
        let Some(value) = value else { continue };
        let word = field.values.iter().find(|(_, known)| *known == value);
        let _ = match word {
            Some((word, _)) => write!(text, " {}={word}", field.name),
            None => write!(text, " {}={:#x}", field.name, value << field.shift),
        };
    }
}

/// Returns the transactions in a frame.
pub fn transactions_in(pmu: &Pmu, frame: &[u64]) -> Vec<OpKind> {
    let description = &pmu.description;
    let value = |input: usize| pmu.in_frame(description.inputs[input].at).get(frame);
    let is_there = |transaction: &Transaction| {
        let happens =
            transaction.valid.map_or_else(|| transaction.fields.first().map_or(0, |field| value(field.input)), value);
        happens != 0 && transaction.fixed.iter().all(|&(input, fixed)| value(input) == fixed)
    };
    let lanes = description.lanes.as_ref();
    let given = |transaction: &Transaction| {
        let names = lanes.filter(|lanes| lanes.has(transaction));
        let names = names.map(|lanes| [&lanes.code, &lanes.umasks, &lanes.amount, &lanes.unit]);
        let always = |field: &TransactionField| names.is_some_and(|names| names.contains(&&field.name));
        let field = |field: &TransactionField| {
            let is = value(field.input) >> field.low & (u64::MAX >> (u64::BITS - field.width));
            let is_given = field.with.map_or(is != field.default, |with| value(with) == 1);
            (is_given || always(field)).then_some(is)
        };
        transaction.fields.iter().map(field).collect()
    };
    let there = description.transactions.iter().enumerate().filter(|(_, transaction)| is_there(transaction));
    there.map(|(position, transaction)| made(position, given(transaction), Duration::Raised)).collect()
}

/// Returns whether an input belongs to a transaction.
pub fn is_transaction_input(description: &Description, input: usize) -> bool {
    description.transactions.iter().any(|transaction| {
        let fields = transaction.fields.iter().any(|field| field.input == input || field.with == Some(input));
        transaction.valid == Some(input) || transaction.fixed.iter().any(|&(fixed, _)| fixed == input) || fields
    })
}
