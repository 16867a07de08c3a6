//! `docs/collisions/`: a page for each PMU with a collision table, and an index.

use golden_model_core::collisions::{Effect, StateField};
use golden_model_core::Pmu;
use pmu_results::causes_name;
use std::fmt::Write;

const INDEX: &str = "\
# Collisions

A collision is two or more causes that act on the same state in the same cycle: a write and an increment, a freeze and an overflow.
These pages state the outcome that the specification requires. They are made from `golden-model/descriptions/<pmu>/collisions.toml` and, for
what PMUs share, `golden-model/descriptions/shared/<folder>/collisions.toml`.

The same tables give the directed programs `collision/<field>/<a>+<b>`, which are part of every run, and the pairs that the column
*collisions* of a result counts. A pair counts as covered when the golden model has seen both causes act in one cycle, from each of
the listed values, and no stronger third cause acted with them.

Other programs of the tables combine more causes:

| program | what acts |
|---|---|
| `three_causes/<field>` | each three causes in the same cycle; the program expects the outcome of the table |
| `successive/<field>` | each cause and, one and two cycles later, each cause; the outcome is left to the comparison of DUT and model |
| `simultaneous/<field>/<a>` | `a`, an increment, in the same cycle on each two and each three instances of the field, on all, and on all except one, each at its greatest value; of more than six instances, the sets of two and three are neighbours; the outcome is left to the comparison of DUT and model |

## How to read a page

- Causes are listed in order of priority. Of the causes that act in a cycle, the first whose effect is not `none` decides. The
  effect `none` means that the cause acts from the next cycle on, or on another value.
- In the table of pairs a row is the stronger cause, a column the weaker one, and a cell the outcome. `-` is impossible; the reason
  is in the list below the table.
- `{value}` is the value at the start of the cycle.

## PMUs

A pair is counted once for each field, and a combination once for each value from which the pair is possible.

| PMU | fields | causes | possible pairs | impossible pairs | combinations |
|---|---|---|---|---|---|
";

/// The pages for the tables of these PMUs, as file names and texts.
pub fn pages(pmus: &[Pmu]) -> Vec<(String, String)> {
    let mut index = INDEX.to_owned();
    let mut pages = Vec::new();
    // Writing to a string does not fail.
    for pmu in pmus.iter().filter(|pmu| !pmu.collisions.fields.is_empty()) {
        let (id, fields) = (&pmu.description.id, &pmu.collisions.fields);
        let causes: usize = fields.iter().map(|field| field.causes.len()).sum();
        let values_of_pairs =
            fields.iter().flat_map(|field| field.pairs().map(|pair| field.possible_values(&pair).count()));
        let (possible, impossible): (Vec<usize>, Vec<usize>) = values_of_pairs.partition(|&values| values > 0);
        let combinations: usize = possible.iter().sum();
        let _ = writeln!(
            index,
            "| [`{id}`]({id}.md) | {} | {causes} | {} | {} | {combinations} |",
            fields.len(),
            possible.len(),
            impossible.len()
        );
        let mut page = format!(
            "# Collisions of `{id}`\n\n{}. [How to read this page](README.md#how-to-read-a-page)\n",
            pmu.description.name
        );
        fields.iter().for_each(|field| describe(&mut page, field));
        pages.push((format!("{id}.md"), page));
    }
    pages.insert(0, ("README.md".to_owned(), index));
    pages
}

fn describe(page: &mut String, field: &StateField) {
    let values: Vec<&str> = field.values.iter().map(|value| value.name.as_str()).collect();
    let otherwise = match &field.otherwise {
        Effect::Keep => String::new(),
        effect => format!(" Without any cause: `{effect}`."),
    };
    let _ = writeln!(page, "\n## {}: {}\n", field.name, field.doc);
    let bits = if field.width == 1 { "1 bit".to_owned() } else { format!("{} bits", field.width) };
    let _ = writeln!(page, "{bits}. Tested from {}.{otherwise}\n", values.join(", "));
    page.push_str("| cause | definition | effect | requirements |\n|---|---|---|---|\n");
    for cause in &field.causes {
        let _ = writeln!(page, "| {} | {} | `{}` | {} |", cause.name, cause.doc, cause.effect, cause.ids.join(" "));
    }
    matrix(page, field);
    let special = field.pairs.iter().filter(|pair| !pair.why.is_empty());
    let special = special.map(|pair| (causes_name(field, &pair.causes), &pair.why, &pair.ids, String::new()));
    let impossible = field.impossible.iter().map(|impossible| {
        let set = |causes: &[usize]| causes_name(field, causes).replace('+', ", ");
        let names = match impossible.with.is_empty() {
            true => set(&impossible.causes),
            false => format!("{} with {}", set(&impossible.causes), set(&impossible.with)),
        };
        let at: Vec<&str> = impossible.values.iter().map(|&value| values[value]).collect();
        let at = if at.is_empty() { String::new() } else { format!(" at {}", at.join(", ")) };
        (names, &impossible.why, &impossible.ids, format!("{at}, impossible"))
    });
    let notes: Vec<_> = special.chain(impossible).collect();
    if !notes.is_empty() {
        page.push('\n');
    }
    for (names, why, ids, kind) in notes {
        let ids = if ids.is_empty() { String::new() } else { format!(" ({})", ids.join(" ")) };
        let _ = writeln!(page, "- {names}{kind}: {why}{ids}");
    }
}

/// Writes the table of the outcomes of all pairs.
fn matrix(page: &mut String, field: &StateField) {
    let last = field.causes.len() - 1;
    if last == 0 {
        return;
    }
    let columns: Vec<&str> = field.causes[1..].iter().map(|cause| cause.name.as_str()).collect();
    let _ = writeln!(page, "\n| | {} |\n|---|{}", columns.join(" | "), "---|".repeat(columns.len()));
    for a in 0..last {
        let cell = |b: usize| match b > a {
            false => String::new(),
            true if field.possible_values(&[a, b]).next().is_none() => "-".to_owned(),
            true => match field.outcome(&[a, b]) {
                Effect::None => "`keep`".to_owned(),
                effect => format!("`{effect}`"),
            },
        };
        let cells: Vec<String> = (1..=last).map(cell).collect();
        let _ = writeln!(page, "| {} | {} |", field.causes[a].name, cells.join(" | "));
    }
}
