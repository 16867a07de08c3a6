//! Classes of values: the sets that coverage distinguishes.

/// The classes of the values of one signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Classes {
    /// Each value is a class; this is their number.
    Each(u64),
    /// Named sets of values; a value in none of them is not sampled.
    Named {
        /// The sets.
        classes: Vec<Class>,
        /// For each value of a narrow signal its class or [`NONE`]; empty for a wide one.
        table: Vec<u8>,
    },
}

/// A named set of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Class {
    name: String,
    /// First and last of each range.
    ranges: Vec<(u64, u64)>,
}

/// Entry of the table for a value without a class.
const NONE: u8 = u8::MAX;

/// Widest signal whose classes are in a table.
const TABLE: u32 = 8;

/// Widest signal of which each value can be a separate class.
const EACH: u32 = 3;

impl Classes {
    /// Parses the classes of a signal of `width` bits as written in a plan.
    pub fn parse(texts: &[String], width: u32) -> Result<Self, String> {
        match texts {
            [] if width <= EACH => Ok(Self::Each(1 << width)),
            [] => Err(format!("{width} bits have too many values; name classes such as `0`, `1`, `max`, `others`")),
            _ => {
                let mut classes = Vec::new();
                for text in texts {
                    classes.push(Class::parse(text, ones(width), &classes)?);
                }
                Ok(Self::sets(classes, width))
            }
        }
    }

    /// One class for each value, with these names.
    pub fn named(names: &[&str]) -> Self {
        let class = |(value, name): (usize, &&str)| Class {
            name: (*name).to_owned(),
            ranges: vec![(value as u64, value as u64)],
        };
        Self::sets(names.iter().enumerate().map(class).collect(), TABLE)
    }

    fn sets(classes: Vec<Class>, width: u32) -> Self {
        let class = |value: u64| classes.iter().position(|class| class.has(value)).map_or(NONE, |class| class as u8);
        let table = if width <= TABLE { (0..1 << width).map(class).collect() } else { Vec::new() };
        Self::Named { classes, table }
    }

    /// The classes of a field.
    ///
    /// Each value of a field of up to 3 bits; 0, 1, the largest value and all others of a wider one.
    pub fn of_field(width: u32) -> Self {
        let named = || ["0", "1", "max", "others"].map(str::to_owned);
        let texts = if width <= EACH { Vec::new() } else { named().to_vec() };
        Self::parse(&texts, width).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        match self {
            Self::Each(values) => *values as usize,
            Self::Named { classes, .. } => classes.len(),
        }
    }

    /// The name of a class.
    pub fn name(&self, class: usize) -> String {
        match self {
            Self::Each(_) => class.to_string(),
            Self::Named { classes, .. } => classes[class].name.clone(),
        }
    }

    /// The class of a value, if it has one.
    #[inline]
    pub fn of(&self, value: u64) -> Option<usize> {
        match self {
            Self::Each(_) => Some(value as usize),
            Self::Named { classes, table } => match table.get(value as usize) {
                Some(&class) => (class != NONE).then_some(usize::from(class)),
                None => classes.iter().position(|class| class.has(value)),
            },
        }
    }
}

impl Class {
    /// Parses `4`, `0-3,7`, `max` or `others`, each with an optional name before `=`.
    fn parse(text: &str, max: u64, earlier: &[Class]) -> Result<Self, String> {
        let (name, values) = text.split_once('=').unwrap_or((text, text));
        let number = |text: &str| match text.trim() {
            "max" => Ok(max),
            text => number(text).filter(|&value| value <= max).ok_or_else(|| format!("class `{text}` is not a value")),
        };
        let range = |text: &str| match text.split_once('-') {
            Some((first, last)) => Ok((number(first)?, number(last)?)),
            None => number(text).map(|value| (value, value)),
        };
        let ranges = match values.trim() {
            "others" => vec![(0, max)],
            values => values.split(',').map(range).collect::<Result<Vec<_>, String>>()?,
        };
        let name = name.trim().to_owned();
        if earlier.iter().any(|class| class.name == name) {
            return Err(format!("class `{name}` is given twice"));
        }
        // The first class that contains a value applies, so `others` may contain all values.
        Ok(Self { name, ranges })
    }

    #[inline]
    fn has(&self, value: u64) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&value))
    }
}

/// Parses a number as written in a plan.
pub(super) fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(0, Some(0))]
    #[case(1, Some(1))]
    #[case(0xFF, Some(2))]
    #[case(2, Some(3))]
    #[case(0xFE, Some(3))]
    fn first_class_that_contains_a_value_applies(#[case] value: u64, #[case] class: Option<usize>) {
        assert_eq!(Classes::of_field(8).of(value), class);
    }

    #[test]
    fn value_outside_all_classes_has_no_class() {
        let classes = Classes::parse(&["few=1-2,5".to_owned(), "7".to_owned()], 3).expect("classes");
        let of: Vec<_> = (0..8).map(|value| classes.of(value)).collect();
        assert_eq!(of, [None, Some(0), Some(0), None, None, Some(0), None, Some(1)]);
        assert_eq!((classes.name(0), classes.name(1)), ("few".to_owned(), "7".to_owned()));
    }

    #[rstest]
    #[case(&["8"], "`8` is not a value")]
    #[case(&["x"], "`x` is not a value")]
    #[case(&["1", "1"], "`1` is given twice")]
    fn error_names_the_invalid_class(#[case] texts: &[&str], #[case] expected: &str) {
        let texts: Vec<_> = texts.iter().map(|&text| text.to_owned()).collect();
        let error = Classes::parse(&texts, 3).expect_err("an error");
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn values_of_a_wide_signal_cannot_each_be_a_class() {
        assert_eq!(Classes::parse(&[], 2), Ok(Classes::Each(4)));
        assert!(Classes::parse(&[], 4).is_err());
    }
}
