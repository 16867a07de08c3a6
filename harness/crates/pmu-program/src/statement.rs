//! Parser of single statements: tokens to operations.

use super::error::{Fault, Position};
use super::expr::{fit, parse_number, Cursor};
use super::keyword::{Keyword, Role};
use super::names::{find_field, Names};
use super::op::{Access, Activity, Assignment, Duration, Expected, Lines, Op, OpKind};
use super::transaction;
use golden_model_core::description::{AccessPath, Field, Operation, Register};
use std::borrow::Cow;

/// Parses one statement and appends its operations. A write of a register that is accessed in parts is several operations.
pub(super) fn parse(cursor: &mut Cursor, names: &Names, ops: &mut Vec<Op>) -> Result<(), Fault> {
    let at = cursor.at();
    let word = cursor.word("a statement")?;
    let kind = match Keyword::find(&word) {
        Some(Keyword::Set) => OpKind::Set(assignment(cursor, names, None)?),
        Some(Keyword::Raise) => match (next(cursor, names)?, &names.pmu.description.lanes) {
            (Next::Transaction, _) => transaction::named(cursor, names, Duration::Raised)?,
            (Next::Input, _) => OpKind::Pulse(assignment(cursor, names, Some(1))?),
            (Next::Unit, Some(lanes)) => transaction::event(cursor, names, lanes, Duration::Raised, ops)?,
            (Next::Unit, None) => OpKind::Raise(activity(cursor, names, Some(1))?),
        },
        Some(Keyword::Hold) => match (next(cursor, names)?, &names.pmu.description.lanes) {
            (Next::Transaction, _) => transaction::named(cursor, names, Duration::Held)?,
            (_, Some(lanes)) => transaction::event(cursor, names, lanes, Duration::Held, ops)?,
            (_, None) => OpKind::Hold(activity(cursor, names, None)?),
        },
        Some(Keyword::Expect) => expect(cursor, names)?,
        Some(Keyword::Read) => OpKind::Access(access(cursor, names, false)?.0),
        Some(Keyword::Write) => {
            let (last, before) = access(cursor, names, true)?;
            ops.extend(before.into_iter().map(|access| Op { line: at.line, kind: OpKind::Access(access) }));
            OpKind::Access(last)
        }
        Some(Keyword::Reset) => OpKind::Reset(reset(cursor, names)?),
        Some(Keyword::Wait) => OpKind::Wait(wait(cursor)?),
        _ => {
            return Fault::new(
                at,
                golden_model_core::suggest::unknown("statement", &word, Keyword::texts(Role::Statement)),
            )
        }
    };
    cursor.end()?;
    ops.push(Op { line: at.line, kind });
    Ok(())
}

fn at<T>(place: Position, result: Result<T, String>) -> Result<T, Fault> {
    result.or_else(|message| Fault::new(place, message))
}

/// Parses a number that fits into `width` bits.
pub(super) fn number_of(cursor: &mut Cursor, width: u32, what: &str) -> Result<u64, Fault> {
    let place = cursor.at();
    let value = cursor.number()?;
    at(place, fit(value, width).ok_or_else(|| format!("{value:#x} does not fit into {what}, which has {width} bits")))
}

/// Kind of the item that the next word names.
enum Next {
    Transaction,
    Input,
    /// Neither of the others, so a unit is expected.
    Unit,
}

fn next(cursor: &mut Cursor, names: &Names) -> Result<Next, Fault> {
    let position = cursor.position;
    let name = cursor.word("an input or a unit")?;
    cursor.position = position;
    Ok(match () {
        () if names.is_transaction(&name) => Next::Transaction,
        () if names.is_input(&name) || name.contains('.') => Next::Input,
        () => Next::Unit,
    })
}

