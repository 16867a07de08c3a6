//! Proofs that a mutant is no mutant at all.
//!
//! All registers are cut open: their outputs become inputs of the logic and their inputs become outputs. Where the logic of
//! the mutant then gives the same outputs for all inputs as that of the RTL, the two behave alike in every clock from every
//! state. The solver is Yosys's own.

use super::mutant::Mutant;
use super::script::{self, file};
use super::survey::{write, Survey};
use super::MutationError;
use crate::build::{BuildError, Workspace, Yosys};
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

/// What a register becomes, followed by its width: a module without content that flattening leaves alone.
const REGISTER: &str = "pmu_cosim_register_";
/// A mutant that the solver does not decide in this time counts as not proven.
const SECONDS: u32 = 60;

static DFF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^ *cell \$dff .*\n(?: *parameter .*\n)*? *parameter \\WIDTH ([0-9]+)$")
        .expect("a valid expression")
});

/// How a mutant was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Outputs and next state are equal for all inputs in every state, reachable or not.
    EveryState,
}

impl Proof {
    /// What it says.
    pub fn text(self) -> &'static str {
        match self {
            Self::EveryState => "outputs and next state are equal for all inputs in every state",
        }
    }
}

/// What a proof came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It holds.
    Proven(Proof),
    /// There is a state and there are inputs in which the two differ.
    Refuted,
    /// Not decided in time.
    Open,
}

/// Proves mutants of one survey.
pub(super) struct Prover<'a> {
    workspace: &'a Workspace,
    yosys: &'a Yosys,
    survey: &'a Survey,
}

impl<'a> Prover<'a> {
    /// Cuts the registers of the surveyed design.
    pub fn new(workspace: &'a Workspace, yosys: &'a Yosys, survey: &'a Survey) -> Result<Self, MutationError> {
        let (folder, shown, top) = (&survey.folder, &survey.shown, &survey.files.top);
        let base = folder.join("base.il");
        let text = fs::read_to_string(&base).map_err(|source| BuildError::Io {
            action: "read",
            path: base.clone(),
            source,
        })?;
        let widths: BTreeSet<u32> = DFF.captures_iter(&text).filter_map(|found| found[1].parse().ok()).collect();
        let register = |width: &u32| {
            let range = format!("[{}:0]", width - 1);
            format!("(* keep_hierarchy *) module {REGISTER}{width} (input CLK, input {range} D, output {range} Q); endmodule\n")
        };
        write(folder, "registers.v", &widths.iter().map(register).collect::<String>())?;
        // A mutant may leave a register without a reader; its ports must be there all the same.
        let keep = "setattr -set keep 1 t:$dff\n".to_owned();
        let cut: String = keep
            + &widths
                .iter()
                .map(|width| format!("chtype -set {REGISTER}{width} t:$dff r:WIDTH={width} %i\n"))
                .collect::<String>();
        let mut text = format!("read_rtlil {}\n", file(shown, "base.il"));
        text += &format!("read_verilog {}\n{cut}write_rtlil {}\n", file(shown, "registers.v"), file(shown, "cut.il"));
        text += &opened(top, "gold");
        // What else remembers something would be taken for logic.
        text += "select -assert-none t:$*ff* t:$*latch* t:$mem* t:$sr\n";
        text += &format!("write_rtlil {}\n", file(shown, "gold.il"));
        write(folder, "cut.ys", &text)?;
        yosys.run(workspace, &folder.join("cut.ys"))?;
        Ok(Self { workspace, yosys, survey })
    }

    /// Tries to prove that `mutant` behaves like the RTL.
    pub fn prove(&self, mutant: &Mutant) -> Result<Verdict, MutationError> {
        let Survey { folder, shown, files, .. } = self.survey;
        let top = &files.top;
        let mut text = format!("read_rtlil {}\n{}\n", file(shown, "cut.il"), mutant.command());
        text += &opened(top, "gate");
        text += &format!("design -stash mutant\nread_rtlil {}\n", file(shown, "gold.il"));
        text += "design -copy-from mutant gate\nmiter -equiv -flatten gold gate miter\nhierarchy -top miter\n";
        // Merges all that the two have in common, so that little is left to the solver.
        text += "opt_clean\nopt_merge\nopt_expr\nopt_merge\nopt_expr\nopt_clean\n";
        text += &format!("sat -timeout {SECONDS} -prove trigger 0 miter\n");
        let name = format!("proof-{}.ys", mutant.number);
        write(folder, &name, &text)?;
        let said = self.yosys.run(self.workspace, &folder.join(&name))?;
        verdict(&said).ok_or_else(|| {
            MutationError::Invalid(format!("the solver said nothing that is known of mutant {}", mutant.number))
        })
    }
}

/// Flattens a design whose registers are cut and turns them into ports of its top, which gets the name `name`.
fn opened(top: &str, name: &str) -> String {
    let flatten = script::FLATTEN;
    let none_left = format!("select -assert-none t:{REGISTER}*");
    format!("{flatten}expose -evert t:{REGISTER}*\nrename {top} {name}\n{none_left}\n")
}

fn verdict(said: &str) -> Option<Verdict> {
    let has = |text: &str| said.contains(text);
    match () {
        () if has("SAT proof finished - no model found: SUCCESS!") => Some(Verdict::Proven(Proof::EveryState)),
        () if has("SAT proof finished - model found: FAIL!") => Some(Verdict::Refuted),
        () if has("Interrupted SAT solver: TIMEOUT!") => Some(Verdict::Open),
        () => None,
    }
}
