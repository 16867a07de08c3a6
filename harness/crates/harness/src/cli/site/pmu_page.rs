//! The page of a PMU, from its description and its published results.

use super::registers;
use super::text::{cell, code, table};
use crate::publish::{mark, Fraction, PublishedPmu, RtlHashes};
use golden_model_core::description::{Description, EventRow, Input, Signal};
use golden_model_core::{decisions, Pmu};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Returns the page that lists all PMUs.
pub(super) fn list(pmus: &[Pmu]) -> String {
    let row = |pmu: &Pmu| {
        let Description { id, name, requirements, events, .. } = &pmu.description;
        [format!("[`{id}`]({id}.md)"), cell(name), requirements.len().to_string(), events.rows.len().to_string()]
    };
    let rows: Vec<_> = pmus.iter().map(row).collect();
    let text = "# PMUs\n\nA page for each PMU: registers, ports, events, requirements and choices from its description, and its\n\
                [published results](../docs/results.md).\n\n";
    text.to_owned() + &table(["PMU", "name", "requirements", "event rows"], &rows)
}

/// Returns the page of a PMU. `root` is that of the repository, whose pages it links to.
///
/// `rtl` has the hashes of the RTL in the tree.
pub(super) fn page(
    root: &Path,
    description: &Description,
    published: Option<&PublishedPmu>,
    rtl: &RtlHashes,
) -> String {
    let mut page = format!("# {}\n\n", description.name);
    let _ =
        writeln!(page, "`{}`, as specified by: {}.\n", description.id, cell(description.manual.trim_end_matches('.')));
    if let Some(top) = &description.part_of {
        let _ = writeln!(page, "A sub-block of [`{top}`]({top}.md) that is also verified alone.\n");
    }
    add_links(&mut page, root, description);
    add_results(&mut page, published, rtl);
    add_units(&mut page, description);
    add_registers(&mut page, description);
    add_ports(&mut page, description);
    add_events(&mut page, description);
    add_requirements(&mut page, description);
    add_choices(&mut page, description);
    page
}

/// Links to the other pages about the PMU that exist.
fn add_links(page: &mut String, root: &Path, description: &Description) {
    let id = &description.id;
    let family = |name: &str| name.split('_').next().map(str::to_owned);
    let own = [format!("docs/collisions/{id}.md"), format!("docs/seeded-bugs/{id}.md")];
    let own = own.into_iter().zip(["collisions", "seeded bugs"]).map(|(file, text)| (file, text.to_owned()));
    // Loading the description has read them without an error.
    let of_family = decisions::pages().unwrap_or_default().iter().filter(|page| family(&page.name) == family(id));
    let of_family = of_family.map(|page| (format!("docs/decisions/{}.md", page.name), page.title.clone()));
    let links = own.chain(of_family).filter(|(file, _)| root.join(file).is_file());
    for (file, text) in links {
        let _ = writeln!(page, "- [{text}](../{file})");
    }
    page.push('\n');
}

fn add_results(page: &mut String, published: Option<&PublishedPmu>, rtl: &RtlHashes) {
    page.push_str("## Published results\n\n");
    let Some(PublishedPmu { pmu, run, mutation, summary }) = published else {
        page.push_str("No results have been published.\n\n");
        return;
    };
    let _ = writeln!(page, "{}. [Results](../docs/results.md) has the figures of all PMUs.\n", cell(summary));
    let fraction = |of: &Fraction| format!("{}/{}", of.covered, of.total);
    let mut rows = Vec::new();
    if let Some(run) = run {
        let of_rtl = run.rtl_hash.as_ref().map_or("", |hash| mark(pmu, hash, rtl));
        rows.push(["cycles in lockstep".to_owned(), format!("{}{of_rtl}", run.cycles)]);
        rows.push(["divergences", &run.divergences.to_string()].map(str::to_owned));
        for (name, figure) in [
            ("requirements", Some(&run.requirements)),
            ("event rows", Some(&run.event_rows)),
            ("functional coverage", run.coverage.as_ref()),
            ("situations", run.situations.as_ref()),
            ("collisions", run.collisions.as_ref()),
            ("line coverage", run.line.as_ref()),
            ("toggle coverage", run.toggle.as_ref()),
        ] {
            rows.extend(figure.map(|figure| [name.to_owned(), fraction(figure)]));
        }
    }
    for campaign in mutation {
        rows.push([format!("mutants, seed {}", campaign.seed), campaign.mutants.to_string()]);
        rows.push([
            format!("mutation score, seed {}", campaign.seed),
            format!("{:.4}{}", campaign.score, mark(pmu, &campaign.rtl_hash, rtl)),
        ]);
    }
    page.push_str(&table(["figure", "value"], &rows));
}

