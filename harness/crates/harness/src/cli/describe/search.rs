//! Finds names and texts that contain a word.

use super::paragraph;
use golden_model_core::description::Description;

/// What a search compares and shows.
struct Candidate<'d> {
    name: &'d str,
    section: &'d str,
    text: &'d str,
}

/// The names whose name or text contains `word`, by kind; `None` without a match. Case does not matter.
pub(super) fn text(description: &Description, word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let mut text = String::new();
    for (kind, candidates) in kinds(description) {
        let is_match = |of: &&Candidate| [of.name, of.text].iter().any(|part| part.to_lowercase().contains(&word));
        let found: Vec<_> = candidates.iter().filter(is_match).collect();
        if found.is_empty() {
            continue;
        }
        text.push_str(&format!("{kind}:\n"));
        for Candidate { name, section, text: meaning } in found {
            let section = if section.is_empty() { String::new() } else { format!(" (section {section})") };
            text.push_str(&paragraph("  ", &format!("{name}{section}: {meaning}")));
        }
    }
    (!text.is_empty()).then_some(text)
}

fn kinds(description: &Description) -> Vec<(&'static str, Vec<Candidate<'_>>)> {
    let Description { registers, events, inputs, transactions, outputs, states, requirements, choices, .. } =
        description;
    fn of<'d>(name: &'d str, section: &'d str, text: &'d str) -> Candidate<'d> {
        Candidate { name, section, text }
    }
    let fields = registers.iter().flat_map(|register| &register.fields);
    let mut fields: Vec<_> = fields.map(|field| of(&field.name, &field.section, &field.doc)).collect();
    // Registers of one layout have the same fields.
    let mut seen = std::collections::HashSet::new();
    fields.retain(|field| seen.insert((field.name, field.text)));
    vec![
        ("registers", registers.iter().map(|register| of(&register.name, &register.section, &register.doc)).collect()),
        ("fields", fields),
        ("events", events.rows.iter().map(|row| of(&row.mnemonic, &row.section, &row.event)).collect()),
        ("inputs", inputs.iter().map(|input| of(&input.name, &input.section, &input.doc)).collect()),
        ("transactions", transactions.iter().map(|all| of(&all.name, &all.section, &all.doc)).collect()),
        ("outputs", outputs.iter().map(|signal| of(&signal.name, &signal.section, &signal.doc)).collect()),
        ("state", states.iter().map(|signal| of(&signal.name, &signal.section, &signal.doc)).collect()),
        ("requirements", requirements.iter().map(|rule| of(&rule.id, &rule.section, &rule.text)).collect()),
        ("choices", choices.iter().map(|choice| of(&choice.id, &choice.section, &choice.question)).collect()),
    ]
}
