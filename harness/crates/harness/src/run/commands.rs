//! The commands that results name: to repeat a run, and to replay a program.

use super::settings::{Repeat, RunSettings};
use crate::board::Address;
use crate::results::SHARD;
use crate::rtl_selection::RtlSelection;
use golden_model_core::{Choices, Pmu};
use pmu_support::shell_quoted;
use std::path::PathBuf;

/// The program, as a user of a checkout calls it.
const TOOL: &str = "target/release/pmu-cosim";

impl RunSettings {
    /// Returns the command that repeats the run for these PMUs; with an empty list, for all.
    pub(super) fn command(&self, pmus: &[String]) -> String {
        let pmus: String = pmus.iter().map(|pmu| format!(" --pmu {pmu}")).collect();
        format!(
            "{TOOL} run{pmus}{} --cycles {} {}{}{}{}",
            self.only.texts().map(|pattern| format!(" --only {}", shell_quoted(pattern))).collect::<String>(),
            self.cycles,
            match self.repeat {
                Repeat::Through(last) => format!("--seeds {}..{last}", self.seed),
                Repeat::Never | Repeat::For(_) => format!("--seed {}", self.seed),
            },
            if self.code_coverage { " --code-coverage" } else { "" },
            dut_options(&self.rtl, self.board.as_ref()),
            if self.shard.is_part() { format!("{SHARD}{}", self.shard) } else { String::new() }
        )
    }
}

/// Returns the command that runs a PMU on this RTL.
pub(crate) fn run(pmu: &str, rtl: &RtlSelection) -> String {
    format!("{TOOL} run --pmu {pmu}{}", dut_options(rtl, None))
}

/// Returns the command that runs the program in `file`, with initial values of `seed`.
pub(crate) fn replay(file: &str, seed: u32, rtl: &RtlSelection, board: Option<&Address>) -> String {
    let seed = if seed == 0 { String::new() } else { format!(" --seed {seed}") };
    format!("{TOOL} replay {file}{seed}{}", dut_options(rtl, board))
}

/// Returns the options that select this RTL and this board, each after a space.
fn dut_options(rtl: &RtlSelection, board: Option<&Address>) -> String {
    let path = |path: &PathBuf| path.display().to_string();
    let options = [
        ("--rtl", rtl.folder.as_ref().map(path)),
        ("--top", rtl.top.clone()),
        ("--ports", rtl.port_map.as_ref().map(path)),
        ("--known", rtl.known.file().map(|file| file.display().to_string())),
        ("--dut", board.map(Address::to_string)),
    ];
    let choices =
        |option, choices: &Choices| choices.iter().map(move |one| (option, Some(one.to_string()))).collect::<Vec<_>>();
    let choices = [choices("--choice", &rtl.choices), choices("--rtl-choice", &rtl.rtl_choices)];
    let configurations =
        Pmu::configuration_files().into_iter().map(|file| ("--config", Some(file.display().to_string())));
    let options = options.into_iter().chain(choices.into_iter().flatten()).chain(configurations);
    options.filter_map(|(option, value)| Some(format!(" {option} {}", shell_quoted(&value?)))).collect()
}
