//! Proofs that a mutant is no mutant at all.
//!
//! All registers are cut open: their outputs become inputs of the logic and their inputs become outputs. Where the logic of
//! the mutant then gives the same outputs for all inputs as that of the RTL, the two behave alike in every clock from every
//! state: [`Proof::EveryState`].
//!
//! Where a state is found in which they differ, the states that the RTL can reach from reset are asked about. Two proofs
//! together say that nothing can tell the two apart behind a reset, [`Proof::ReachableStates`]:
//!
//! 1. In a clock with `rst`, both go from every state to the same next state.
//! 2. In every state in which the [`invariant`] holds, both give the same outputs and go to the same next state.
//!
//! The invariant is one of the RTL alone: it holds behind a clock with `rst`, and from a state in which it holds the RTL goes
//! to one in which it holds. Take the RTL in the state that the mutant happens to be in before the reset. By induction over the
//! clocks behind it, both are in the same state (1, then 2), it is one in which the invariant holds (the RTL is in it), and
//! the outputs are equal (2).
//!
//! Where (2) fails because a state satisfies the invariant and is not reached all the same, it is asked of the clocks behind a
//! reset instead, by induction over a few of them: the RTL [`walk`]s from state to state, and the mutant is compared in each.
//! As long as it has not differed it is in the same state, so this says what (2) says.
//!
//! Inputs are free in all of that. Where this is too much, (2) is asked again without what the description excludes: more
//! occurrences of an event in one clock than its line can have, [`Proof::AllowedInputs`].
//!
//! The solver is Yosys's own.

mod aiger;
mod cut;
mod invariant;
mod proof;
mod walk;

use self::aiger::Logic;
use self::cut::{cut, opened, REGISTER};
use self::invariant::{invariant, Equal, Known, RESET};
pub use self::proof::Proof;
pub(super) use self::proof::Verdict;
use super::mutant::Mutant;
use super::script::file;
use super::survey::{write, Survey};
use super::MutationError;
use crate::build::{Workspace, Yosys};
use golden_model::Description;
use std::collections::BTreeSet;

/// A mutant that the solver does not decide in this time counts as not proven.
const SECONDS: u32 = 60;

/// Cells of which each bit of the result comes from the bits at the same place.
const BITWISE: &str = "t:$and t:$or t:$xor t:$xnor t:$not t:$mux t:$pos";

/// Cells of one bit that say whether words are equal, which vanish bit by bit where the words are the same.
const COMPARING: &str = "t:$eqx t:$reduce_and t:$reduce_or t:$logic_not";

/// That outputs and next state are equal.
const EQUAL: &str = " -prove trigger 0";

/// Proves mutants of one survey.
pub(super) struct Prover<'a> {
    workspace: &'a Workspace,
    yosys: &'a Yosys,
    survey: &'a Survey,
    /// What is known of the states that the RTL reaches.
    known: Known,
    /// Bits of inputs that are never 1.
    never: Vec<Equal>,
    /// The next values of all registers.
    next: Vec<String>,
}

impl<'a> Prover<'a> {
    /// Cuts the registers of the surveyed design.
    pub fn new(
        workspace: &'a Workspace,
        yosys: &'a Yosys,
        survey: &'a Survey,
        description: &Description,
    ) -> Result<Self, MutationError> {
        let unknown =
            || MutationError::Invalid("the logic of the RTL, as Yosys writes it, is not understood".to_owned());
        let logic = cut(workspace, yosys, survey)?.ok_or_else(unknown)?;
        let known = invariant(&logic).ok_or_else(unknown)?;
        write(&survey.folder, "walk.v", &walk::verilog(&logic))?;
        let is_next = |name: &&String| name.contains(REGISTER) && name.contains(".D");
        let whole =
            |name: &String| name.rsplit_once(".D").map_or(name.clone(), |(register, _)| format!("{register}.D"));
        let next: BTreeSet<String> = logic.outputs.iter().filter(is_next).map(whole).collect();
        let never = never(description, &logic);
        Ok(Self { workspace, yosys, survey, known, never, next: next.into_iter().collect() })
    }

    /// Tries to prove that `mutant` behaves like the RTL.
    pub fn prove(&self, mutant: &Mutant) -> Result<Verdict, MutationError> {
        use Answer::{No, Open, Yes};
        let answers = self.ask(mutant, "", &self.of_one_clock())?;
        Ok(match answers[..] {
            [Yes, ..] => Verdict::Proven(Proof::EveryState),
            [_, No, ..] => Verdict::Refuted,
            [_, Open, ..] => Verdict::Open,
            [_, _, Yes, _] => Verdict::Proven(Proof::ReachableStates),
            [_, _, _, Yes] => Verdict::Proven(Proof::AllowedInputs),
            _ => match (&self.ask(mutant, "-walk", &self.of_the_way())?[..], &answers[..]) {
                ([Yes, _], _) => Verdict::Proven(Proof::ReachableStates),
                ([_, Yes], _) => Verdict::Proven(Proof::AllowedInputs),
                (_, [.., No]) => Verdict::Refuted,
                _ => Verdict::Open,
            },
        })
    }

