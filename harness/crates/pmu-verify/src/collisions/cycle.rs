//! Statements of one cycle, and the combination of those of two causes.

use golden_model_core::collisions::Text;

/// A statement with its line in `collisions.toml`.
pub(super) type Line = (usize, String);

/// The statements of a cycle: any number that take no time, at most one access, and the reset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CycleStatements {
    untimed: Vec<Line>,
    access: Option<Line>,
    reset: Option<usize>,
}

/// Two accesses that cannot be made in the same cycle.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Conflict(pub Line, pub Line);

impl CycleStatements {
    /// Reads the statements of a cycle from a template.
    pub fn of(text: &Text, known: &[(String, String)]) -> Result<Self, Conflict> {
        let mut cycle = Self::default();
        for (line, statement) in text.statements(known) {
            match statement.split_whitespace().next() {
                Some("reset") => cycle.reset = Some(line),
                Some("write" | "read") => cycle.join((line, statement))?,
                // `wait` only ends the cycle, which ends anyway.
                Some("wait") => {}
                _ => cycle.untimed.push((line, statement)),
            }
        }
        Ok(cycle)
    }

    /// Combines the statements of both in one cycle.
    pub fn with(mut self, other: Self) -> Result<Self, Conflict> {
        self.untimed.extend(other.untimed);
        self.reset = self.reset.or(other.reset);
        if let Some(access) = other.access {
            self.join(access)?;
        }
        Ok(self)
    }

    /// Adds an access.
    ///
    /// Two accesses combine if they write fields of the same register and agree in those that both write.
    fn join(&mut self, access: Line) -> Result<(), Conflict> {
        let Some(mine) = &mut self.access else {
            self.access = Some(access);
            return Ok(());
        };
        match merged(&mine.1, &access.1) {
            Some(merged) => mine.1 = merged,
            None => return Err(Conflict(mine.clone(), access)),
        }
        Ok(())
    }

    /// The statements that take no time, if there are no others.
    pub fn only_untimed(&self) -> Option<&[Line]> {
        (self.access.is_none() && self.reset.is_none()).then_some(&self.untimed)
    }

    /// The statements; the one that ends the cycle is last.
    pub fn statements(&self) -> Vec<Line> {
        let end = match (&self.access, self.reset) {
            (Some((line, access)), Some(_)) => (*line, format!("reset with {access}")),
            (Some(access), None) => access.clone(),
            (None, Some(line)) => (line, "reset".to_owned()),
            (None, None) => (self.untimed.last().map_or(0, |last| last.0), "wait".to_owned()),
        };
        self.untimed.iter().cloned().chain([end]).collect()
    }
}

/// Combines writes such as `write REG A=1` and `write REG B=2` into one.
fn merged(mine: &str, other: &str) -> Option<String> {
    if mine == other {
        return Some(mine.to_owned());
    }
    let parts = |text: &str| -> Option<(String, Vec<String>)> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let register = (words.next()? == "write").then(|| words.next())??;
        Some((register, words.collect()))
    };
    let ((register, mut fields), (other_register, other_fields)) = (parts(mine)?, parts(other)?);
    let is_field =
        |word: &String| word.split_once('=').is_some_and(|(name, value)| !name.is_empty() && !value.is_empty());
    if register != other_register || !fields.iter().chain(&other_fields).all(is_field) {
        return None;
    }
    for field in other_fields {
        let name = |word: &str| word.split_once('=').map(|(name, _)| name.to_owned());
        match fields.iter().find(|known| name(known) == name(&field)) {
            Some(known) if *known == field => {}
            Some(_) => return None,
            None => fields.push(field),
        }
    }
    Some(format!("write {register} {}", fields.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(text: &str) -> CycleStatements {
        CycleStatements::of(&Text { line: 1, text: text.to_owned() }, &[]).expect("one access")
    }

    fn both(a: &str, b: &str) -> Option<Vec<String>> {
        let both = cycle(a).with(cycle(b)).ok()?;
        Some(both.statements().into_iter().map(|(_, statement)| statement).collect())
    }

    #[test]
    fn writes_combine_only_for_fields_of_one_register() {
        assert_eq!(both("write u.A f=1", "write u.A g=2 f=1"), Some(vec!["write u.A f=1 g=2".to_owned()]));
        for (a, b) in
            [("write u.A f=1", "write u.A f=2"), ("write u.A f=1", "write u.B f=1"), ("write u.A = 1", "read u.A")]
        {
            assert_eq!(both(a, b), None, "{a} and {b}");
        }
    }

    #[test]
    fn reset_combines_with_the_access_and_events_come_before_both() {
        let statements = both("reset", "raise u.e = 1\nwrite u.A = 1");
        assert_eq!(statements, Some(vec!["raise u.e = 1".to_owned(), "reset with write u.A = 1".to_owned()]));
        assert_eq!(both("", "wait"), Some(vec!["wait".to_owned()]));
        assert_eq!(cycle("wait"), CycleStatements::default());
    }
}