/// `= N` for an input or a field of one, or `FIELD=N ...` for an input with fields, all others 0.
fn assignment(cursor: &mut Cursor, names: &Names, default: Option<u64>) -> Result<Assignment, Fault> {
    let place = cursor.at();
    let name = cursor.word("an input")?;
    let (input, low, width) = at(place, names.input_part(&name))?;
    let value = match default {
        Some(value) if cursor.peek().is_none() => value,
        _ if cursor.take("=") => number_of(cursor, width, &name)?,
        _ if cursor.peek().is_none() || names.pmu.description.inputs[input].fields.is_empty() => {
            return Fault::new(cursor.at(), format!("expected `=`, found {}", cursor.found()));
        }
        _ => fields(cursor, 0, |field| names.input_field(input, field).map(|field| (field.low, field.width)))?,
    };
    Ok(Assignment { input, low, width, value })
}

/// Parses `FIELD=N ...` up to the end of the line or `expect`; `find` returns lowest bit and width of a field. The bits of other
/// fields are those of `rest`.
fn fields(cursor: &mut Cursor, mut rest: u64, find: impl Fn(&str) -> Result<(u32, u32), String>) -> Result<u64, Fault> {
    let mut value = 0;
    let mut seen: Vec<Cow<str>> = Vec::new();
    while cursor.peek().is_some() && (seen.is_empty() || !next_is_expect(cursor)) {
        let place = cursor.at();
        let name = cursor.word("`= N` or a field")?;
        let (low, width) = at(place, find(&name))?;
        cursor.demand("=")?;
        rest &= !(u64::MAX >> (64 - width) << low);
        value |= number_of(cursor, width, &name)? << low;
        if seen.contains(&name) {
            return Fault::new(place, format!("field {name} is given twice"));
        }
        seen.push(name);
    }
    if seen.is_empty() {
        return Fault::new(cursor.at(), "expected `= N` or FIELD=N, found the end of the line");
    }
    Ok(value | rest)
}

fn activity(cursor: &mut Cursor, names: &Names, default: Option<u64>) -> Result<Activity, Fault> {
    let place = cursor.at();
    let unit = at(place, names.unit(&cursor.word("a unit")?))?;
    let place = cursor.at();
    let lines = if cursor.take("*") { Lines::All } else { Lines::One(event_line(cursor, names, unit, place)?) };
    let known = &names.pmu.description.events.lines;
    let most = match lines {
        Lines::One(line) => known[line].max,
        Lines::All => {
            let most = names.lines_of(unit).map(|line| known[line].max).max();
            at(place, most.ok_or_else(|| format!("{} has no event lines", names.pmu.description.units[unit].name)))?
        }
    };
    let count = match default {
        Some(count) if cursor.peek().is_none() => count,
        _ => {
            cursor.demand("=")?;
            let place = cursor.at();
            let value = cursor.number()?;
            let fits = u64::try_from(value).ok().filter(|&value| value <= most);
            at(place, fits.ok_or_else(|| format!("{value} occurrences in a cycle; this line carries 0 to {most}")))?
        }
    };
    Ok(Activity { unit, lines, count })
}

fn event_line(cursor: &mut Cursor, names: &Names, unit: usize, place: Position) -> Result<usize, Fault> {
    let event = cursor.word("an event, code or `*`")?;
    if let Some(code) = parse_number(&event) {
        let mask = if cursor.take(":") { Some(cursor.number()?) } else { None };
        return at(place, names.line_by_code(unit, code, mask));
    }
    let name = if cursor.take(":") { Cow::Owned(format!("{event}:{}", cursor.word("a sub-event")?)) } else { event };
    at(place, names.line(unit, &name))
}

fn expect(cursor: &mut Cursor, names: &Names) -> Result<OpKind, Fault> {
    let place = cursor.at();
    let name = cursor.word("an output or state word")?;
    let target = at(place, names.target(&name))?;
    cursor.demand("==")?;
    let value = number_of(cursor, target.width, &name)?;
    Ok(OpKind::Expect { target, value })
}

