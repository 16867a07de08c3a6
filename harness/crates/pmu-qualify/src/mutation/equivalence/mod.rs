//! Proofs that a mutant is no mutant at all.
//!
//! All registers are cut open: their outputs become inputs of the logic and their inputs become outputs. Where the logic of
//! the mutant then gives the same outputs for all inputs as that of the RTL, the two behave alike in every clock from every
//! state: [`Proof::EveryState`]. It is asked of the mutant's own module first, then of the modules around it: what is equal
//! there is equal in all that it is inside of, and the smaller the question, the sooner it is answered. Where a change is
//! between the PMUs that a design is made of, or the modules that its top is made of, it is asked of what is between them, and of
//! the one to which the change is: the others are cut open like registers, and what is equal whatever they answer is equal.
//!
//! Where a state is found in which they differ, the states that the RTL can reach from reset are asked about. Two proofs
//! together say that nothing can tell the two apart behind a reset, [`Proof::ReachableStates`]:
//!
//! 1. In a clock of the reset with which every program begins, both go from every state to the same next state.
//! 2. In every state in which the [`invariant`] holds, both give the same outputs and go to the same next state.
//!
//! The invariant is one of the RTL alone: it holds behind a clock of that reset, and from a state in which it holds the RTL goes
//! to one in which it holds. Take the RTL in the state that the mutant happens to be in before the reset. By induction over the
//! clocks behind it, both are in the same state (1, then 2), it is one in which the invariant holds (the RTL is in it), and
//! the outputs are equal (2).
//!
//! Where (2) fails because a state satisfies the invariant and is not reached all the same, it is asked of the clocks behind a
//! reset instead, by induction over a few of them: the RTL walks from state to state, and the mutant is compared in each.
//! As long as it has not differed it is in the same state, so this says what (2) says. Only the registers that the difference
//! depends on within a clock are put back at first; all others may change as they like, which is more than they can.
//!
//! Inputs are free in all of that. Where this is too much, (2) is asked again without what the description excludes: more
//! occurrences of an event in one clock than its line can have, [`Proof::AllowedInputs`].
//!
//! The solver is Yosys's own.

mod aiger;
mod cut_points;
mod hierarchy;
mod invariant;
mod miter;
mod verdict;

use self::aiger::Logic;
use self::cut_points::{cut, opened, read, without};
use self::hierarchy::Hierarchy;
use self::invariant::{invariant, EqualPair, Invariant};
use self::miter::{verilog, MiterKind, CONE, SETTING};
pub(super) use self::verdict::Verdict;
use super::error::MutationError;
use super::mutant::Mutant;
use super::netlist::{write, Netlist};
use golden_model::Description;
use pmu_results::Proof;
use pmu_rtl::Yosys;
use std::collections::BTreeSet;
use std::slice;

/// A mutant that the solver does not decide in this time counts as not proven.
const SECONDS: u32 = 60;

/// What the solver does not decide in this time within a module is simplified further first.
const SOON: u32 = 10;

/// Merges what is equal though it is made in different ways, such as the sums of two choices among event lines of which what
/// follows looks at one only where they are the same. ABC does that; the solver has the last word.
const SWEPT: &str = "techmap\nopt_clean\nabc -g AND -script +strash;dfraig;strash;map\nopt_clean\n";

/// Merges what the words that differ have in common in their bits: one bit would keep apart all that is made of the others.
const BIT_BY_BIT: &str = "simplemap t:$and t:$or t:$xor t:$xnor t:$not t:$mux t:$pos t:$reduce_or
opt_merge
opt_expr
opt_merge
opt_expr
opt_clean
";

/// Cells of one bit that say whether words are equal, which vanish bit by bit where the words are the same.
const COMPARING: &str = "t:$eqx t:$reduce_and t:$reduce_or t:$logic_not";

/// The design in which mutant and RTL stand side by side, with all outputs and next states of both.
const BOTH: &str = "both";

/// Proves mutants of one survey.
pub(super) struct Prover<'a> {
    yosys: &'a Yosys,
    survey: &'a Netlist,
    hierarchy: Hierarchy,
    /// Whether Yosys has an ABC; its WebAssembly build has none that works.
    has_abc: bool,
    /// The logic of the RTL.
    logic: Logic,
    /// What is known of the states that the RTL reaches.
    known: Invariant,
    /// The same, and the bits of inputs that are never 1.
    allowed: Vec<EqualPair>,
    /// Whether both go to the same next state in a clock of reset.
    in_reset: Query,
    /// About one clock in states that can be reached: with inputs that are allowed, and with all.
    of_one_cycle: [Query; 2],
}

