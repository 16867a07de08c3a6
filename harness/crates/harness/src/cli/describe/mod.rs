//! `list` and `describe`: print the descriptions of PMUs.

mod entry;
mod folded;
mod overview;
mod read;
mod requirement;
mod search;
mod tables;

use super::args::Describe;
use super::screen;
use super::status::Status;
use crate::pmu_selection::{all_pmus, find_pmu};
use crate::Error;
pub(super) use tables::{access_name, events_csv};
use tables::{choices, csv, event_table, field_rows, field_table, plain, FIELD_COLUMNS};
use textwrap::{WordSeparator, WordSplitter};

/// Width of paragraphs in a pipe.
const PIPE_WIDTH: usize = 100;

pub(super) fn list() -> Result<Status, Error> {
    let mut table = plain(["id", "name", "requirements", "event rows"]);
    for pmu in all_pmus()? {
        let description = pmu.description;
        let (requirements, rows) = (description.requirements.len(), description.events.rows.len());
        table.add_row([description.id, description.name, requirements.to_string(), rows.to_string()]);
    }
    print(&table.to_string())
}

pub(super) fn describe(arguments: &Describe) -> Result<Status, Error> {
    let pmu = find_pmu(&arguments.pmu)?;
    let description = &pmu.description;
    if !arguments.read.is_empty() {
        return print(&read::read(description, &arguments.read)?);
    }
    let text = match (&arguments.name, arguments.csv) {
        (Some(name), false) => entry::one(&pmu, name)?,
        (None, true) if arguments.events => events_csv(description)?,
        (None, true) if arguments.registers => csv(FIELD_COLUMNS, field_rows(description).into_iter())?,
        (_, true) => return Err(Error::Input("--csv needs --events or --registers".to_owned())),
        (None, false) if arguments.events => event_table(description.events.rows.iter()),
        (None, false) if arguments.choices => choices(description),
        (None, false) if arguments.registers => field_table(field_rows(description)),
        (None, false) => overview::overview(description),
    };
    if arguments.csv {
        screen::print_verbatim(&text);
        return Ok(Status::Pass);
    }
    print(&text)
}

/// Prints a text without trailing blanks.
fn print(text: &str) -> Result<Status, Error> {
    let lines: Vec<_> = text.trim_end().lines().map(str::trim_end).collect();
    screen::say!("{}", lines.join("\n"));
    Ok(Status::Pass)
}

/// Text after a title, wrapped below the end of the title.
fn paragraph(title: &str, text: &str) -> String {
    let width = screen::width().unwrap_or(PIPE_WIDTH);
    let indent = " ".repeat(title.len().max(2));
    let options = textwrap::Options::new(width)
        .initial_indent(title)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}