fn reset(cursor: &mut Cursor, names: &Names) -> Result<Option<Access>, Fault> {
    if cursor.peek().is_none() {
        return Ok(None);
    }
    let place = cursor.at();
    if !cursor.keyword(Keyword::With) {
        return Fault::new(place, format!("expected `with` or the end of the line, found {}", cursor.found()));
    }
    let place = cursor.at();
    let word = cursor.word("`read` or `write`")?;
    let is_write = match Keyword::find(&word) {
        Some(Keyword::Read) => false,
        Some(Keyword::Write) => true,
        _ => return Fault::new(place, format!("expected `read` or `write`, found `{word}`")),
    };
    match access(cursor, names, is_write)? {
        (access, before) if before.is_empty() => Ok(Some(access)),
        _ => Fault::new(place, "this register is written in parts, one cycle each; name one of them"),
    }
}

fn wait(cursor: &mut Cursor) -> Result<u64, Fault> {
    if cursor.peek().is_none() {
        return Ok(1);
    }
    let place = cursor.at();
    let cycles = cursor.number()?;
    at(place, u64::try_from(cycles).map_err(|_| format!("{cycles} is not a number of cycles")))
}

/// Address of an access, and the register there if it is named.
struct Destination<'p> {
    space: u32,
    unit: u32,
    address: u32,
    register: Option<&'p Register>,
    /// Access path to the named part of the register.
    part: Option<&'p AccessPath>,
    field: Option<&'p Field>,
    /// The access path, of a register in parts to the first of them.
    path: Option<&'p AccessPath>,
}

impl Destination<'_> {
    /// Width in bits of one access.
    fn width(&self) -> u32 {
        self.part.map(|part| part.width).or(self.register.map(|register| register.width)).unwrap_or(64)
    }
}

/// Parses an access. If the register is written in parts, the second value has the preceding accesses, highest part first.
fn access(cursor: &mut Cursor, names: &Names, is_write: bool) -> Result<(Access, Vec<Access>), Fault> {
    let place = cursor.at();
    let destination = destination(cursor, names)?;
    if is_write && destination.field.is_some() {
        return Fault::new(place, "a write names the register and then FIELD=N for its fields");
    }
    let whole = destination.register.filter(|register| destination.part.is_none() && register.is_in_parts());
    if let (false, Some(register)) = (is_write, whole) {
        let parts = register.parts_in(destination.space, Operation::Write);
        let parts: Vec<_> = parts.iter().map(|path| format!("{}{}", register.name, path.suffix)).collect();
        return Fault::new(place, format!("`{}` is read in parts: {}", register.name, parts.join(", ")));
    }
    let write = if is_write { Some(data(cursor, &destination)?) } else { None };
    let expected = expected(cursor, &destination, is_write)?;
    let Destination { space, unit, address, path, .. } = destination;
    let (Some(register), Some(value), Some(first)) = (whole, write, path) else {
        return Ok((Access { space, unit, address, write, expected }, Vec::new()));
    };
    let offset = address - first.address;
    let paths = register.parts_in(space, first.operation);
    let part = |path: &AccessPath| {
        let (space, address) = (path.space_number, path.address + offset);
        Access { space, unit, address, write: Some(path.data(value)), expected }
    };
    Ok((part(paths[0]), paths[1..].iter().rev().map(|path| part(path)).collect()))
}

fn destination<'p>(cursor: &mut Cursor, names: &Names<'p>) -> Result<Destination<'p>, Fault> {
    let place = cursor.at();
    let raw_unit = cursor.keyword(Keyword::Unit);
    if !raw_unit {
        let word = cursor.word("a register or a unit")?;
        if let Some((unit, rest)) = word.split_once('.') {
            return named(cursor, names, place, unit, rest);
        }
        let unit = at(place, names.target_unit(&word))?;
        return raw(cursor, names, unit.number);
    }
    cursor.demand("(")?;
    let unit = number_of(cursor, 8, "bus_unit")? as u32;
    cursor.demand(")")?;
    raw(cursor, names, unit)
}

