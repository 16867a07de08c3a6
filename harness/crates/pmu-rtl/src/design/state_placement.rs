//! The state words of one entry of a manifest or port map.

use super::state_path::{StateLocation, StatePath};
use golden_model_core::placeholders::expand;
use golden_model_core::suggest::unknown;
use golden_model_core::Description;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// The placeholders of a name.
const PLACEHOLDERS: [&str; 2] = ["unit", "index"];

/// A number in a path that is computed: `{index-3}`, `{index*64}`, `{index*64+63}`.
static COMPUTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\{(unit|index)(?:\*([0-9]{1,6}))?(?:([+-])([0-9]{1,6}))?\}").expect("a valid expression")
});

/// An entry: a name and a path, both of which may contain `{unit}` and `{index}`; the path may compute with them.
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
            let own = computed(path, &known).and_then(|path| expand(&path, &known));
            let own = own.map_err(|what| format!("state {name}: path {path}: {what}"))?;
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

/// The path with the results of what it computes. Other placeholders are left for [`expand`].
fn computed(path: &str, known: &[(&str, &str)]) -> Result<String, String> {
    let mut wrong = None;
    let text = COMPUTED.replace_all(path, |found: &Captures| {
        let operand = |group| found.get(group).map_or(Ok(1), |digits| digits.as_str().parse::<i64>());
        let number =
            known.iter().find(|(name, _)| *name == &found[1]).and_then(|(_, digits)| digits.parse::<i64>().ok());
        let (Some(number), Ok(factor), Ok(offset)) = (number, operand(2), operand(4)) else {
            return found[0].to_owned();
        };
        let sum = match found.get(3).map(|sign| sign.as_str()) {
            Some("-") => number * factor - offset,
            Some(_) => number * factor + offset,
            None => number * factor,
        };
        if sum < 0 {
            wrong.get_or_insert(format!("{} is {sum} for {} = {number}", &found[0], &found[1]));
        }
        sum.to_string()
    });
    wrong.map_or(Ok(text.into_owned()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("a[{index-3}].b", Ok("a[7].b"))]
    #[case("a[{index*64+63}:{index*64}]", Ok("a[703:640]"))]
    #[case("a{unit}[{index}]", Ok("a2[10]"))]
    #[case("a[{index-11}]", Err("{index-11} is -1 for index = 10"))]
    #[case("a[{index/2}]", Ok("a[{index/2}]"))]
    fn paths_compute_with_their_numbers(#[case] path: &str, #[case] expected: Result<&str, &str>) {
        let result = computed(path, &[("unit", "2"), ("index", "10")]);
        assert_eq!(result.as_deref().map_err(String::as_str), expected);
    }
}
