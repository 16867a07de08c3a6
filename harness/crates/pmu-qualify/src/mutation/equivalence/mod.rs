//! Proofs that a mutant is equivalent to the RTL.
//!
//! All registers are cut: their outputs become inputs of the logic and their inputs become outputs. If the logic of the
//! mutant has the same outputs as that of the RTL for all inputs, both behave alike in every cycle from every state:
//! [`Proof::EveryState`]. The prover tests the mutant's own module first, then the modules that contain it: equivalence of a
//! module implies equivalence of everything that contains it, and smaller proofs are faster. If a change is between the PMUs
//! of a design, or between the modules of its top, the prover tests the logic between them and the instance to which the
//! change connects. The other instances are cut like registers, so the proof holds for all their outputs.
//!
//! If there is a state in which they differ, the prover considers only states that the RTL can reach from reset. Two proofs
//! together imply that nothing can distinguish the two after a reset, [`Proof::ReachableStates`]:
//!
//! 1. In a cycle of the reset with which every program begins, both go from every state to the same next state.
//! 2. In every state in which the [`invariant`] holds, both have the same outputs and the same next state.
//!
//! The invariant is one of the RTL alone: it holds after a cycle of that reset, and each next state preserves it. Assume
//! that the RTL is in the state of the mutant before the reset. By induction over the cycles after it, both are in the same
//! state (1, then 2), the invariant holds in it (the RTL is in it), and the outputs are equal (2).
//!
//! If (2) fails, the state may satisfy the invariant without being reachable. The prover then tests the cycles after a reset
//! by induction over a few of them: the RTL steps from state to state, and the mutant is compared in each. As long as it has
//! not differed it is in the same state, so this implies (2). At first the prover restores only the registers that the
//! difference depends on within a cycle; all others are free, which over-approximates their behavior.
//!
//! Inputs are free in all of these proofs. If that fails, (2) is tested again without the inputs that the description
//! excludes: more occurrences of an event in one cycle than its line can have, [`Proof::AllowedInputs`].
//!
//! The solver is that of Yosys.

mod hierarchy;
mod miter;
mod verdict;

use self::hierarchy::Hierarchy;
use self::miter::{verilog, MiterKind, CONE, SETTING};
pub(super) use self::verdict::Verdict;
use super::mutant::Mutant;
use super::netlist::Netlist;
use crate::campaign::CampaignError;
use golden_model_core::Description;
use pmu_netlist::{invariant, opened, read, without, write, EqualPair, Invariant, Logic, Survey};
use pmu_results::Proof;
use pmu_rtl::Yosys;
use std::collections::BTreeSet;
use std::slice;
use std::time::Duration;

/// Time limit of a proof, in seconds. A mutant that is not decided within it counts as not proven.
const SECONDS: u32 = 60;

/// Time limit in seconds of the first attempt within a module. After it, the logic is simplified further.
const SOON: u32 = 10;

/// Time in seconds that a script of proofs may take in addition to the time limits of its queries.
///
/// The solver of the WebAssembly build cannot measure time, so a script that takes longer is ended from outside.
const AROUND: u32 = 120;

/// Yosys commands that merge functions that are equal but built from different gates. ABC finds them; the solver decides.
///
/// An example is the sums of two multiplexers of event lines, of which the logic after them uses one only where both are
/// equal.
const SWEPT: &str = "techmap\nopt_clean\nabc -g AND -script +strash;dfraig;strash;map\nopt_clean\n";

/// Yosys commands that merge common logic bit by bit. In words, one different bit would prevent the merge of all others.
const BIT_BY_BIT: &str = "simplemap t:$and t:$or t:$xor t:$xnor t:$not t:$mux t:$pos t:$reduce_or
opt_merge
opt_expr
opt_merge
opt_expr
opt_clean
";

/// Cells of one bit that compare words. They vanish bit by bit if the words are equal.
const COMPARING: &str = "t:$eqx t:$reduce_and t:$reduce_or t:$logic_not";

