//! The entries of a description that exist only under an option of a choice.

use super::error::LoadResult;
use super::raw::{RawDescription, RawState};
use super::EventRow;
use crate::decisions::{satisfies, Choice};

impl RawDescription {
    /// Removes the entries that the selected options exclude.
    pub(super) fn keep_selected(&mut self, choices: &[Choice]) -> LoadResult<()> {
        let selected = |option: &str| satisfies(&self.id, choices, option);
        for register in &mut self.register {
            keep(&mut register.field, |field| &field.requires, &selected)?;
            keep(&mut register.access, |access| &access.requires, &selected)?;
        }
        keep(&mut self.register, |register| &register.requires, &selected)?;
        reserve_widest(&mut self.state);
        keep(&mut self.state, |state| &state.requires, &selected)
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

/// Reserves for each state word the bits of the widest option.
fn reserve_widest(states: &mut [RawState]) {
    let widths: Vec<(String, u32)> = states.iter().map(|word| (word.name.clone(), word.width)).collect();
    for word in states.iter_mut().filter(|word| word.requires.is_some()) {
        let same = widths.iter().filter(|(name, _)| *name == word.name);
        word.reserved = same.map(|(_, width)| *width).max().unwrap_or(word.width);
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