/// Of what of the design something is asked.
#[derive(Clone, Copy)]
enum ProofScope<'p> {
    All,
    /// A module of it.
    Module(&'p str),
    /// All but the instances that a command takes out of it.
    Without(&'p str),
}

/// A question about mutant and RTL in a setting of its own.
struct Query {
    file: String,
    question: String,
}

impl<'a> Prover<'a> {
    /// Cuts the registers of the surveyed design.
    pub fn new(yosys: &'a Yosys, survey: &'a Netlist, description: &Description) -> Result<Self, MutationError> {
        let unknown =
            || MutationError::Invalid("the logic of the RTL, as Yosys writes it, is not understood".to_owned());
        let logic = cut(yosys, survey)?.ok_or_else(unknown)?;
        let resets = resets(description);
        let known = invariant(&logic, &resets).ok_or_else(unknown)?;
        let hierarchy = Hierarchy::parse(&read(&survey.folder.join("base.il"))?);
        let allowed = [&known.always[..], &unreachable_inputs(description, &logic)].concat();
        let queries = |name: &str, equal: &[EqualPair], about: MiterKind| queries(survey, name, &logic, equal, about);
        let in_reset = queries("reset.v", &[], MiterKind::Reset(&resets))?;
        let of_one_clock = [
            queries("allowed.v", &allowed, MiterKind::OneClock)?,
            queries("reached.v", &known.always, MiterKind::OneClock)?,
        ];
        let has_abc = has_abc(yosys, survey)?;
        Ok(Self { yosys, survey, hierarchy, has_abc, logic, known, allowed, in_reset, of_one_cycle: of_one_clock })
    }

    /// Tries to prove that `mutant` behaves like the RTL.
    pub fn prove(&self, mutant: &Mutant) -> Result<Verdict, MutationError> {
        use SolverAnswer::{No, Yes};
        let top = format!("\\{}", self.survey.files.top);
        for (level, set) in self.hierarchy.around(mutant.scope(), &top).iter().enumerate() {
            if self.equivalent_in_module(mutant, set, level)? {
                return Ok(Verdict::Proven(Proof::EveryState));
            }
        }
        if self.equivalent_between_modules(mutant)? {
            return Ok(Verdict::Proven(Proof::EveryState));
        }
        if !self.survey.pmus.is_empty() {
            return self.equivalent_in_top(mutant);
        }
        let cone = format!("cone-{}.txt", mutant.number);
        // What the last question depends on is noted.
        let noted = format!("select -write {cone} {CONE}\n");
        // Behind the first question only that is left which it depends on.
        let compared = format!("{}design -save compared\n", of_every_state("", SECONDS));
        let commands = compared + &settings("compared", &self.of_one_cycle) + &noted;
        let answers = self.ask(mutant, ProofScope::All, &format!("proof-{}.ys", mutant.number), &commands)?;
        let proof = match answers[..] {
            [Yes, ..] => return Ok(Verdict::Proven(Proof::EveryState)),
            [_, _, Yes] => Some(Proof::ReachableStates),
            [_, Yes, _] => Some(Proof::AllowedInputs),
            // The walk of a huge design does not come to an end.
            [_, No, _] if self.survey.huge => return Ok(Verdict::Different),
            _ if self.survey.huge => return Ok(Verdict::Open),
            _ => self.inductive(mutant, &read(&self.survey.folder.join(cone))?)?,
        };
        let Some(proof) = proof else {
            return Ok(if answers[1] == No { Verdict::Refuted } else { Verdict::Open });
        };
        let name = format!("proof-{}-reset.ys", mutant.number);
        Ok(match self.ask(mutant, ProofScope::All, &name, &settings(BOTH, slice::from_ref(&self.in_reset)))?[..] {
            [Yes] => Verdict::Proven(proof),
            [No] => Verdict::Refuted,
            _ => Verdict::Open,
        })
    }

    /// Whether the mutant differs nowhere on the way of the RTL, where it depends on the inputs listed in `cone`.
    fn inductive(&self, mutant: &Mutant, cone: &str) -> Result<Option<Proof>, MutationError> {
        match self.induction(mutant, "near", Some(&miter::registers(cone)))? {
            None => self.induction(mutant, "walk", None),
            near => Ok(near),
        }
    }

    /// Whether the mutant differs nowhere on the way of the RTL, of which the registers `put_back`, or all, are as they are.
    fn induction(
        &self,
        mutant: &Mutant,
        kind: &str,
        put_back: Option<&BTreeSet<usize>>,
    ) -> Result<Option<Proof>, MutationError> {
        let about = MiterKind::Walk { after_reset: &self.known.after_reset, put_back };
        let name = |what: &str| format!("proof-{}-{kind}{what}", mutant.number);
        let queries = |what: &str, equal: &[EqualPair]| queries(self.survey, &name(what), &self.logic, equal, about);
        let both = [queries(".v", &self.known.always)?, queries("-allowed.v", &self.allowed)?];
        Ok(match self.ask(mutant, ProofScope::All, &name(".ys"), &settings(BOTH, &both))?[..] {
            [SolverAnswer::Yes, _] => Some(Proof::ReachableStates),
            [_, SolverAnswer::Yes] => Some(Proof::AllowedInputs),
            _ => None,
        })
    }

    /// Whether outputs and next state of each of `modules` are equal for all inputs in every state.
    fn equivalent_in_module(
        &self,
        mutant: &Mutant,
        modules: &BTreeSet<&str>,
        level: usize,
    ) -> Result<bool, MutationError> {
        for (position, module) in modules.iter().enumerate() {
            let name = |kind: &str| format!("proof-{}-{level}-{position}{kind}.ys", mutant.number);
            let mut answers = self.ask(mutant, ProofScope::Module(module), &name(""), &of_every_state("", SOON))?;
            if answers[..] == [SolverAnswer::Open] && self.has_abc {
                answers =
                    self.ask(mutant, ProofScope::Module(module), &name("-swept"), &of_every_state(SWEPT, SECONDS))?;
            }
            if answers[..] != [SolverAnswer::Yes] {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether outputs and next state are equal for all inputs in every state, whatever the PMUs inside answer, or the modules of
    /// the top where no PMU is inside, but for that to which the change is.
    fn equivalent_between_modules(&self, mutant: &Mutant) -> Result<bool, MutationError> {
        let Netlist { pmus, files, .. } = self.survey;
        let inside = if pmus.is_empty() { self.hierarchy.inside(&files.top) } else { pmus.clone() };
        if inside.is_empty() || mutant.module != files.top {
            return Ok(false);
        }
        let others = without(&inside, &files.top, &mutant.cell);
        let name = format!("proof-{}-between.ys", mutant.number);
        Ok(self.ask(mutant, ProofScope::Without(&others), &name, &of_every_state("", SECONDS))?[..]
            == [SolverAnswer::Yes])
    }

    /// Whether outputs and next state of the whole design are equal for all inputs in every state. Of a design with other PMUs
    /// inside no more is asked: with what is known of the states that it reaches the solver would not come to an end.
    fn equivalent_in_top(&self, mutant: &Mutant) -> Result<Verdict, MutationError> {
        let name = format!("proof-{}.ys", mutant.number);
        Ok(match self.ask(mutant, ProofScope::All, &name, &of_every_state("", SECONDS))?[..] {
            [SolverAnswer::Yes] => Verdict::Proven(Proof::EveryState),
            [SolverAnswer::No] => Verdict::Different,
            _ => Verdict::Open,
        })
    }

    /// Puts a part of mutant and RTL side by side, runs `commands` by the script `name`, and gives the answers to the questions
    /// among them.
    fn ask(
        &self,
        mutant: &Mutant,
        part: ProofScope,
        name: &str,
        commands: &str,
    ) -> Result<Vec<SolverAnswer>, MutationError> {
        let Netlist { folder, files, .. } = self.survey;
        let (top, only, first) = match part {
            ProofScope::All => (files.top.as_str(), String::new(), ""),
            ProofScope::Module(module) => (module, format!("hierarchy -top {module}\n"), ""),
            ProofScope::Without(first) => (files.top.as_str(), String::new(), first),
        };
        let cut = format!("read_rtlil cut.il\n{only}");
        let mut text = format!("{cut}{}\n{}design -stash mutant\n", mutant.command(), opened(top, "gate", first));
        text += &match part {
            ProofScope::All => "read_rtlil gold.il\n".to_owned(),
            ProofScope::Module(_) | ProofScope::Without(_) => format!("{cut}{}", opened(top, "gold", first)),
        };
        text += "design -copy-from mutant gate\nmiter -equiv -make_outputs -flatten gold gate miter\nhierarchy -top miter\n";
        // Merges all that the two have in common, so that nearly nothing is left to the solver.
        text += &format!("opt_clean\nopt_merge\nsimplemap {COMPARING}\nopt_expr\ndesign -save {BOTH}\n");
        text += commands;
        write(folder, name, &text)?;
        let answers = answers(&self.yosys.run(folder, name)?);
        match answers.len() == commands.lines().filter(|line| line.starts_with(ASK)).count() {
            true => Ok(answers),
            false => Err(MutationError::Invalid(format!("the solver does not answer all that {name} asks"))),
        }
    }
}

/// Writes the setting of a question.
fn queries(
    survey: &Netlist,
    name: &str,
    logic: &Logic,
    equal: &[EqualPair],
    about: MiterKind,
) -> Result<Query, MutationError> {
    write(&survey.folder, name, &verilog(logic, equal, about))?;
    Ok(Query { file: name.to_owned(), question: about.question() })
}

/// Whether outputs and next state are equal for all inputs in every state, after `simplifying`.
fn of_every_state(simplifying: &str, seconds: u32) -> String {
    let question = sat(" -prove trigger 0 miter", seconds);
    format!("delete -output miter/w:gold_* miter/w:gate_*\nopt_clean\n{BIT_BY_BIT}{simplifying}{question}")
}

/// Whether [`SWEPT`] works.
fn has_abc(yosys: &Yosys, survey: &Netlist) -> Result<bool, MutationError> {
    let folder = &survey.folder;
    write(folder, "abc.v", "module tried (input a, input b, output y); assign y = a & b; endmodule\n")?;
    write(folder, "abc.ys", &format!("read_verilog abc.v\n{SWEPT}"))?;
    // The WebAssembly build ends in it without an error.
    Ok(yosys.run(folder, "abc.ys").is_ok_and(|said| said.contains("ABC RESULTS")))
}

/// The questions, each in its setting around the miter of `design`.
fn settings(design: &str, queries: &[Query]) -> String {
    let one = |Query { file, question }: &Query| {
        let around = format!("design -load {design}\nread_verilog {file}\nhierarchy -top {SETTING}\nproc\nflatten\n");
        // What is assumed goes through the logic, and only what the question depends on is left.
        format!("{around}opt_expr\nopt_clean\n{BIT_BY_BIT}{}", sat(question, SECONDS))
    };
    queries.iter().map(one).collect()
}

/// What asks the solver.
const ASK: &str = "sat ";

/// The command that asks the solver `question`.
fn sat(question: &str, seconds: u32) -> String {
    format!("{ASK}-timeout {seconds}{question}\n")
}

/// Bits of inputs that are 1 in the reset with which every program begins.
fn resets(description: &Description) -> Vec<String> {
    let bits = description.in_ports.iter().flat_map(|port| {
        let set = (0..port.width.min(u64::BITS)).filter(|bit| port.at_start >> bit & 1 == 1);
        set.map(move |bit| if port.width == 1 { port.verilog.clone() } else { format!("{}[{bit}]", port.verilog) })
    });
    ["rst".to_owned()].into_iter().chain(bits).collect()
}

/// Bits of event lines that are 0 in every number of occurrences that the line can have.
fn unreachable_inputs(description: &Description, logic: &Logic) -> Vec<EqualPair> {
    let mut never = Vec::new();
    for line in &description.events.lines {
        for place in line.slots.iter().flatten() {
            let port = &description.in_ports[place.port].verilog;
            let used = u64::BITS - line.max.leading_zeros();
            let bits = (place.low + used.min(place.width)..place.low + place.width).map(|bit| format!("{port}[{bit}]"));
            never.extend(bits.filter(|bit| logic.inputs.contains(bit)).map(|bit| [bit, "1'0".to_owned()]));
        }
    }
    never
}

/// What the solver says to a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SolverAnswer {
    Yes,
    No,
    Open,
}

/// The answers in the order of the questions.
fn answers(said: &str) -> Vec<SolverAnswer> {
    let known = |line: &str| match line {
        _ if line.contains("SAT proof finished - no model found: SUCCESS!") => Some(SolverAnswer::Yes),
        _ if line.contains("Induction step proven: SUCCESS!") => Some(SolverAnswer::Yes),
        _ if line.contains("SAT proof finished - model found: FAIL!") => Some(SolverAnswer::No),
        _ if line.contains("model found for base case: FAIL!") => Some(SolverAnswer::No),
        _ if line.contains("Reached maximum number of time steps -> proof failed.") => Some(SolverAnswer::Open),
        _ if line.contains("Interrupted SAT solver: TIMEOUT!") => Some(SolverAnswer::Open),
        _ => None,
    };
    said.lines().filter_map(known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model::Pmu;

    #[test]
    fn a_program_begins_with_all_inputs_that_its_description_sets() {
        assert_eq!(resets(&Pmu::find("ivt_ha").expect("the Home Agent").description), ["rst", "rst_cold"]);
        assert_eq!(resets(&Pmu::find("k8").expect("the K8").description), ["rst"]);
    }

    #[test]
    fn a_line_that_carries_one_event_at_the_most_has_a_bit_that_is_never_1() {
        // CYCLES_NO_FPU_OPS_RETIRED is line 6, of two bits; the line behind it carries up to 3.
        let inputs: Vec<String> = (12..16).map(|bit| format!("c0_ev[{bit}]")).collect();
        let symbols: String = inputs.iter().enumerate().map(|(number, name)| format!("i{number} {name}\n")).collect();
        let logic = Logic::parse(&format!("aag 4 4 0 0 0\n2\n4\n6\n8\n{symbols}c\n")).expect("logic");
        let description = &Pmu::find("k8").expect("the K8").description;
        assert_eq!(unreachable_inputs(description, &logic), [["c0_ev[13]".to_owned(), "1'0".to_owned()]]);
    }
}
