//! The key of a model: everything that it depends on, and the reason for a rebuild.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Everything that a built model depends on: names with short texts, such as versions, or with hashes of contents. RTL
/// files are named without their folders, so that RTL that was moved or copied has the key of the original.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Components(BTreeMap<String, Component>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Component {
    /// Short text that messages print.
    Text(String),
    /// SHA-256 of a content.
    Sha256(String),
    /// SHA-256 of an RTL file.
    Rtl(String),
}

impl Components {
    /// Adds a short text.
    pub fn text(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.0.insert(name.into(), Component::Text(text.into()));
    }

    /// Adds a content.
    pub fn content(&mut self, name: impl Into<String>, content: &[u8]) {
        self.0.insert(name.into(), Component::Sha256(hex(&Sha256::digest(content))));
    }

    /// Adds an RTL file.
    pub fn rtl(&mut self, name: &str, content: &[u8]) {
        self.0.insert(name.to_owned(), Component::Rtl(hex(&Sha256::digest(content))));
    }

    /// Adds all components of another set.
    pub fn extend(&mut self, other: &Components) {
        self.0.extend(other.0.iter().map(|(name, component)| (name.clone(), component.clone())));
    }

    /// SHA-256 over all names and values, in hexadecimal.
    pub fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for (name, component) in &self.0 {
            let (kind, value) = match component {
                Component::Text(text) => ("text", text),
                Component::Sha256(sum) => ("sha256", sum),
                Component::Rtl(sum) => ("rtl", sum),
            };
            // The lengths separate names from values: the hash is unambiguous.
            for part in [name.as_str(), kind, value.as_str()] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
        }
        hex(&hash.finalize())
    }

    /// Describes the changes since `old` in one line. `show` formats the name of an RTL file.
    pub fn changes_since(&self, old: &Components, show: &dyn Fn(&str) -> String) -> String {
        let mut changes = Vec::new();
        let printed = |name: &str, component: &Component| match component {
            Component::Rtl(_) => show(name),
            _ => name.to_owned(),
        };
        for (key, component) in &self.0 {
            let name = printed(key, component);
            match (old.0.get(key), component) {
                (None, _) => changes.push(format!("{name} added")),
                (Some(before), now) if before == now => {}
                (Some(Component::Text(before)), Component::Text(now)) => {
                    changes.push(format!("{name} {before} -> {now}"))
                }
                _ => changes.push(format!("{name} changed")),
            }
        }
        let removed = old.0.iter().filter(|(name, _)| !self.0.contains_key(*name));
        changes.extend(removed.map(|(name, component)| format!("{} removed", printed(name, component))));
        const PRINTED: usize = 3;
        let more = changes.len().saturating_sub(PRINTED);
        changes.truncate(PRINTED);
        match more {
            0 => changes.join(", "),
            _ => format!("{} and {more} more", changes.join(", ")),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn components(texts: &[(&str, &str)], contents: &[(&str, &str)]) -> Components {
        let mut components = Components::default();
        texts.iter().for_each(|(name, text)| components.text(*name, *text));
        contents.iter().for_each(|(name, content)| components.rtl(name, content.as_bytes()));
        components
    }

    #[rstest]
    #[case(&[("Verilator", "5.048")], &[("a.v", "1"), ("b.v", "2")], "Verilator 5.006 -> 5.048")]
    #[case(&[("Verilator", "5.006")], &[("a.v", "1"), ("b.v", "x")], "rtl/p/b.v changed")]
    #[case(&[("Verilator", "5.006")], &[("a.v", "1")], "rtl/p/b.v removed")]
    #[case(&[("Verilator", "5.006")], &[("a.v", "1"), ("b.v", "2"), ("c.v", "3")], "rtl/p/c.v added")]
    #[case(&[("Verilator", "5.048")], &[("a.v", "x"), ("b.v", "x"), ("c.v", "3")],
           "Verilator 5.006 -> 5.048, rtl/p/a.v changed, rtl/p/b.v changed and 1 more")]
    fn a_change_is_named_and_changes_the_hash(
        #[case] texts: &[(&str, &str)],
        #[case] contents: &[(&str, &str)],
        #[case] expected: &str,
    ) {
        let old = components(&[("Verilator", "5.006")], &[("a.v", "1"), ("b.v", "2")]);
        let new = components(texts, contents);
        assert_eq!(new.changes_since(&old, &|name: &str| format!("rtl/p/{name}")), expected);
        assert_ne!(new.hash(), old.hash());
    }

    #[test]
    fn names_and_values_are_hashed_unambiguously() {
        let two = components(&[("a", "x"), ("b", "y")], &[]);
        assert_ne!(components(&[("a", "xbtexty")], &[]).hash(), two.hash());
        assert_eq!(components(&[("a", "b")], &[]).hash(), components(&[("a", "b")], &[]).hash());
    }
}
