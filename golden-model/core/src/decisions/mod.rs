//! Decisions where a manual is silent or ambiguous, and choices: decisions with several options.
//!
//! The files are in `golden-model/descriptions/decisions/`; the pages in `docs/decisions/` are generated from them.

mod choice;
mod page;

pub(crate) use choice::{find, satisfies};
pub use choice::{Choice, ChoiceError, ChoiceOption, Choices, ChosenOption};

use crate::description::DescriptionError;
use crate::texts::{text, toml_files};
use crate::toml_keys;
use serde::Deserialize;
use std::sync::OnceLock;

/// The decisions of one page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionPage {
    /// File name of the page without its extension.
    #[serde(skip)]
    pub name: String,
    /// Title of the page.
    pub title: String,
    /// Markdown before the first section.
    introduction: String,
    /// Sections, in order.
    section: Vec<Section>,
}

/// A section of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    title: String,
    /// Level of the heading.
    #[serde(default = "top_level")]
    level: usize,
    /// Markdown before the decisions.
    #[serde(default)]
    text: String,
    /// Markdown after the decisions.
    #[serde(default)]
    after: String,
    #[serde(default)]
    decision: Vec<Decision>,
}

fn top_level() -> usize {
    2
}

/// A decision.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Decision {
    /// Its id, or several ids.
    id: String,
    /// The gap or contradiction in the manual.
    open: String,
    /// The decision, in Markdown; for a choice, the default.
    decision: String,
    /// Whether another statement of the manual settles it.
    #[serde(default)]
    stated: bool,
    /// Public software or documents that do the same.
    #[serde(default)]
    confirmed: String,
    /// For a choice, the question that the user answers.
    #[serde(default)]
    question: String,
    /// For a choice, the section of the manual.
    #[serde(default)]
    section: String,
    /// For a choice, the ids of the PMUs that have it.
    #[serde(default)]
    pmus: Vec<String>,
    /// The options of a choice, the default first; none for a decision without a choice.
    #[serde(default)]
    option: Vec<ChoiceOption>,
}

/// The folder of the files.
const FOLDER: &str = "decisions";

static LOADED: OnceLock<Vec<DecisionPage>> = OnceLock::new();

/// All pages.
///
/// # Errors
/// If a file is invalid.
pub fn pages() -> Result<&'static [DecisionPage], DescriptionError> {
    if let Some(pages) = LOADED.get() {
        return Ok(pages);
    }
    let page = |name: String| {
        let file = format!("{FOLDER}/{name}.toml");
        let text = text(&file)?;
        let wrong = |source| DescriptionError::Toml { file, source: Box::new(source) };
        Ok(DecisionPage { name, ..toml_keys::parse(text).map_err(wrong)? })
    };
    let pages = toml_files(FOLDER)?.into_iter().map(page).collect::<Result<_, DescriptionError>>()?;
    Ok(LOADED.get_or_init(|| pages))
}

/// The choices of the PMU of that id, each with its default.
///
/// # Errors
/// As [`pages`].
pub(crate) fn choices_of(pmu: &str) -> Result<Vec<Choice>, DescriptionError> {
    let decisions = pages()?.iter().flat_map(|page| &page.section).flat_map(|section| &section.decision);
    let own = decisions.filter(|decision| decision.pmus.iter().any(|id| id == pmu));
    let choice = |decision: &Decision| {
        let Decision { id, question, section, option, .. } = decision;
        Choice::new(id.clone(), section.clone(), question.clone(), option.clone())
    };
    Ok(own.map(choice).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, Layout, Pmu};
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_unique_and_choices_are_complete() {
        let decisions: Vec<_> =
            pages().expect("pages").iter().flat_map(|page| &page.section).flat_map(|s| &s.decision).collect();
        let ids: BTreeSet<_> = decisions.iter().map(|decision| &decision.id).collect();
        assert_eq!(ids.len(), decisions.len());
        for decision in decisions.iter().filter(|decision| !decision.option.is_empty() || !decision.pmus.is_empty()) {
            let Decision { id, question, section, pmus, option, .. } = decision;
            assert!(
                option.len() > 1 && !section.is_empty() && !question.is_empty() && !pmus.is_empty(),
                "{id} is not a complete choice"
            );
            assert!(pmus.iter().all(|pmu| Pmu::ids().any(|known| known == pmu)), "{id}: {pmus:?}");
            let names: BTreeSet<_> = option.iter().map(|option| &option.name).collect();
            assert_eq!(names.len(), option.len(), "{id}: an option is listed twice");
        }
    }

    #[test]
    fn options_do_not_move_values_in_frames_and_observations() {
        let places = |layout: &Layout| -> Vec<_> {
            layout.slots().iter().map(|slot| (slot.name.clone(), slot.word, slot.shift)).collect()
        };
        for pmu in Pmu::ids().map(|id| Pmu::find(id).expect("a PMU")) {
            for option in pmu.description.choices.iter().flat_map(Choice::others) {
                let choices = Choices::from_iter([option.clone()]);
                let other = pmu.clone().choosing(&choices).expect("an option");
                assert_eq!(other.frame, pmu.frame, "{option}");
                assert_eq!(places(&other.observation), places(&pmu.observation), "{option}");
            }
        }
    }
}
