//! The state words of one entry of a manifest or port map.

use super::state_path::{StateLocation, StatePath};
use golden_model::placeholders::expand;
use golden_model::Description;
use pmu_support::unknown;
use regex::Regex;

/// The placeholders of a name.
const PLACEHOLDERS: [&str; 2] = ["unit", "index"];

/// An entry: a name and a path, both of which may contain `{unit}` and `{index}`.
pub(crate) struct StatePlacement<'a> {
    pub name: &'a str,
    pub path: &'a str,
    /// The module that declares the signal.
    pub module: &'a str,
    /// The declared name, if the entry gives it in addition to the path.
    pub signal: Option<&'a str>,
}

impl StatePlacement<'_> {
    /// Returns the regular expression that matches the names of the state words.
    pub fn pattern(&self) -> Result<Regex, String> {
        let name = self.name;
        let known = PLACEHOLDERS.map(|placeholder| (placeholder, format!("(?<{placeholder}>[0-9]+)")));
        let escaped = regex::escape(name).replace(r"\{", "{").replace(r"\}", "}");
        let pattern = expand(&escaped, &known).map_err(|what| format!("state {name}: {what}"))?;
        Regex::new(&format!("^{pattern}$"))
            .map_err(|_| format!("state {name}: each of {{unit}} and {{index}} may occur in a name once"))
    }

    /// Finds all state words that match the name and records their signals.
    pub fn apply(&self, description: &Description, places: &mut [Option<StateLocation>]) -> Result<(), String> {
        let Self { name, path, module, signal } = self;
        let pattern = self.pattern()?;
        let mut found = false;
        for (word, place) in description.states.iter().zip(places) {
            let Some(captures) = pattern.captures(&word.name) else {
                continue;
            };
            found = true;
            let number = |name| Some((name, captures.name(name)?.as_str()));
            let known: Vec<_> = PLACEHOLDERS.into_iter().filter_map(number).collect();
            let own = expand(path, &known).map_err(|what| format!("state {name}: path {path}: {what}"))?;
            let path = StatePath::parse(&own).map_err(|what| format!("state {}: {what}", word.name))?;
            if let Some(signal) = signal.filter(|signal| *signal != path.signal()) {
                return Err(format!("state {}: path {path} does not end in signal {signal}", word.name));
            }
            if place.is_some() {
                return Err(format!("state {} is given twice", word.name));
            }
            *place = Some(StateLocation { module: (*module).to_owned(), signal: path.signal().to_owned(), path });
        }
        if !found {
            let known = description.states.iter().map(|word| &word.name);
            return Err(unknown(&format!("state word of {}", description.id), name, known));
        }
        Ok(())
    }
}