    /// About every state, then the two about states that can be reached, as the head of this file numbers them, and the second
    /// of these about allowed inputs.
    fn of_one_clock(&self) -> String {
        let next: String = self.next.iter().map(|name| format!(" -prove gold_{name} gate_{name}")).collect();
        let always = holding("in_", &self.known.always);
        let allowed = holding("in_", &self.never);
        let in_reset = sat(&format!(" -set in_{RESET} 1'1{next} miter"));
        let everywhere = sat(&format!("{EQUAL} miter"));
        let reachable = sat(&format!("{always}{EQUAL} miter"));
        let as_allowed = sat(&format!("{always}{allowed}{EQUAL} miter"));
        // Only the one about the reset needs what is deleted.
        let compared = format!("delete -output miter/w:gold_* miter/w:gate_*\nopt_clean\n{}", bit_by_bit());
        format!("design -save whole\n{compared}design -save compared\n{everywhere}design -load whole\n{in_reset}")
            + &format!("design -load compared\n{reachable}{as_allowed}")
    }

    /// About all clocks behind a reset: for all inputs, and for those that are allowed.
    fn of_the_way(&self) -> String {
        let Known { always, behind_reset } = &self.known;
        let always = holding("m.in_", always);
        let allowed = always.clone() + &holding("m.in_", &self.never);
        let around = walk::commands(&file(&self.survey.shown, "walk.v"));
        // Before the walk is around it: the questions name signals that must all be there.
        bit_by_bit()
            + &around
            + &sat(&walk::question(&always, behind_reset))
            + &sat(&walk::question(&allowed, behind_reset))
    }

    /// Puts mutant and RTL side by side, runs `commands`, and gives the answers to the questions among them.
    fn ask(&self, mutant: &Mutant, kind: &str, commands: &str) -> Result<Vec<Answer>, MutationError> {
        let Survey { folder, shown, files, .. } = self.survey;
        let mut text = format!("read_rtlil {}\n{}\n", file(shown, "cut.il"), mutant.command());
        text += &opened(&files.top, "gate");
        text += &format!("design -stash mutant\nread_rtlil {}\n", file(shown, "gold.il"));
        text += "design -copy-from mutant gate\nmiter -equiv -make_outputs -flatten gold gate miter\nhierarchy -top miter\n";
        // Merges all that the two have in common, so that nearly nothing is left to the solver.
        text += &format!("opt_clean\nopt_merge\nsimplemap {COMPARING}\nopt_expr\n");
        text += commands;
        let name = format!("proof-{}{kind}.ys", mutant.number);
        write(folder, &name, &text)?;
        let answers = answers(&self.yosys.run(self.workspace, &folder.join(&name))?);
        match answers.len() == commands.lines().filter(|line| line.starts_with(ASK)).count() {
            true => Ok(answers),
            false => Err(MutationError::Invalid(format!("the solver does not answer all that {name} asks"))),
        }
    }
}

/// Merges what the words that differ have in common in their bits: one bit would keep apart all that is made of the others.
fn bit_by_bit() -> String {
    format!("simplemap {BITWISE}\nopt_merge\nopt_expr\nopt_merge\nopt_expr\nopt_clean\n")
}

/// What asks the solver.
const ASK: &str = "sat ";

/// The command that asks the solver `question`.
fn sat(question: &str) -> String {
    format!("{ASK}-timeout {SECONDS}{question}\n")
}

/// Bits of event lines that are 0 in every number of occurrences that the line can have.
fn never(description: &Description, logic: &Logic) -> Vec<Equal> {
    let mut never = Vec::new();
    for line in &description.events.lines {
        for place in line.places.iter().flatten() {
            let port = &description.in_ports[place.port].verilog;
            let used = u64::BITS - line.max.leading_zeros();
            let bits = (place.low + used.min(place.width)..place.low + place.width).map(|bit| format!("{port}[{bit}]"));
            never.extend(bits.filter(|bit| logic.inputs.contains(bit)).map(|bit| [bit, "1'0".to_owned()]));
        }
    }
    never
}

/// What is assumed, where the signals have the prefix `at`.
fn holding(at: &str, equal: &[Equal]) -> String {
    let holds = |[bit, other]: &Equal| match other.strip_prefix("1'") {
        Some(_) => format!(" -set {at}{bit} {other}"),
        None => format!(" -set {at}{bit} {at}{other}"),
    };
    equal.iter().map(holds).collect()
}

/// What the solver says to a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    Open,
}

/// The answers in the order of the questions.
fn answers(said: &str) -> Vec<Answer> {
    let known = |line: &str| match line {
        _ if line.contains("SAT proof finished - no model found: SUCCESS!") => Some(Answer::Yes),
        _ if line.contains("Induction step proven: SUCCESS!") => Some(Answer::Yes),
        _ if line.contains("SAT proof finished - model found: FAIL!") => Some(Answer::No),
        _ if line.contains("model found for base case: FAIL!") => Some(Answer::No),
        _ if line.contains("Reached maximum number of time steps -> proof failed.") => Some(Answer::Open),
        _ if line.contains("Interrupted SAT solver: TIMEOUT!") => Some(Answer::Open),
        _ => None,
    };
    said.lines().filter_map(known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model::Pmu;

    #[test]
    fn a_line_that_carries_one_event_at_the_most_has_a_bit_that_is_never_1() {
        // CYCLES_NO_FPU_OPS_RETIRED is line 6, of two bits; the line behind it carries up to 3.
        let inputs: Vec<String> = (12..16).map(|bit| format!("c0_ev[{bit}]")).collect();
        let symbols: String = inputs.iter().enumerate().map(|(number, name)| format!("i{number} {name}\n")).collect();
        let logic = Logic::parse(&format!("aag 4 4 0 0 0\n2\n4\n6\n8\n{symbols}c\n")).expect("logic");
        let description = &Pmu::find("k8").expect("the K8").description;
        assert_eq!(never(description, &logic), [["c0_ev[13]".to_owned(), "1'0".to_owned()]]);
    }
}
