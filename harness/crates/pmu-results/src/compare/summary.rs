//! The last line of a comparison.

use super::{is_worse, Comparison, PmuComparison};

/// The number of things, and their name in the singular and in the plural; nothing for none.
fn counted(number: usize, one: &str, several: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {several}")),
    }
}

/// All differences in one line. It says `no difference` only if everything was compared and nothing differs.
pub(super) fn line(all: &Comparison) -> String {
    if all.is_same {
        return match all.circumstances.is_empty() {
            true => "no difference".to_owned(),
            false => "no difference in the results, but the circumstances differ".to_owned(),
        };
    }
    let sum = |of: fn(&PmuComparison) -> usize| all.pmus.iter().map(of).sum::<usize>();
    let pmus = |of: fn(&PmuComparison) -> bool| all.pmus.iter().filter(|pmu| of(pmu)).count();
    let items = |of: fn(&super::FigureChange) -> usize| all.pmus.iter().flat_map(|pmu| &pmu.figures).map(of).sum();
    let lower = |figure: &super::FigureChange| usize::from(figure.is_lower);
    let not_compared = sum(|pmu| pmu.not_compared.len());
    let parts = [
        counted(sum(|pmu| pmu.failures.all_new().count()), "new failure", "new failures"),
        counted(sum(|pmu| pmu.failures.gone.len()), "failure gone", "failures gone"),
        counted(sum(|pmu| pmu.failures.not_run_in_b.len()), "failure not run in B", "failures not run in B"),
        counted(
            sum(|pmu| pmu.failures.programs_failing_now.len()),
            "program that passed fails",
            "programs that passed fail",
        ),
        counted(
            sum(|pmu| pmu.failures.programs_passing_now.len()),
            "program that failed passes",
            "programs that failed pass",
        ),
        counted(pmus(|pmu| is_worse(&pmu.verdict)), "verdict worse", "verdicts worse"),
        counted(pmus(|pmu| pmu.verdict.b < pmu.verdict.a), "verdict better", "verdicts better"),
        counted(items(lower), "figure lost coverage", "figures lost coverage"),
        counted(items(|figure| figure.gained.len()), "item newly covered", "items newly covered"),
        counted(sum(|pmu| pmu.failures.programs_only_in_a.len()), "program not run in B", "programs not run in B"),
        counted(sum(|pmu| pmu.failures.programs_only_in_b.len()), "program not run in A", "programs not run in A"),
        counted(not_compared, "figure not compared", "figures not compared"),
        counted(all.only_in_a.len() + all.only_in_b.len(), "PMU not compared", "PMUs not compared"),
    ];
    let mut parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        parts.push("other differences".to_owned());
    }
    let worse = if all.is_worse { "B is worse" } else { "nothing in B is worse" };
    format!("{}; {worse}", parts.join(", "))
}
