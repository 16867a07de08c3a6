//! Parses the TOML files of the project. The error for a renamed key names the new key.

use serde::de::{DeserializeOwned, Error as _};
use toml::de::Error;

/// Old and new names of keys and tables. An old name is recognised only where the new one is allowed.
const RENAMED: &[(&str, &str)] = &[
    // pmu.toml
    ("report", "transaction"),
    // collisions.toml
    ("why", "reason"),
    // rtl.toml
    ("own", "counted_sources"),
    ("blocks", "sub_blocks"),
    // stimulus.toml
    ("clocks", "cycles"),
    ("reports", "transactions"),
    ("of_blocks", "of_sub_blocks"),
    // metamorphic.toml, which has `of_sub_blocks` too
    ("alike", "identical"),
    ("clears", "clear_on_write"),
    ("gated", "refusable"),
    ("hidden", "maskable_reads"),
    ("hold", "tied"),
    ("holds", "clear_while_set"),
    ("survives", "reset_exceptions"),
    // seeded_bugs.toml
    ("absent", "not_applicable"),
    ("because", "reason"),
    ("oracle", "metamorphic"),
];

/// Parses a TOML file.
///
/// # Errors
/// The error of the parser, with the line. For an unknown key that was renamed, the message is "`old` is now `new`".
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    toml::from_str(text).map_err(|error| match renamed(error.message()) {
        Some(message) => Error::custom(error.to_string().replace(error.message(), &message).trim_end()),
        None => error,
    })
}

/// The message for an unknown key, if the key was renamed to one that is allowed in its place.
fn renamed(message: &str) -> Option<String> {
    let (unknown, expected) = message.strip_prefix("unknown field `")?.split_once("`, expected ")?;
    let is_meant = |&&(old, new): &&(&str, &str)| old == unknown && expected.contains(&format!("`{new}`"));
    let (old, new) = RENAMED.iter().find(is_meant)?;
    Some(format!("`{old}` is now `{new}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::Files;
    use crate::Description;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Profile {
        cycles: u64,
        #[serde(default)]
        impossible: Vec<toml::Spanned<Impossible>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Impossible {
        reason: String,
    }

    fn error(text: &str) -> String {
        parse::<Profile>(text).expect_err("the file was accepted").to_string()
    }

    #[test]
    fn error_for_an_old_key_names_the_new_key_and_the_line() {
        let text = error("\nclocks = 4096\n");
        assert!(text.contains("line 2, column 1") && text.contains("`clocks` is now `cycles`"), "{text}");
        assert!(!text.contains("unknown field"), "{text}");
    }

    #[test]
    fn old_key_in_a_table_of_an_array_is_recognised() {
        let text = error("cycles = 1\n[[impossible]]\nwhy = \"no\"\n");
        assert!(text.contains("line 3") && text.contains("`why` is now `reason`"), "{text}");
    }

    #[test]
    fn old_table_name_in_a_description_is_recognised() {
        let toml = "id = \"x\"\n[[report]]\n";
        let files = Files { folder: "", toml, events: "", requirements: "", coverage: "", top: None, configured: None };
        let error = Description::parse("x", &files, &Default::default(), &|_| None)
            .expect_err("the description was accepted")
            .to_string();
        assert!(error.starts_with("x/pmu.toml: ") && error.contains("line 2, column 3"), "{error}");
        assert!(error.contains("`report` is now `transaction`"), "{error}");
    }

    #[test]
    fn keys_without_an_allowed_new_name_are_unknown() {
        let text = error("cycles = 1\nhold = 2\n");
        assert!(text.contains("unknown field `hold`") && !text.contains("is now"), "{text}");
        let text = error("cycle = 1\n");
        assert!(text.contains("unknown field `cycle`") && !text.contains("is now"), "{text}");
    }

    #[test]
    fn renames_are_unique_and_not_chained() {
        for (position, (old, _)) in RENAMED.iter().enumerate() {
            assert!(!RENAMED[..position].iter().any(|(other, _)| other == old), "duplicate {old}");
            assert!(!RENAMED.iter().any(|(_, new)| new == old), "{old} is a new name");
        }
    }
}