/// The PMU of which the units of a kind are instances.
fn block(description: &Description, kind: usize) -> Option<&str> {
    description.blocks.get(kind)?.as_deref()
}

fn add_units(page: &mut String, description: &Description) {
    page.push_str("## Units\n\n");
    let rows = description.units.iter().map(|unit| {
        let number = unit.number.map_or(String::new(), |number| number.to_string());
        let kind = match block(description, unit.kind) {
            Some(id) => format!("an instance of [`{id}`]({id}.md)"),
            None => cell(&description.kinds[unit.kind]),
        };
        [code(&unit.name), number, format!("`{:#x}`", unit.address_offset), kind]
    });
    let rows: Vec<_> = rows.collect();
    page.push_str(&table(["unit", "`bus_unit`", "address offset", "kind"], &rows));
    let rows = description
        .spaces
        .iter()
        .map(|space| [code(&space.name), space.number.to_string(), cell(&space.doc), cell(&space.section)]);
    let rows: Vec<_> = rows.collect();
    page.push_str(&table(["space", "`bus_space`", "meaning", "section"], &rows));
}

fn add_registers(page: &mut String, description: &Description) {
    page.push_str("## Registers\n\n");
    for kind in 0..description.kinds.len() {
        match block(description, kind) {
            Some(id) => {
                let kind = &description.kinds[kind];
                let _ = writeln!(
                    page,
                    "The registers of units of kind `{kind}` are those of [`{id}`]({id}.md#registers).\n"
                );
            }
            None => registers::add(page, description, kind),
        }
    }
}

fn add_ports(page: &mut String, description: &Description) {
    page.push_str("## Ports\n\n[The register port](../docs/architecture.md#the-rtl-top) is the same for all PMUs. The others:\n\n");
    // Inputs of several units and elements have one pattern.
    let mut inputs = BTreeMap::<_, (usize, &Input)>::new();
    for input in &description.inputs {
        inputs.entry((&input.pattern, &input.doc)).or_insert((0, input)).0 += 1;
    }
    let row = |(count, input): &(usize, &Input)| {
        let fields = input.fields.iter();
        let fields = fields.map(|field| format!("{} {}:{}", field.name, field.low + field.width - 1, field.low));
        let fields = code(&fields.collect::<Vec<_>>().join(" "));
        [
            code(&input.pattern),
            times(*count),
            input.at.width.to_string(),
            cell(&input.doc),
            fields,
            cell(&input.section),
        ]
    };
    let rows: Vec<_> = inputs.values().map(row).collect();
    page.push_str(&table(["input", "number", "bits", "meaning", "fields", "section"], &rows));
    page.push_str(&signals("output", &description.outputs));
    page.push_str("## State\n\nThe scoreboard compares these words in every cycle.\n\n");
    page.push_str(&signals("word", &description.states));
}

/// Formats signals, one row for those that differ only in numbers.
fn signals(title: &str, signals: &[Signal]) -> String {
    let without_numbers = |text: &str| text.replace(|digit: char| digit.is_ascii_digit(), "");
    let mut groups = BTreeMap::<_, (usize, &Signal)>::new();
    for signal in signals {
        let name = signal.name.rsplit('.').next().unwrap_or(&signal.name);
        groups.entry((without_numbers(name), without_numbers(&signal.doc))).or_insert((0, signal)).0 += 1;
    }
    let row = |(count, signal): &(usize, &Signal)| {
        [code(&signal.name), times(*count), signal.width.to_string(), cell(&signal.doc), cell(&signal.section)]
    };
    let rows: Vec<_> = groups.values().map(row).collect();
    table([title, "number", "bits", "meaning", "section"], &rows)
}

