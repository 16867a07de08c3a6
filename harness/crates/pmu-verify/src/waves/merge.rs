//! Merges the waves of the DUT and the signals of [`AddedSignals`] into one file.

use super::signals::{AddedSignals, Signal, SignalValue};
use std::io::{BufRead, BufWriter, Error, Write};
use vcd::{Command, Header, IdCode, Parser, ScopeItem, Value, VarType, Writer};

/// Copies the waves in `dut`, with `shift` subtracted from all times, and adds `values`. Returns the header of `dut`.
pub(super) fn merge(dut: impl BufRead, shift: u64, values: &AddedSignals, to: impl Write) -> Result<Header, Error> {
    let mut parser = Parser::new(dut);
    let header = parser.parse_header()?;
    let mut writer = Writer::new(BufWriter::new(to));
    let mut added = MergedWaves { ids: Vec::new(), next: vec![0; values.signals.len()], values, cycle: 0 };
    added.declare(&header, &mut writer)?;
    for command in parser {
        match command? {
            Command::Timestamp(time) => added.advance(time.saturating_sub(shift), &mut writer)?,
            other => writer.command(&other)?,
        }
    }
    let end = values.times.last().copied().unwrap_or_default();
    added.advance(end, &mut writer)?;
    writer.flush()?;
    Ok(header)
}

/// The signals that are added to those of the DUT.
struct MergedWaves<'v> {
    ids: Vec<IdCode>,
    /// For each signal the number of changes written.
    next: Vec<usize>,
    values: &'v AddedSignals,
    /// The cycle whose values are written next.
    cycle: usize,
}

impl MergedWaves<'_> {
    /// Writes the header of the DUT's waves with declarations of the added signals before its scopes.
    fn declare<W: Write>(&mut self, header: &Header, writer: &mut Writer<W>) -> Result<(), Error> {
        if let Some(version) = &header.version {
            writer.version(version)?;
        }
        if let Some((number, unit)) = header.timescale {
            writer.timescale(number, unit)?;
        }
        let mut id = last_id(&header.items).map_or(IdCode::FIRST, |last| last.next());
        let mut open: &[String] = &[];
        for signal in &self.values.signals {
            let Signal { scopes, name, width, .. } = signal;
            let common = open.iter().zip(scopes).take_while(|(one, other)| one == other).count();
            (common..open.len()).try_for_each(|_| writer.upscope())?;
            scopes[common..].iter().try_for_each(|scope| writer.add_module(scope))?;
            open = scopes;
            let index = (*width > 1).then(|| vcd::ReferenceIndex::Range(*width as i32 - 1, 0));
            let kind = if signal.is_text() { VarType::String } else { VarType::Wire };
            writer.var_def(kind, *width, id, name, index)?;
            self.ids.push(id);
            id = id.next();
        }
        open.iter().try_for_each(|_| writer.upscope())?;
        for item in &header.items {
            match item {
                ScopeItem::Scope(scope) => writer.scope(scope)?,
                ScopeItem::Var(var) => writer.var(var)?,
                ScopeItem::Comment(comment) => writer.comment(comment)?,
                _ => {}
            }
        }
        writer.enddefinitions()
    }

    /// Advances to a time and writes the changes of all cycles that begin until then.
    fn advance<W: Write>(&mut self, time: u64, writer: &mut Writer<W>) -> Result<(), Error> {
        while let Some(&begin) = self.values.times.get(self.cycle).filter(|&&begin| begin < time) {
            writer.timestamp(begin)?;
            self.change(writer)?;
        }
        writer.timestamp(time)?;
        match self.values.times.get(self.cycle) {
            Some(&begin) if begin == time => self.change(writer),
            _ => Ok(()),
        }
    }

    /// Writes the changes at the beginning of the next cycle.
    fn change<W: Write>(&mut self, writer: &mut Writer<W>) -> Result<(), Error> {
        let cycle = self.cycle;
        self.cycle += 1;
        for ((signal, &id), next) in self.values.signals.iter().zip(&self.ids).zip(&mut self.next) {
            let Some((_, value)) = signal.changes.get(*next).filter(|(begin, _)| *begin == cycle) else { continue };
            *next += 1;
            match value {
                SignalValue::Text(text) => writer.change_string(id, text)?,
                SignalValue::Bits(words) => {
                    let bit = |bit: u32| Value::from(words[bit as usize / 64] >> (bit % 64) & 1 == 1);
                    match signal.width {
                        1 => writer.change_scalar(id, bit(0))?,
                        width => writer.change_vector(id, (0..width).rev().map(bit))?,
                    }
                }
            }
        }
        Ok(())
    }
}

/// The greatest identifier code of the variables.
fn last_id(items: &[ScopeItem]) -> Option<IdCode> {
    let of = |item: &ScopeItem| match item {
        ScopeItem::Scope(scope) => last_id(&scope.items),
        ScopeItem::Var(var) => Some(var.code),
        _ => None,
    };
    items.iter().filter_map(of).max()
}
