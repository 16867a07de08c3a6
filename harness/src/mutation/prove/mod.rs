//! Proofs that a mutant is no mutant at all.
//!
//! All registers are cut open: their outputs become inputs of the logic and their inputs become outputs. Where the logic of
//! the mutant then gives the same outputs for all inputs as that of the RTL, the two behave alike in every clock from every
//! state: [`Proof::EveryState`].
//!
//! Where a state is found in which they differ, the states that the RTL can reach from reset are asked about. Two proofs
//! together say that nothing can tell the two apart behind a reset, [`Proof::ReachableStates`]:
//!
//! 1. In a clock with `rst`, both go to the same next state, whatever state each of them comes from.
//! 2. In every state in which the [`invariant`] holds, both give the same outputs and go to the same next state.
//!
//! The invariant is one of the RTL alone: it holds behind a clock with `rst`, and from a state in which it holds the RTL goes
//! to one in which it holds. By induction over the clocks behind the reset, both are in the same state (1, then 2), it is one
//! in which the invariant holds (the RTL is in it), and the outputs are equal (2).
//!
//! The solver is Yosys's own.

mod aiger;
mod invariant;

use self::aiger::Logic;
use self::invariant::{invariant, Equal, RESET};
use super::mutant::Mutant;
use super::script::{self, file};
use super::survey::{write, Survey};
use super::MutationError;
use crate::build::{BuildError, Workspace, Yosys};
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;
use std::{fmt, fs};

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
    /// The same in every state in which holds what always holds behind a reset of the RTL; reset leads both to one state.
    ReachableStates,
}

impl Proof {
    /// What it says.
    pub fn text(self) -> &'static str {
        match self {
            Self::EveryState => "outputs and next state are equal for all inputs in every state",
            Self::ReachableStates => {
                "outputs and next state are equal for all inputs in every state that can be reached"
            }
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::EveryState => "every-state",
            Self::ReachableStates => "reachable-states",
        })
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
    /// What holds in every state that the RTL reaches.
    invariant: Vec<Equal>,
    /// The next values of all registers.
    next: Vec<String>,
}

impl<'a> Prover<'a> {
    /// Cuts the registers of the surveyed design.
    pub fn new(workspace: &'a Workspace, yosys: &'a Yosys, survey: &'a Survey) -> Result<Self, MutationError> {
        let (folder, shown, top) = (&survey.folder, &survey.shown, &survey.files.top);
        let base = folder.join("base.il");
        let text = read(&base)?;
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
        text += "hierarchy -top gold\ntechmap\nopt -fast\naigmap\nopt_clean\n";
        text += &format!("write_aiger -ascii -symbols {}\n", file(shown, "gold.aag"));
        write(folder, "cut.ys", &text)?;
        yosys.run(workspace, &folder.join("cut.ys"))?;
        let unknown =
            || MutationError::Invalid("the logic of the RTL, as Yosys writes it, is not understood".to_owned());
        let logic = Logic::parse(&read(&folder.join("gold.aag"))?).ok_or_else(unknown)?;
        let invariant = invariant(&logic).ok_or_else(unknown)?;
        let is_next = |name: &&String| name.contains(REGISTER) && name.contains(".D");
        let whole =
            |name: &String| name.rsplit_once(".D").map_or(name.clone(), |(register, _)| format!("{register}.D"));
        let next: BTreeSet<String> = logic.outputs.iter().filter(is_next).map(whole).collect();
        Ok(Self { workspace, yosys, survey, invariant, next: next.into_iter().collect() })
    }

    /// Tries to prove that `mutant` behaves like the RTL.
    pub fn prove(&self, mutant: &Mutant) -> Result<Verdict, MutationError> {
        let number = mutant.number;
        let name = format!("proof-{number}.ys");
        write(&self.survey.folder, &name, &self.script(mutant))?;
        let said = self.yosys.run(self.workspace, &self.survey.folder.join(&name))?;
        match answers(&said)[..] {
            [Answer::Yes, _, _] => Ok(Verdict::Proven(Proof::EveryState)),
            [_, Answer::Yes, Answer::Yes] => Ok(Verdict::Proven(Proof::ReachableStates)),
            [_, reset, step] if reset == Answer::No || step == Answer::No => Ok(Verdict::Refuted),
            [_, _, _] => Ok(Verdict::Open),
            _ => Err(MutationError::Invalid(format!("the solver said nothing that is known of mutant {number}"))),
        }
    }

    /// Puts mutant and RTL side by side and asks three questions: about all states, and the two about those that can be
    /// reached, as the head of this file numbers them.
    fn script(&self, mutant: &Mutant) -> String {
        let Survey { shown, files, .. } = self.survey;
        let mut text = format!("read_rtlil {}\n{}\n", file(shown, "cut.il"), mutant.command());
        text += &opened(&files.top, "gate");
        text += &format!("design -stash mutant\nread_rtlil {}\n", file(shown, "gold.il"));
        text += "design -copy-from mutant gate\nmiter -equiv -make_outputs -flatten gold gate miter\nhierarchy -top miter\n";
        // Merges all that the two have in common, so that little is left to the solver.
        text += "opt_clean\nopt_merge\nopt_expr\nopt_merge\nopt_expr\nopt_clean\n";
        let next: String = self.next.iter().map(|name| format!(" -prove gold_{name} gate_{name}")).collect();
        let holds = |[bit, other]: &Equal| match other.strip_prefix("1'") {
            Some(_) => format!(" -set in_{bit} {other}"),
            None => format!(" -set in_{bit} in_{other}"),
        };
        let invariant: String = self.invariant.iter().map(holds).collect();
        let reset = format!(" -set in_{RESET} 1'1{next}");
        let questions = [" -prove trigger 0", &reset, &format!("{invariant} -prove trigger 0")];
        text + &questions.map(|question| format!("sat -timeout {SECONDS}{question} miter\n")).concat()
    }
}

/// What the solver says to a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    Open,
}

/// Reads a file of the campaign.
fn read(path: &Path) -> Result<String, BuildError> {
    fs::read_to_string(path).map_err(|source| BuildError::Io { action: "read", path: path.to_owned(), source })
}

/// Flattens a design whose registers are cut and turns them into ports of its top, which gets the name `name`.
fn opened(top: &str, name: &str) -> String {
    let flatten = script::FLATTEN;
    let none_left = format!("select -assert-none t:{REGISTER}*");
    format!("{flatten}expose -evert t:{REGISTER}*\nrename {top} {name}\n{none_left}\n")
}

/// The answers in the order of the questions.
fn answers(said: &str) -> Vec<Answer> {
    let known = |line: &str| match line {
        _ if line.contains("SAT proof finished - no model found: SUCCESS!") => Some(Answer::Yes),
        _ if line.contains("SAT proof finished - model found: FAIL!") => Some(Answer::No),
        _ if line.contains("Interrupted SAT solver: TIMEOUT!") => Some(Answer::Open),
        _ => None,
    };
    said.lines().filter_map(known).collect()
}