/// The number of similar ports, if there are several.
fn times(count: usize) -> String {
    if count > 1 {
        count.to_string()
    } else {
        String::new()
    }
}

fn add_events(page: &mut String, description: &Description) {
    page.push_str("## Events\n\n");
    let blocks: Vec<_> = (0..description.kinds.len()).filter_map(|kind| block(description, kind)).collect();
    for id in &blocks {
        let _ = writeln!(page, "- [Events of `{id}`]({id}.md#events)");
    }
    let own = description.events.rows.iter().filter(|row| block(description, row.kind).is_none());
    let row = |row: &EventRow| {
        let umask = row.umask.map_or(String::new(), |umask| format!("`{umask:#04x}`"));
        let max = row.max_inc.map_or(String::new(), |max| max.to_string());
        let text = match row.umask_name.as_str() {
            "" => cell(&row.event),
            mask => format!("{}: {}", cell(&row.event), cell(mask)),
        };
        [
            format!("`{:#04x}`", row.code),
            umask,
            code(&row.name()),
            text,
            max,
            row.counters.clone(),
            cell(&row.notes),
            cell(&row.section),
        ]
    };
    let rows: Vec<_> = own.map(row).collect();
    if rows.is_empty() && blocks.is_empty() {
        page.push_str("It counts no selectable events.\n");
    }
    if rows.is_empty() || !blocks.is_empty() {
        page.push('\n');
    }
    page.push_str(&table(["code", "umask", "name in programs", "event", "max", "counters", "notes", "section"], &rows));
}

fn add_requirements(page: &mut String, description: &Description) {
    page.push_str("## Requirements\n\n");
    let row = |requirement: &golden_model_core::description::Requirement| {
        let id = &requirement.id;
        [format!("<a id=\"{id}\"></a>`{id}`"), cell(&requirement.text), cell(&requirement.section)]
    };
    let rows: Vec<_> = description.requirements.iter().map(row).collect();
    page.push_str(&table(["id", "requirement", "section"], &rows));
}

fn add_choices(page: &mut String, description: &Description) {
    if description.choices.is_empty() {
        return;
    }
    page.push_str("## Choices\n\nQuestions that the manual leaves open. [Choices](../docs/choices.md) says how to select an option.\n\n");
    for choice in &description.choices {
        let _ = writeln!(page, "### {}\n\n{} (section {})\n", choice.id, cell(&choice.question), cell(&choice.section));
        let row = |(position, option): (usize, &decisions::ChoiceOption)| {
            let default = if position == 0 { " (default)" } else { "" };
            [format!("{}{default}", code(&option.name)), cell(&option.behaviour), cell(&option.evidence)]
        };
        let rows: Vec<_> = choice.options.iter().enumerate().map(row).collect();
        page.push_str(&table(["option", "behaviour", "source"], &rows));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_has_all_registers_events_requirements_and_choices() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        for pmu in Pmu::ids().filter_map(Pmu::find) {
            let description = &pmu.description;
            let page = page(&root, description, None, &RtlHashes::new());
            let is_own = |kind: usize| block(description, kind).is_none();
            let registers = description.registers.iter().filter(|register| is_own(register.kind));
            let registers = registers.map(|register| format!("\n| `{}` | ", register.name));
            let events = description.events.rows.iter().filter(|row| is_own(row.kind));
            let events = events.map(|row| format!(" | `{}` | ", row.name()));
            let requirements = description.requirements.iter().map(|requirement| format!(">`{}` | ", requirement.id));
            let choices = description.choices.iter().map(|choice| format!("\n### {}\n", choice.id));
            for text in registers.chain(events).chain(requirements).chain(choices) {
                assert!(page.contains(&text), "{}: {text}", description.id);
            }
        }
    }
}
