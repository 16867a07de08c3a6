//! The page of drivers: for each register sequence of real software, the options of choices with which it works.
//!
//! A sequence is a directed program in the folder `drivers/`. Its comment begins with `SOFTWARE, SEQUENCE:`.

use crate::regression::{list_directed, programs_folder, DirectedFile, Stop};
use crate::rtl::{Variant, Workspace};
use crate::rtl_selection::RtlSelection;
use crate::Error;
use golden_model_core::{Choices, ChosenOption, Pmu};
use pmu_program::Program;
use pmu_rtl::SimulatedDut;
use pmu_verify::lockstep::Lockstep;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Folder of the programs in the folder of a PMU's directed programs.
const FOLDER: &str = "drivers/";

const INTRODUCTION: &str = "\
# Drivers

This page is for authors of drivers and for those who verify a PMU for which a driver exists. Each row of the second table is a
register sequence of real software, written as a directed program from facts: which registers, in which order, with which values,
and what the software expects to read. `pmu-cosim drivers` runs each program on RTL and golden model in lockstep, first with the
default of every [choice](choices.md), then with each other option alone. The first table summarizes.

[Driver in the loop](driver-in-the-loop.md) runs a driver itself, with random events.

- *works*: all expectations hold with the defaults; *except with ID=OPTION*: not if this option replaces a default.
- *with ID=OPTION*: they hold with this option, and not with the defaults.
- *does not work*: they hold with no option.
";

/// A register sequence of a driver and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Id of the PMU.
    pub pmu: String,
    /// The software, such as `Linux perf`.
    pub software: String,
    /// What it does, in a few words.
    pub sequence: String,
    /// What it does, and what goes wrong if it does not work.
    pub text: String,
    /// Name of the program.
    pub program: String,
    /// With which options it works.
    pub works: Works,
}

/// With which options of the PMU's choices a sequence works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Works {
    /// With the defaults.
    ByDefault {
        /// The other options with which it does not work.
        except: Vec<ChosenOption>,
    },
    /// Not with the defaults, but with any of these.
    With(Vec<ChosenOption>),
    /// With none.
    Never,
}

/// Runs the sequences of a PMU.
///
/// # Errors
/// If a program or the RTL is wrong, if RTL and golden model differ, or if a program's `requires` differs from its result.
pub fn sequences(workspace: &Workspace, pmu: &Pmu, notice: &dyn Fn(&str), stop: &Stop) -> Result<Vec<Sequence>, Error> {
    let folder = programs_folder(workspace.root(), &pmu.description.id);
    let files = list_directed(&folder, &pmu.description.shared)?;
    let mut benches = Benches { workspace, pmu, notice, stop, built: BTreeMap::new() };
    files.into_iter().filter(|file| file.name.starts_with(FOLDER)).map(|file| benches.sequence(&file)).collect()
}

/// The models of a PMU's RTL that the sequences need.
struct Benches<'w> {
    workspace: &'w Workspace,
    pmu: &'w Pmu,
    notice: &'w dyn Fn(&str),
    stop: &'w Stop,
    built: BTreeMap<Choices, Bench>,
}

struct Bench {
    pmu: Pmu,
    dut: Option<SimulatedDut>,
}

