//! Patterns of program names, such as `halt/*`.

use glob::{Pattern, PatternError};

/// Patterns of program names. Without a pattern, all programs are selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamePatterns(Vec<Pattern>);

impl NamePatterns {
    /// All programs.
    pub const ALL: &'static Self = &Self(Vec::new());

    /// The programs that match one of the patterns. `*` also matches `/`.
    ///
    /// # Errors
    /// The first text that is no pattern.
    pub fn parse(texts: &[String]) -> Result<Self, PatternError> {
        texts.iter().map(|text| Pattern::new(text)).collect::<Result<_, _>>().map(Self)
    }

    /// The programs with these names.
    pub fn exact<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, PatternError> {
        names.into_iter().map(|name| Pattern::new(&Pattern::escape(name))).collect::<Result<_, _>>().map(Self)
    }

    /// Whether all programs are selected.
    pub fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a program is selected.
    pub fn has(&self, name: &str) -> bool {
        self.is_all() || self.0.iter().any(|pattern| pattern.matches(name))
    }

    /// The patterns as text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(Pattern::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_select_names() {
        let patterns = |texts: &[&str]| NamePatterns::parse(&texts.iter().map(|&text| text.into()).collect::<Vec<_>>());
        let all = patterns(&[]).expect("no pattern");
        assert!(all.is_all() && all.has("halt/freeze"));
        let some = patterns(&["halt/*", "random-1-?"]).expect("patterns");
        let names = ["halt/freeze", "halt/a/b", "random-1-7", "random-1-77", "pins/halt/x"];
        assert_eq!(names.map(|name| some.has(name)), [true, true, true, false, false]);
        assert!(patterns(&["a[", "b"]).is_err());
        let exact = NamePatterns::exact(["a[1]*"]).expect("names");
        assert_eq!((exact.has("a[1]*"), exact.has("a1x")), (true, false));
    }
}
