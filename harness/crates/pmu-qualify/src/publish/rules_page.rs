//! `docs/riscv-rules.md`: the official rules of a standard, with the requirements that state them, the programs that cover these, and
//! the verdict of each configuration.

use super::{mark, Published, PublishedPmu, RtlHashes, NONE};
use golden_model_core::official_rules::{OfficialRule, OfficialRules};
use golden_model_core::Pmu;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Largest number of programs that a row names.
const NAMED: usize = 3;

/// Formats the page. `rtl` has the hashes of the RTL in the tree.
pub fn rules_page(rules: &OfficialRules, published: &Published, rtl: &RtlHashes) -> String {
    let configurations: Vec<_> = rules.configurations.iter().map(|id| Configuration::new(id, published)).collect();
    let stated = rules.rules.iter().filter(|rule| !rule.requirements.is_empty()).count();
    let of = |configuration: &Configuration| {
        let hash = configuration.published.and_then(|entry| entry.run.as_ref()?.rtl_hash.as_deref());
        format!(
            " `{}`{} |",
            configuration.id,
            hash.map_or(" (*not published*)", |hash| mark(configuration.id, hash, rtl))
        )
    };
    let head: String = configurations.iter().map(of).collect();
    let mut page = format!(
        "# Official rules of `{}`\n\n\
         Of {} official rules that concern counters, requirements of `{}` state {stated}. The others concern the core; the column \
         *remark* has the reason. Programs are those of all configurations. A rule *passes* in a configuration if all its requirements \
         that the configuration has are covered by directed programs that passed in the last [published run](results.md); `-` is a \
         rule of which it has none.\n\n\
         | rule | requirements | programs |{head} remark |\n|---|---|---|{}---|\n",
        rules.pmu,
        rules.rules.len(),
        rules.pmu,
        "---|".repeat(configurations.len()),
    );
    // Writing to a string does not fail.
    for rule in &rules.rules {
        let verdicts: String = configurations.iter().map(|one| format!(" {} |", one.verdict(rule))).collect();
        let requirements = rule.requirements().map(|id| format!("{id} ")).collect::<String>();
        let _ = writeln!(
            page,
            "| `{}` | {} | {} |{verdicts} {} |",
            rule.rule,
            requirements.trim_end(),
            programs(rule, &configurations),
            rule.remark
        );
    }
    page
}

/// A configuration of the PMU.
struct Configuration<'p> {
    id: &'static str,
    /// The requirements that it has.
    requirements: BTreeSet<String>,
    published: Option<&'p PublishedPmu>,
}

impl<'p> Configuration<'p> {
    fn new(id: &'static str, published: &'p Published) -> Self {
        let requirements = Pmu::find(id).map(|pmu| pmu.description.requirements).unwrap_or_default();
        let requirements = requirements.into_iter().map(|requirement| requirement.id).collect();
        Self { id, requirements, published: published.of(id) }
    }

    /// The programs that cover a requirement.
    fn programs(&self, requirement: &str) -> &'p [String] {
        let run = self.published.and_then(|entry| entry.run.as_ref());
        run.and_then(|run| run.programs.get(requirement)).map_or(&[], Vec::as_slice)
    }

    fn verdict(&self, rule: &OfficialRule) -> &'static str {
        let own: Vec<_> = rule.requirements().filter(|id| self.requirements.contains(*id)).collect();
        match own.iter().all(|id| !self.programs(id).is_empty()) {
            _ if own.is_empty() => NONE,
            true => "pass",
            false => "**not covered**",
        }
    }
}

/// The programs that cover the requirements of a rule in any configuration, the first of them by name.
fn programs(rule: &OfficialRule, configurations: &[Configuration]) -> String {
    let of = |id| configurations.iter().flat_map(move |configuration| configuration.programs(id));
    let all: BTreeSet<&String> = rule.requirements().flat_map(of).collect();
    let named: Vec<_> = all.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    match all.len() {
        0 => NONE.to_owned(),
        number if number > NAMED => format!("{} and {} more", named.join(", "), number - NAMED),
        _ => named.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::PublishedDocument;
    use std::path::Path;

    fn published() -> Published {
        Published::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")).expect("figures")
    }

    fn page(published: &Published) -> String {
        let rules = Pmu::official_rules().expect("rules");
        rules_page(&rules[0], published, &RtlHashes::new())
    }

    /// A requirement without a program is no pass.
    #[test]
    fn a_rule_passes_only_with_a_program_for_each_requirement() {
        let mut published = published();
        let row = |page: &str| page.lines().find(|line| line.starts_with("| `zicntr_rdcycle_op`")).map(str::to_owned);
        let before = row(&page(&published)).expect("the rule");
        assert_eq!(before.matches("| pass ").count(), 3, "{before}");
        let entry = published.pmus.iter_mut().find(|entry| entry.pmu == "riscv_hpm32").expect("an entry");
        entry.run.as_mut().expect("a run").programs.remove("RVHPM-R51");
        let after = row(&page(&published)).expect("the rule");
        assert_eq!((after.matches("| pass ").count(), after.matches("**not covered**").count()), (2, 1), "{after}");
    }

    #[test]
    fn a_rule_of_the_core_has_a_remark() {
        let page = page(&published());
        assert!(page.contains("| `zicntr_rdtime_op` |  | - | - | - | - | the core has time |"), "{page}");
    }
}