impl Benches<'_> {
    fn sequence(&mut self, file: &DirectedFile) -> Result<Sequence, Error> {
        let wrong = |what: String| Error::Input(format!("{}: {what}", file.file.display()));
        let comment = file.comment().map_err(|error| wrong(error.to_string()))?;
        let parts = comment.split_once(": ").and_then(|(title, text)| Some((title.split_once(", ")?, text)));
        let ((software, sequence), text) = parts
            .ok_or_else(|| wrong("the comment of a driver's program begins with `SOFTWARE, SEQUENCE: `".to_owned()))?;
        let works = self.works(file)?;
        let required = file.required_options(&self.pmu.description.shared)?;
        let fits = match &works {
            Works::ByDefault { except } => required == self.defaults(except),
            Works::With(options) => options.iter().any(|option| required == Choices::from_iter([option.clone()])),
            Works::Never => required.is_empty() && file.is_for_no_option(&self.pmu.description.shared)?,
        };
        if !fits {
            return Err(wrong(format!("{works}, which is not what its line `requires` says")));
        }
        Ok(Sequence {
            pmu: self.pmu.description.id.clone(),
            software: software.to_owned(),
            sequence: sequence.to_owned(),
            text: text.to_owned(),
            program: file.name.clone(),
            works,
        })
    }

    fn works(&mut self, file: &DirectedFile) -> Result<Works, Error> {
        let by_default = self.passes(file, &Choices::default())?;
        let (mut with, mut except) = (Vec::new(), Vec::new());
        for option in self.pmu.description.choices.iter().flat_map(|choice| choice.others()) {
            let passes = self.passes(file, &Choices::from_iter([option.clone()]))?;
            if passes { &mut with } else { &mut except }.push(option);
        }
        Ok(match by_default {
            true => Works::ByDefault { except },
            false if with.is_empty() => Works::Never,
            false => Works::With(with),
        })
    }

    /// The defaults of the choices of these options.
    fn defaults(&self, of: &[ChosenOption]) -> Choices {
        let choices = self.pmu.description.choices.iter();
        choices
            .filter(|choice| of.iter().any(|option| option.choice == choice.id))
            .map(|choice| choice.chosen())
            .collect()
    }

    /// Whether all expectations of a program hold on RTL and golden model with these options.
    fn passes(&mut self, file: &DirectedFile, choices: &Choices) -> Result<bool, Error> {
        let stop = self.stop;
        let bench = self.bench(choices)?;
        let program: Program = file.read_for_any_option(&bench.pmu)?;
        let Some(dut) = bench.dut.take() else {
            return Err(Error::Environment("the model of the RTL is in use".to_owned()));
        };
        let mut lockstep = Lockstep::new(&bench.pmu, dut);
        let outcome = lockstep.run(&program, stop)?;
        bench.dut = Some(lockstep.into_dut());
        match outcome.divergence {
            None => Ok(true),
            Some(found) if found.differences.is_empty() => Ok(false),
            Some(found) => Err(Error::Input(format!("{}: RTL and golden model differ: {found}", file.file.display()))),
        }
    }

    fn bench(&mut self, choices: &Choices) -> Result<&mut Bench, Error> {
        if !self.built.contains_key(choices) {
            let selection = RtlSelection { choices: choices.clone(), ..RtlSelection::default() };
            let pmu = selection.chosen_for(self.pmu.clone())?;
            let built = selection.model(self.workspace, &pmu, Variant::Fast, self.notice)?;
            let dut = Some(SimulatedDut::new(&built, 1)?);
            self.built.insert(choices.clone(), Bench { pmu, dut });
        }
        Ok(self.built.entry(choices.clone()).or_insert_with(|| unreachable!("inserted above")))
    }
}

impl std::fmt::Display for Works {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let or = |options: &[ChosenOption]| {
            let options: Vec<_> = options.iter().map(|option| format!("`{option}`")).collect();
            options.join(" or ")
        };
        match self {
            Self::ByDefault { except } if except.is_empty() => formatter.write_str("works"),
            Self::ByDefault { except } => write!(formatter, "works, except with {}", or(except)),
            Self::Never => formatter.write_str("does not work"),
            Self::With(options) => write!(formatter, "with {}", or(options)),
        }
    }
}

/// The page in Markdown.
pub fn page(sequences: &[Sequence]) -> String {
    let mut text = INTRODUCTION.to_owned();
    let software: BTreeSet<&str> = sequences.iter().map(|one| one.software.as_str()).collect();
    let mut pmus: Vec<&str> = sequences.iter().map(|one| one.pmu.as_str()).collect();
    pmus.dedup();
    // Writing to a string does not fail.
    let header: String = software.iter().map(|name| format!(" {name} |")).collect();
    let _ = write!(text, "\n| PMU |{header}\n|---|{}\n", "---|".repeat(software.len()));
    for pmu in &pmus {
        let cells: String = software.iter().map(|name| format!(" {} |", summary(sequences, pmu, name))).collect();
        let _ = writeln!(text, "| `{pmu}` |{cells}");
    }
    text.push_str("\n| PMU | software | sequence | result | program |\n|---|---|---|---|---|\n");
    for Sequence { pmu, software, sequence, program, works, .. } in sequences {
        let _ = writeln!(text, "| `{pmu}` | {software} | {sequence} | {works} | `{program}` |");
    }
    text.push_str("\n## What does not work with the defaults, and why\n\n");
    let fail = sequences.iter().filter(|one| !matches!(one.works, Works::ByDefault { .. }));
    for Sequence { pmu, software, sequence, text: why, works, .. } in fail {
        let _ = writeln!(text, "- `{pmu}`, {software}, {sequence} ({works}): {why}");
    }
    text
}

/// The result of all sequences of a software on a PMU.
fn summary(sequences: &[Sequence], pmu: &str, software: &str) -> String {
    let own = || sequences.iter().filter(|one| one.pmu == pmu && one.software == software);
    let needed: BTreeSet<String> =
        own().filter(|one| matches!(one.works, Works::With(_))).map(|one| one.works.to_string()).collect();
    let failing = own().filter(|one| one.works == Works::Never).count();
    let mut parts = Vec::new();
    match (own().count(), needed.is_empty()) {
        (0, _) => return "-".to_owned(),
        (_, true) if failing == 0 => return "works".to_owned(),
        (_, false) => parts.push(format!("works {}", Vec::from_iter(needed).join(", "))),
        _ => {}
    }
    if failing > 0 {
        let all = own().count();
        parts.push(format!("{} of {all} sequences work", all - failing));
    }
    parts.join("; ")
}
