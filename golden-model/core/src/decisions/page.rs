//! The pages of decisions in Markdown.

use super::{ChoiceOption, Decision, DecisionPage, Section};

/// The words for the basis of a decision.
const BASES: &str = "\
Each decision has a basis. *Stated*: another statement of the manual settles it. *Confirmed*: public software or another document does
the same. *Chosen*: neither. The question after a decision with several options is a [choice](../choices.md) of the user.";

impl DecisionPage {
    /// The page in Markdown.
    pub fn markdown(&self) -> String {
        let mut blocks = vec![format!("# {}", self.title), self.introduction.trim().to_owned(), BASES.to_owned()];
        self.section.iter().for_each(|section| section.add(&mut blocks));
        blocks.retain(|block| !block.is_empty());
        blocks.join("\n\n") + "\n"
    }
}

impl Section {
    fn add(&self, blocks: &mut Vec<String>) {
        let Self { title, level, text, after, decision } = self;
        blocks.push(format!("{} {title}", "#".repeat(*level)));
        blocks.push(text.trim().to_owned());
        // A decision with several lines does not fit into a cell.
        if decision.iter().any(|decision| decision.decision.contains('\n')) {
            for one in decision {
                blocks.push(format!("**{}: {}** ({}). {}", one.id, one.open, one.basis(), one.decision.trim()));
                blocks.extend(one.options());
            }
        } else if !decision.is_empty() {
            let cells = |one: &Decision| [one.id.clone(), one.open.clone(), one.decision.clone(), one.basis()];
            let rows: Vec<_> = decision.iter().map(cells).collect();
            blocks.push(table(["id", "open", "decision", "basis"], &rows));
            blocks.extend(decision.iter().filter_map(Decision::options));
        }
        blocks.push(after.trim().to_owned());
    }
}

impl Decision {
    /// What supports the decision.
    fn basis(&self) -> String {
        match (self.stated, self.confirmed.as_str()) {
            (true, "") => "stated".to_owned(),
            (false, "") => "chosen".to_owned(),
            (true, by) => format!("stated, confirmed by {by}"),
            (false, by) => format!("confirmed by {by}"),
        }
    }

    /// The table of the options of a choice.
    fn options(&self) -> Option<String> {
        let cells = |(position, option): (usize, &ChoiceOption)| {
            let default = if position == 0 { " (default)" } else { "" };
            [format!("`{}={}`{default}", self.id, option.name), option.behaviour.clone(), option.evidence.clone()]
        };
        let rows: Vec<_> = self.option.iter().enumerate().map(cells).collect();
        (!rows.is_empty()).then(|| format!("{}\n\n{}", self.question, table(["option", "behaviour", "source"], &rows)))
    }
}

/// A table in Markdown.
fn table<const N: usize>(header: [&str; N], rows: &[[String; N]]) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let rows = rows.iter().map(|row| line(row));
    let rule = "|---".repeat(N) + "|";
    [format!("| {} |", header.join(" | ")), rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}