fn named<'p>(
    cursor: &mut Cursor,
    names: &Names<'p>,
    place: Position,
    unit: &str,
    rest: &str,
) -> Result<Destination<'p>, Fault> {
    let unit = at(place, names.target_unit(unit))?;
    let (name, field) = match rest.split_once('.') {
        Some((name, field)) => (name, Some(field)),
        None => (rest, None),
    };
    let (register, mut part) = at(place, names.register_or_part(unit.kind, name))?;
    let field = match field {
        Some(_) if part.is_some() => return Fault::new(place, format!("`{name}` has no fields")),
        Some(field) => Some(at(place, find_field(register, field))?),
        None => None,
    };
    let mut path = part.unwrap_or(&register.access[0]);
    if cursor.keyword(Keyword::Via) {
        let place = cursor.at();
        let space = cursor.word("a space")?;
        at(place, names.space_number(&space))?;
        let is_same =
            |access: &&AccessPath| part.is_none_or(|part| (part.low, part.width) == (access.low, access.width));
        let found = register.access.iter().filter(is_same).find(|access| access.space == space);
        path = at(place, found.ok_or_else(|| format!("{name} cannot be reached via {space}")))?;
        part = part.map(|_| path);
    }
    let address = unit.address(path);
    let space = path.space_number;
    Ok(Destination { space, unit: unit.number, address, register: Some(register), part, field, path: Some(path) })
}

fn raw<'p>(cursor: &mut Cursor, names: &Names<'p>, unit: u32) -> Result<Destination<'p>, Fault> {
    let place = cursor.at();
    let space = if cursor.keyword(Keyword::Space) {
        cursor.demand("(")?;
        let space = number_of(cursor, 4, "bus_space")? as u32;
        cursor.demand(")")?;
        space
    } else {
        at(place, names.space_number(&cursor.word("SPACE:ADDRESS")?))?
    };
    cursor.demand(":")?;
    let address = number_of(cursor, 32, "bus_addr")? as u32;
    Ok(Destination { space, unit, address, register: None, part: None, field: None, path: None })
}

/// `= N`, or `FIELD=N ...` for a named register.
fn data(cursor: &mut Cursor, destination: &Destination) -> Result<u64, Fault> {
    if cursor.take("=") {
        return number_of(cursor, destination.width(), "the register");
    }
    let Some(register) = destination.register.filter(|_| destination.part.is_none()) else {
        return Fault::new(cursor.at(), format!("expected `= N`, found {}", cursor.found()));
    };
    let rest = register.fields.iter().map(|field| field.must_be << field.low).sum();
    fields(cursor, rest, |name| find_field(register, name).map(|field| (field.low, field.width)))
}

fn next_is_expect(cursor: &mut Cursor) -> bool {
    let position = cursor.position;
    let found = cursor.keyword(Keyword::Expect);
    cursor.position = position;
    found
}

fn expected(cursor: &mut Cursor, destination: &Destination, is_write: bool) -> Result<Expected, Fault> {
    if cursor.peek().is_none() {
        return Ok(Expected::Anything);
    }
    let place = cursor.at();
    if !cursor.keyword(Keyword::Expect) {
        return Fault::new(place, format!("expected `expect` or the end of the line, found {}", cursor.found()));
    }
    if cursor.keyword(Keyword::Error) {
        return Ok(Expected::Refused);
    }
    if cursor.keyword(Keyword::Ok) {
        return Ok(Expected::Accepted);
    }
    if is_write && !destination.path.is_some_and(|path| path.returns_old) {
        return Fault::new(cursor.at(), format!("after a write, expected `ok` or `error`, found {}", cursor.found()));
    }
    if is_write && destination.part.is_none() && destination.register.is_some_and(Register::is_in_parts) {
        return Fault::new(
            cursor.at(),
            "this register is written in parts; name the part that answers with its old value",
        );
    }
    let (low, width) = destination.field.map_or((0, destination.width()), |field| (field.low, field.width));
    Ok(Expected::Value { low, width, value: number_of(cursor, width, "what is read")? })
}
