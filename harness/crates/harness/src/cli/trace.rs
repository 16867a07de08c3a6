//! `trace`: shows a program cycle by cycle.

use super::args::Trace;
use super::screen::say;
use super::status::Status;
use crate::dut_source::DutSource;
use crate::lockstep::{trace_cycles, Divergence, Lockstep, TracedCycle, ValueChange};
use crate::pmu_selection::pmu_of;
use crate::program::Source;
use crate::regression::Stop;
use crate::Error;
use std::io::BufRead;

/// Indent of the changes below the statements of a cycle.
const INDENT: &str = "            ";

pub(super) fn trace(arguments: &Trace, stop: &Stop) -> Result<Status, Error> {
    let source = Source::read(&arguments.file)?;
    let rtl = arguments.rtl.selection()?;
    let pmu = rtl.chosen_for(pmu_of(&source)?)?;
    let known = rtl.known.of(&pmu, true)?;
    let program = source.resolve(arguments.file.display().to_string(), &pmu)?;
    let length = program.cycles();
    let range = match &arguments.cycles {
        None => 0..length,
        Some(cycles) if *cycles.start() < length => *cycles.start()..cycles.end().saturating_add(1).min(length),
        Some(cycles) => {
            let first = cycles.start();
            return Err(Error::Input(format!("--cycles: {} has {length} cycles and no cycle {first}", program.name)));
        }
    };
    let workspace = super::workspace()?;
    let dut_source = DutSource::new(&workspace, &pmu, &rtl, None, &super::notice)?;
    let outcome = Lockstep::new(&pmu, dut_source.dut(arguments.seed)?).accepting(&known).run(&program, stop)?;
    let cycles = trace_cycles(&pmu, &program, dut_source.dut(arguments.seed)?, range)?;
    match arguments.step {
        true => step(&cycles)?,
        false => show(&cycles),
    }
    say!("{}", summary(&pmu.description.id, outcome.divergence.as_deref()));
    Ok(if outcome.divergence.is_some() { Status::Diverged } else { Status::Pass })
}

/// Shows all cycles; consecutive cycles in which nothing changes in one line.
fn show(cycles: &[TracedCycle]) {
    let mut at = 0;
    while at < cycles.len() {
        let idle = cycles[at..].iter().take_while(|cycle| cycle.is_idle()).count();
        match idle {
            0 => {
                say!("{}", text(&cycles[at]));
                at += 1;
            }
            _ => {
                let (first, last) = (cycles[at].cycle, cycles[at + idle - 1].cycle);
                let numbers = if first == last { first.to_string() } else { format!("{first}-{last}") };
                say!("{numbers:>10}  no change");
                at += idle;
            }
        }
    }
}

/// Shows one cycle after each line from standard input.
fn step(cycles: &[TracedCycle]) -> Result<(), Error> {
    let mut input = std::io::stdin().lock().lines();
    let mut at = 0;
    while let Some(cycle) = cycles.get(at) {
        say!("{}", text(cycle));
        let line = match input.next() {
            Some(line) => line.map_err(|error| Error::Environment(format!("standard input: {error}")))?,
            None => return Ok(()),
        };
        let after = at + 1;
        at = match line.trim() {
            "" => after,
            "q" => return Ok(()),
            "d" => match cycles[after..].iter().position(TracedCycle::differs) {
                Some(distance) => after + distance,
                None => {
                    say!("no later cycle differs");
                    at
                }
            },
            number => match number.parse().map(|number: u64| cycles.iter().position(|cycle| cycle.cycle == number)) {
                Ok(Some(found)) => found,
                _ => {
                    say!("Enter shows the next cycle, a number goes to that cycle, d to the next difference, q ends");
                    at
                }
            },
        };
    }
    Ok(())
}

/// The statements of a cycle, and a line for each value that changes or differs.
fn text(cycle: &TracedCycle) -> String {
    let first = match cycle.statements.is_empty() {
        true => format!("{:>10}", cycle.cycle),
        false => format!("{:>10}  {}", cycle.cycle, cycle.statements.join(&format!("\n{INDENT}"))),
    };
    let values = cycle.changes.chunk_by(|one, next| one.name == next.name);
    let changes = values.map(|fields| {
        let changes: Vec<_> = fields.iter().map(change_text).collect();
        format!("\n{INDENT}  {} {}", fields[0].name, changes.join(", "))
    });
    first + &changes.collect::<String>()
}

/// The values before and after; where DUT and model differ, both.
fn change_text(change: &ValueChange) -> String {
    let ValueChange { field, before, expected, actual, .. } = change;
    let field = field.as_ref().map(|field| format!("{field} ")).unwrap_or_default();
    let before = before.as_ref().filter(|before| *before != expected);
    let before = before.map(|before| format!("{before} -> ")).unwrap_or_default();
    match actual {
        None => format!("{field}{before}{expected}"),
        Some(actual) => format!("{field}{before}expected {expected}, got {actual}"),
    }
}

fn summary(id: &str, divergence: Option<&Divergence>) -> String {
    match divergence {
        None => format!("{id}: no divergence"),
        Some(divergence) => {
            let what = if divergence.signature.check.is_divergence() { "first divergence" } else { "failure" };
            format!("{id}: {what} in {}", divergence.headline())
        }
    }
}
