//! The signals that matter in a waveform viewer, in groups, and the time at which it opens.

use super::names::{scopes_of, DUT, EVENTS, INPUTS, MARKERS, MODEL, TOP};
use super::signals::{AddedSignals, Signal};
use std::collections::BTreeMap;
use vcd::{Header, ReferenceIndex, ScopeItem, Var};

/// Largest number of values that are shown as model and DUT.
const VALUES: usize = 16;

/// How a viewer displays a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Binary,
    Decimal,
    Hexadecimal,
    Text,
}

/// A signal in a viewer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The name to display.
    pub label: String,
    /// The scopes and the name, joined by dots.
    pub path: String,
    /// The declared range of bits, such as `[47:0]`; empty without one.
    pub range: String,
    pub format: Format,
}

/// Rows with a title.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub title: &'static str,
    pub rows: Vec<Row>,
}

/// The contents of a viewer.
pub(super) struct View {
    /// One line that describes the waves.
    pub title: String,
    /// Groups with at least one row.
    pub groups: Vec<Group>,
    /// The time of the cursor, in nanoseconds.
    pub cursor: u64,
    /// First and last time of the waves, in nanoseconds.
    pub times: (u64, u64),
    /// Nanoseconds of a cycle.
    pub cycle_ns: u64,
}

/// The signals of a VCD file.
pub(super) struct Declared<'a> {
    /// The signals that the harness adds.
    pub added: &'a AddedSignals,
    /// The header of the DUT.
    pub header: &'a Header,
    /// For values of the DUT the path of their signal in the RTL, from the top module down.
    pub rtl: &'a BTreeMap<String, String>,
}

impl Declared<'_> {
    /// Returns the groups, of which the second has the values in `first` before others.
    pub fn groups(&self, first: &str) -> Vec<Group> {
        let values = self.values(first);
        let is_in = |scope: &str, signal: &Signal| signal.scopes.first().is_some_and(|first| first == scope);
        let in_scope = |scope: &'static str| self.added.signals.iter().filter(move |signal| is_in(scope, signal));
        let is_port =
            |signal: &Signal| signal.scopes.len() == 1 && (signal.name == "rst" || signal.name.starts_with("bus_"));
        let main = in_scope(MARKERS).filter(|signal| !signal.name.ends_with("_differs")).map(row);
        let clock = self.rtl.get("clk").and_then(|path| self.of_rtl(path)).map(|var| rtl_row("clk", var));
        let response = ["bus_rdata", "bus_error"].iter().filter_map(|name| self.observed(MODEL, name));
        let ports = in_scope(INPUTS).filter(|signal| is_port(signal)).map(row);
        let pair = |name: &String| [MODEL, DUT].map(|side| self.observed(side, name));
        let registers = values.iter().filter_map(|value| {
            let path = self.rtl.get(value)?;
            let (scopes, signal) = path.rsplit_once('.')?;
            let instance = scopes.rsplit('.').next().unwrap_or(scopes);
            Some(rtl_row(&format!("{value}: {instance}.{signal}"), self.of_rtl(path)?))
        });
        let title = if self.added.differing.is_empty() { "values that change" } else { "values that differ" };
        let groups = [
            (MARKERS, main.collect()),
            ("register port", clock.into_iter().chain(ports).chain(response).collect()),
            (title, values.iter().flat_map(pair).flatten().collect()),
            ("RTL", registers.collect()),
            (INPUTS, in_scope(INPUTS).filter(|signal| !is_port(signal)).map(row).collect()),
            (EVENTS, in_scope(EVENTS).map(row).collect()),
        ];
        let groups = groups.into_iter().map(|(title, rows): (_, Vec<Row>)| Group { title, rows });
        groups.filter(|group| !group.rows.is_empty()).collect()
    }

    /// The values of both sides to show: those that differ, in the diverging cycle first, or those that change if none differs.
    fn values(&self, first: &str) -> Vec<String> {
        let mut differing: Vec<&(String, bool)> = self.added.differing.iter().collect();
        differing.sort_by_key(|(name, now)| (name != first, !now));
        let mut values: Vec<String> = differing.into_iter().map(|(name, _)| name.clone()).collect();
        if values.is_empty() {
            let is_model = |signal: &&Signal| signal.scopes.first().is_some_and(|scope| scope == MODEL);
            let changing = self.added.signals.iter().filter(is_model).filter(|signal| signal.is_changing());
            let name = |signal: &Signal| signal.to_string().split_once('.').map(|(_, name)| name.to_owned());
            values = changing.filter(|signal| !signal.name.starts_with("bus_")).filter_map(name).collect();
        }
        values.truncate(VALUES);
        values
    }

    /// The row of a value on one side.
    fn observed(&self, side: &str, value: &str) -> Option<Row> {
        let path = scopes_of(side, value).join(".");
        let signal = self.added.signals.iter().find(|signal| signal.to_string() == path)?;
        let side = if side == DUT { "DUT" } else { side };
        Some(Row { label: format!("{side} {value}"), ..row(signal) })
    }

    /// The path and declaration of a signal of the RTL. If the file has no signal for the selected bits, it is that of all bits.
    fn of_rtl(&self, path: &str) -> Option<(String, &Var)> {
        let (scopes, name) = path.rsplit_once('.').map_or((None, path), |(scopes, name)| (Some(scopes), name));
        let scopes: Vec<&str> =
            std::iter::once(TOP).chain(scopes.into_iter().flat_map(|path| path.split('.'))).collect();
        let mut items = self.header.items.as_slice();
        for scope in &scopes {
            items = items.iter().find_map(|item| match item {
                ScopeItem::Scope(found) if found.identifier == *scope => Some(found.items.as_slice()),
                _ => None,
            })?;
        }
        let names = std::iter::successors(Some(name), |name| name.rsplit_once('[').map(|(shorter, _)| shorter));
        let var = names.into_iter().find_map(|name| {
            items.iter().find_map(|item| match item {
                ScopeItem::Var(var) if var.reference == name => Some(var),
                _ => None,
            })
        })?;
        Some((format!("{}.{}", scopes.join("."), var.reference), var))
    }
}

/// The row of an added signal. Its label has no scope of the file.
fn row(signal: &Signal) -> Row {
    let path = signal.to_string();
    let label = path.split_once('.').map_or(path.as_str(), |(_, name)| name).to_owned();
    let format = match signal.width {
        _ if signal.is_text() => Format::Text,
        _ if signal.name == "cycle" => Format::Decimal,
        1 => Format::Binary,
        _ => Format::Hexadecimal,
    };
    let range =
        if signal.width > 1 { ReferenceIndex::Range(signal.width as i32 - 1, 0).to_string() } else { String::new() };
    Row { label, path, range, format }
}

/// The row of a signal of the RTL.
fn rtl_row(label: &str, (path, var): (String, &Var)) -> Row {
    let format = if var.size == 1 { Format::Binary } else { Format::Hexadecimal };
    Row { label: label.to_owned(), path, range: var.index.map(|index| index.to_string()).unwrap_or_default(), format }
}
