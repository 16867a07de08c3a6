//! The entries of a description that exist only under an option of a choice.

use super::error::LoadResult;
use super::raw::RawDescription;
use super::EventRow;
use crate::decisions::{satisfies, Choice};

impl RawDescription {
    /// Removes the entries that the selected options exclude. Returns the names, in the RTL, of the ports among them.
    pub(super) fn keep_selected(&mut self, choices: &[Choice]) -> LoadResult<Vec<String>> {
        let mut ports = self.port_names();
        let selected = |option: &str| satisfies(&self.id, choices, option);
        for register in &mut self.register {
            keep(&mut register.field, |field| &field.requires, &selected)?;
            keep(&mut register.access, |access| &access.requires, &selected)?;
        }
        keep(&mut self.register, |register| &register.requires, &selected)?;
        keep(&mut self.input, |input| &input.requires, &selected)?;
        keep(&mut self.output, |output| &output.requires, &selected)?;
        keep(&mut self.state, |state| &state.requires, &selected)?;
        let kept = self.port_names();
        ports.retain(|port| !kept.contains(port));
        Ok(ports)
    }

    /// The names of the ports in the RTL.
    fn port_names(&self) -> Vec<String> {
        let inputs = self.input.iter().map(|input| &input.verilog);
        inputs.chain(self.output.iter().map(|output| &output.verilog)).cloned().collect()
    }

    /// Changes the counters of event rows as the selected options say.
    pub(super) fn change_counters(&self, rows: &mut [EventRow], choices: &[Choice]) -> LoadResult<()> {
        for change in &self.event_counters {
            let is_meant = |row: &&mut EventRow| {
                change.codes.contains(&row.code) && (change.umask.is_none() || change.umask == row.umask)
            };
            let mut rows = rows.iter_mut().filter(is_meant).peekable();
            if rows.peek().is_none() {
                return Err(format!("event_counters of {}: no such row in events.csv", change.requires));
            }
            if satisfies(&self.id, choices, &change.requires)? {
                rows.for_each(|row| row.counters.clone_from(&change.counters));
            }
        }
        Ok(())
    }
}

/// Removes the entries whose option is not selected.
fn keep<T>(
    entries: &mut Vec<T>,
    requires: impl Fn(&T) -> &Option<String>,
    selected: &dyn Fn(&str) -> LoadResult<bool>,
) -> LoadResult<()> {
    let keeps = |entry: &T| requires(entry).as_deref().map_or(Ok(true), selected);
    let kept = entries.iter().map(keeps).collect::<LoadResult<Vec<_>>>()?;
    let mut kept = kept.into_iter();
    entries.retain(|_| kept.next() == Some(true));
    Ok(())
}