/// Name of the saved design that contains mutant and RTL, with all outputs and next states of both.
const BOTH: &str = "both";

/// Proves mutants of one survey.
pub(super) struct Prover<'a> {
    yosys: &'a Yosys,
    survey: &'a Netlist,
    hierarchy: Hierarchy,
    /// Whether Yosys has a working ABC; its WebAssembly build does not.
    has_abc: bool,
    /// Logic of the RTL.
    logic: Logic,
    /// Invariant of the RTL.
    known: Invariant,
    /// `known`, and the bits of inputs that are never 1.
    allowed: Vec<EqualPair>,
    /// Both have the same next state in a cycle of reset.
    in_reset: Query,
    /// Both are equal in one cycle from a reachable state: with allowed inputs, and with all inputs.
    of_one_cycle: [Query; 2],
}

/// Part of the design that a proof is about.
#[derive(Clone, Copy)]
enum ProofScope<'p> {
    All,
    /// One module.
    Module(&'p str),
    /// All except the instances that these commands remove.
    Without(&'p str),
}

/// A property of mutant and RTL, with the file of the module around the miter.
struct Query {
    file: String,
    question: String,
}

impl<'a> Prover<'a> {
    /// Cuts the registers of the surveyed design and computes its invariant.
    pub fn new(yosys: &'a Yosys, survey: &'a Netlist, description: &Description) -> Result<Self, CampaignError> {
        let logic = survey.base.cut(yosys, false)?;
        let resets = description.reset_inputs();
        let known = invariant(&logic, &resets).ok_or_else(|| {
            CampaignError::Invalid(format!("the netlist lacks one of the inputs {}", resets.join(", ")))
        })?;
        let hierarchy = Hierarchy::parse(&read(&survey.base.folder.join("base.il"))?);
        let allowed = [&known.always[..], &unreachable_inputs(description, &logic)].concat();
        let queries = |name: &str, equal: &[EqualPair], about: MiterKind| queries(survey, name, &logic, equal, about);
        let in_reset = queries("reset.v", &[], MiterKind::Reset(&resets))?;
        let of_one_cycle = [
            queries("allowed.v", &allowed, MiterKind::OneCycle)?,
            queries("reached.v", &known.always, MiterKind::OneCycle)?,
        ];
        let has_abc = has_abc(yosys, survey)?;
        Ok(Self { yosys, survey, hierarchy, has_abc, logic, known, allowed, in_reset, of_one_cycle })
    }

    /// Attempts to prove that `mutant` is equivalent to the RTL.
    pub fn prove(&self, mutant: &Mutant) -> Result<Verdict, CampaignError> {
        use SolverAnswer::{No, Yes};
        let top = format!("\\{}", self.survey.base.rtl.files.top);
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
        // Writes the inputs that the last result depends on to a file.
        let noted = format!("select -write {cone} {CONE}\n");
        // After the first proof, only the logic remains that it depends on.
        let compared = format!("{}design -save compared\n", of_every_state("", SECONDS));
        let commands = compared + &settings("compared", &self.of_one_cycle) + &noted;
        let answers = self.ask(mutant, ProofScope::All, &format!("proof-{}.ys", mutant.number), &commands)?;
        let proof = match answers[..] {
            [Yes, ..] => return Ok(Verdict::Proven(Proof::EveryState)),
            [_, _, Yes] => Some(Proof::ReachableStates),
            [_, Yes, _] => Some(Proof::AllowedInputs),
            // The solver does not finish the walk of a huge design.
            [_, No, _] if self.survey.huge => return Ok(Verdict::Different),
            _ if self.survey.huge => return Ok(Verdict::Open),
            _ => self.inductive(mutant, &read(&self.survey.base.folder.join(cone))?)?,
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

    /// Proves by induction that the mutant never differs on the way of the RTL from reset. `cone` lists the inputs that it
    /// depends on.
    fn inductive(&self, mutant: &Mutant, cone: &str) -> Result<Option<Proof>, CampaignError> {
        match self.induction(mutant, "near", Some(&miter::registers(cone)))? {
            None => self.induction(mutant, "walk", None),
            near => Ok(near),
        }
    }

    /// Proves by induction that the mutant never differs, with the registers `put_back`, or all, restored.
    fn induction(
        &self,
        mutant: &Mutant,
        kind: &str,
        put_back: Option<&BTreeSet<usize>>,
    ) -> Result<Option<Proof>, CampaignError> {
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
    ) -> Result<bool, CampaignError> {
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

    /// Whether outputs and next state are equal for all inputs in every state and for all responses of the instances inside.
    ///
    /// The instances are the PMUs, or the modules of the top if it has no PMU inside, except the one to which the change
    /// connects.
    fn equivalent_between_modules(&self, mutant: &Mutant) -> Result<bool, CampaignError> {
        let (pmus, rtl) = (&self.survey.pmus, &self.survey.base.rtl);
        let top = &rtl.files.top;
        let inside = if pmus.is_empty() { self.hierarchy.inside(top) } else { pmus.clone() };
        if inside.is_empty() || mutant.module != *top {
            return Ok(false);
        }
        let others = without(&inside, top, &mutant.cell);
        let name = format!("proof-{}-between.ys", mutant.number);
        Ok(self.ask(mutant, ProofScope::Without(&others), &name, &of_every_state("", SECONDS))?[..]
            == [SolverAnswer::Yes])
    }

    /// Whether outputs and next state of the top are equal for all inputs in every state.
    ///
    /// A design with other PMUs inside gets no further proof: with its invariant the solver would not finish.
    fn equivalent_in_top(&self, mutant: &Mutant) -> Result<Verdict, CampaignError> {
        let name = format!("proof-{}.ys", mutant.number);
        Ok(match self.ask(mutant, ProofScope::All, &name, &of_every_state("", SECONDS))?[..] {
            [SolverAnswer::Yes] => Verdict::Proven(Proof::EveryState),
            [SolverAnswer::No] => Verdict::Different,
            _ => Verdict::Open,
        })
    }

    /// Builds the miter of mutant and RTL, runs `commands` in the script `name`, and returns the answers of the solver.
    fn ask(
        &self,
        mutant: &Mutant,
        part: ProofScope,
        name: &str,
        commands: &str,
    ) -> Result<Vec<SolverAnswer>, CampaignError> {
        let Survey { folder, rtl, .. } = &self.survey.base;
        let design = rtl.files.top.as_str();
        let (top, only, first) = match part {
            ProofScope::All => (design, String::new(), ""),
            ProofScope::Module(module) => (module, format!("hierarchy -top {module}\n"), ""),
            ProofScope::Without(first) => (design, String::new(), first),
        };
        let cut = format!("read_rtlil cut.il\n{only}");
        let mut text = format!("{cut}{}\n{}design -stash mutant\n", mutant.command(), opened(top, "gate", (first, "")));
        text += &match part {
            ProofScope::All => "read_rtlil gold.il\n".to_owned(),
            ProofScope::Module(_) | ProofScope::Without(_) => format!("{cut}{}", opened(top, "gold", (first, ""))),
        };
        text += "design -copy-from mutant gate\nmiter -equiv -make_outputs -flatten gold gate miter\nhierarchy -top miter\n";
        // Merges all common logic, so that little remains for the solver.
        text += &format!("opt_clean\nopt_merge\nsimplemap {COMPARING}\nopt_expr\ndesign -save {BOTH}\n");
        text += commands;
        write(folder, name, &text)?;
        let queries = commands.lines().filter(|line| line.starts_with(ASK)).count();
        let seconds = u64::from(AROUND) + u64::from(SECONDS) * queries as u64;
        let output = self.yosys.run_within(folder, name, Duration::from_secs(seconds))?;
        let mut answers = answers(&output.text);
        if !output.complete {
            answers.resize(queries, SolverAnswer::Open);
        }
        match answers.len() == queries {
            true => Ok(answers),
            false => Err(CampaignError::Invalid(format!("Yosys did not answer every query of {name}"))),
        }
    }
}

/// Writes the modules around the miter for a property.
fn queries(
    survey: &Netlist,
    name: &str,
    logic: &Logic,
    equal: &[EqualPair],
    about: MiterKind,
) -> Result<Query, CampaignError> {
    write(&survey.base.folder, name, &verilog(logic, equal, about))?;
    Ok(Query { file: name.to_owned(), question: about.question() })
}

/// Whether outputs and next state are equal for all inputs in every state, after `simplifying`.
fn of_every_state(simplifying: &str, seconds: u32) -> String {
    let question = sat(" -prove trigger 0 miter", seconds);
    format!("delete -output miter/w:gold_* miter/w:gate_*\nopt_clean\n{BIT_BY_BIT}{simplifying}{question}")
}

/// Whether [`SWEPT`] works.
fn has_abc(yosys: &Yosys, survey: &Netlist) -> Result<bool, CampaignError> {
    let folder = &survey.base.folder;
    write(folder, "abc.v", "module tried (input a, input b, output y); assign y = a & b; endmodule\n")?;
    write(folder, "abc.ys", &format!("read_verilog abc.v\n{SWEPT}"))?;
    // The WebAssembly build stops in ABC without an error.
    Ok(yosys.run(folder, "abc.ys").is_ok_and(|said| said.contains("ABC RESULTS")))
}

/// Yosys commands for the queries, each in its module around the miter of `design`.
fn settings(design: &str, queries: &[Query]) -> String {
    let one = |Query { file, question }: &Query| {
        let around = format!("design -load {design}\nread_verilog {file}\nhierarchy -top {SETTING}\nproc\nflatten\n");
        // The assumptions simplify the logic, and only the logic that the property depends on remains.
        format!("{around}opt_expr\nopt_clean\n{BIT_BY_BIT}{}", sat(question, SECONDS))
    };
    queries.iter().map(one).collect()
}

/// Yosys command that starts the solver.
const ASK: &str = "sat ";

/// The command that runs the solver on `question`.
fn sat(question: &str, seconds: u32) -> String {
    format!("{ASK}-timeout {seconds}{question}\n")
}

/// Bits of event lines that are 0 for every possible number of occurrences.
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

/// Answer of the solver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SolverAnswer {
    Yes,
    No,
    Open,
}

/// Answers of the solver, in the order of the queries.
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
    use golden_model_core::Pmu;

    #[test]
    fn reset_sets_all_inputs_that_the_description_names() {
        assert_eq!(Pmu::find("ivt_ha").expect("the Home Agent").description.reset_inputs(), ["rst", "rst_cold"]);
        assert_eq!(Pmu::find("k8").expect("the K8").description.reset_inputs(), ["rst"]);
    }

    #[test]
    fn line_of_at_most_one_event_has_a_bit_that_is_never_1() {
        // CYCLES_NO_FPU_OPS_RETIRED is line 6, of two bits; the next line carries up to 3.
        let inputs: Vec<String> = (12..16).map(|bit| format!("c0_ev[{bit}]")).collect();
        let symbols: String = inputs.iter().enumerate().map(|(number, name)| format!("i{number} {name}\n")).collect();
        let logic = Logic::parse(&format!("aag 4 4 0 0 0\n2\n4\n6\n8\n{symbols}c\n")).expect("logic");
        let description = &Pmu::find("k8").expect("the K8").description;
        assert_eq!(unreachable_inputs(description, &logic), [["c0_ev[13]".to_owned(), "1'0".to_owned()]]);
    }
}
