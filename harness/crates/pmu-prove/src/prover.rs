//! Proofs of all theorems of a PMU.

use crate::equivalence::Pair;
use crate::fewest::fewest_ones;
use crate::reach::Reach;
use crate::simulation::frozen_counter_moves;
use crate::theorem::{Claim, Run, Violation};
use crate::theorems::{all, equivalence};
use crate::{Answer, Design, GraphSolver, Machine, Source, Theorem};
use golden_model_core::Pmu;
use pmu_netlist::{Literal, Survey, SurveyError};
use pmu_program::Program;
use pmu_results::{TheoremKind, TheoremResult, TheoremVerdict};
use pmu_rtl::{find_yosys, AdaptedRtl, BuildError, RtlSource, Workspace};
use pmu_verify::metamorphic::MetamorphicRules;
use pmu_verify::stimulus::Profile;
use std::collections::HashMap;
use std::path::Path;

/// Reason for which nothing can be proven.
#[derive(Debug)]
pub enum ProofError {
    /// A tool is missing, or the RTL cannot be read.
    Build(BuildError),
    /// The message, without the name of the PMU.
    Unsupported(String),
}

impl From<BuildError> for ProofError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<SurveyError> for ProofError {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Build(error) => Self::Build(error),
            SurveyError::Invalid(what) | SurveyError::Unsupported(what) => Self::Unsupported(what),
        }
    }
}

/// The proofs of one PMU.
pub struct Prover<'a> {
    /// The workspace with the tools.
    pub workspace: &'a Workspace,
    /// The PMU.
    pub pmu: &'a Pmu,
    /// Restrictions of the relations of its registers.
    pub rules: &'a MetamorphicRules,
    /// Constraints of random programs.
    pub profile: &'a Profile,
    /// The RTL.
    pub rtl: &'a RtlSource,
    /// RTL that must do the same, if there is one.
    pub reference: Option<&'a RtlSource>,
    /// Folder for the files of the proofs.
    pub folder: &'a Path,
    /// Shows what an installation of a tool does.
    pub notice: &'a dyn Fn(&str),
}

impl Prover<'_> {
    /// Proves all theorems.
    ///
    /// # Errors
    /// [`ProofError`]
    pub fn run(&self) -> Result<Vec<Proof>, ProofError> {
        let design = self.design(self.rtl, self.folder)?;
        let mut machine = Machine::new(self.pmu, &design, &self.rules.tied);
        let source = Source::new(self.pmu, self.rules);
        let theorems = all(&mut machine, &source);
        let mut proofs =
            prove_all(&mut machine, &source, &theorems, &|machine, name| frozen_counter_moves(machine, &source, name))?;
        if let Some(reference) = self.reference {
            let reference = self.design(reference, &self.folder.join("reference"))?;
            proofs.extend(self.compare(&source, &design, &reference)?);
        }
        Ok(proofs)
    }

    /// Proves that two RTLs do the same.
    fn compare(&self, source: &Source, own: &Design, reference: &Design) -> Result<Vec<Proof>, ProofError> {
        let both =
            own.together_with(reference, &self.pmu.description.reset_inputs()).map_err(ProofError::Unsupported)?;
        let pair = Pair::new(self.pmu, self.rules, self.profile, both);
        let mut machine = Machine::new(self.pmu, &pair.design, &self.rules.tied);
        let theorems = equivalence::theorems(&mut machine, source);
        prove_all(&mut machine, source, &theorems, &|machine, name| pair.difference(machine, source, name))
    }

    /// Reads RTL and cuts its registers.
    fn design(&self, rtl: &RtlSource, folder: &Path) -> Result<Design, ProofError> {
        let mut notice = |text: &str| (self.notice)(text);
        let place = self.workspace.root().join(folder);
        let adapted = AdaptedRtl::make(self.workspace, &self.pmu.description, rtl, &place, &mut notice)?;
        let yosys = find_yosys(self.workspace, rtl.language(), &mut notice)?;
        let survey = Survey::make(self.workspace, &yosys, adapted, folder, "")?;
        if let Some(register) = survey.foreign.first() {
            return Err(ProofError::Unsupported(format!(
                "{register} is a latch, or a register that does not load at the rising edge of `clk`, so nothing can be proven"
            )));
        }
        Design::new(survey.cut(&yosys, true)?, &survey.states, &self.pmu.description.reset_inputs())
            .map_err(ProofError::Unsupported)
    }
}

/// Number of ways to violate a theorem for which a program is looked for.
const SEARCHES: usize = 4;

/// A theorem with what is known of it.
pub struct Proof {
    /// What is known of it.
    pub result: TheoremResult,
    /// Of a refuted theorem: the programs that violate it.
    pub programs: Vec<Program>,
}

/// Looks for a program that violates a theorem by simulation, for those that a search by cycles does not find.
type Simulate<'a> = dyn Fn(&Machine, &str) -> Option<Program> + 'a;

/// Proves theorems about a design.
fn prove_all(
    machine: &mut Machine,
    source: &Source,
    theorems: &[Theorem],
    simulate: &Simulate,
) -> Result<Vec<Proof>, ProofError> {
    let (mut solver, mut reach) = (GraphSolver::default(), Reach::default());
    theorems.iter().map(|theorem| prove(machine, source, &mut solver, &mut reach, simulate, theorem)).collect()
}

/// Proves one theorem.
fn prove(
    machine: &mut Machine,
    source: &Source,
    solver: &mut GraphSolver,
    reach: &mut Reach,
    simulate: &Simulate,
    theorem: &Theorem,
) -> Result<Proof, ProofError> {
    let Theorem { kind, name, claim, .. } = theorem;
    let known = |verdict, reason: String, example, programs| Proof {
        result: TheoremResult { kind: *kind, name: name.clone(), verdict, reason, example, programs: Vec::new() },
        programs,
    };
    // A theorem whose assumptions never hold would be true of any RTL.
    if let Answer::No = GraphSolver::default().satisfy(&machine.graph, &claim.assumed) {
        return Err(ProofError::Unsupported(format!("{kind}: {name}: no inputs satisfy the assumptions")));
    }
    solver.renew();
    let any = machine.graph.any(claim.violated.iter().map(|violation| violation.when));
    if let Answer::No = solver.satisfy(&machine.graph, &question(claim, any)) {
        return Ok(known(TheoremVerdict::Proven, String::new(), Vec::new(), Vec::new()));
    }
    if let Some(reason) = &theorem.unknown {
        return Ok(known(TheoremVerdict::Open, reason.clone(), Vec::new(), Vec::new()));
    }
    let (mut undecided, mut unreached) = (None, None);
    let mut searches = 0;
    for violation in &claim.violated {
        let values = match solver.satisfy(&machine.graph, &question(claim, violation.when)) {
            Answer::No => continue,
            Answer::Open => {
                undecided.get_or_insert(violation);
                continue;
            }
            Answer::Yes(values) => values,
        };
        let claims = if theorem.bounded.is_empty() { std::slice::from_ref(claim) } else { &theorem.bounded[..] };
        searches += 1;
        for claim in claims.iter().filter(|_| searches <= SEARCHES) {
            // The claims of a theorem list the same violations.
            let violation = claim.violated.iter().find(|other| other.what == violation.what).unwrap_or(violation);
            if let Some(programs) = reach.find(machine, source, claim, violation) {
                return Ok(known(TheoremVerdict::Refuted, violation.what.clone(), Vec::new(), programs));
            }
        }
        let values = fewest_ones(&machine.graph, &question(claim, violation.when), &values);
        let example = claim.runs.iter().flat_map(|run| example(machine, run, &values)).collect();
        if theorem.at_power_on {
            return Ok(known(TheoremVerdict::Refuted, violation.what.clone(), example, Vec::new()));
        }
        unreached.get_or_insert((violation, example));
    }
    if let TheoremKind::Frozen | TheoremKind::Equivalence = kind {
        if let Some(program) = simulate(machine, name) {
            return Ok(known(TheoremVerdict::Refuted, name.clone(), Vec::new(), vec![program]));
        }
    }
    Ok(match (unreached, undecided) {
        (Some((Violation { what, .. }, example)), _) => {
            let reason = format!("a state violates it in {what}, but no program was found that reaches such a state");
            known(TheoremVerdict::Open, reason, example, Vec::new())
        }
        (None, Some(Violation { what, .. })) => {
            known(TheoremVerdict::Open, format!("the solver reached its limit for {what}"), Vec::new(), Vec::new())
        }
        // The solver decided each alone, but not all together.
        (None, None) => known(TheoremVerdict::Proven, String::new(), Vec::new(), Vec::new()),
    })
}

/// The state words and the inputs of each cycle of a run, without those that are 0.
fn example(machine: &mut Machine, run: &Run, values: &HashMap<Literal, bool>) -> Vec<String> {
    let mut state = run.start.clone();
    let mut lines = Vec::new();
    for frame in &run.frames {
        let cycle = machine.run(&state, frame);
        let mut words = Vec::new();
        for word in &machine.pmu.description.states {
            let input = |node: Literal| values.get(&node).copied().unwrap_or(false);
            let bits = machine.observed(&cycle, &word.name).into_iter().zip(0..64);
            let bits = bits.map(|(bit, at)| u64::from(machine.graph.value(bit, &input)) << at);
            let value = bits.fold(0, |value, bit| value | bit);
            if value != 0 {
                words.push(format!("{} = {value:#x}", word.name));
            }
        }
        lines.push(format!("state: {}", words.join(", ")));
        lines.push(format!("inputs: {}", nonzero(machine, &machine.concrete(frame, values))));
        state = cycle.next;
    }
    lines
}

fn question(claim: &Claim, violated: Literal) -> Vec<Literal> {
    claim.assumed.iter().copied().chain([violated]).collect()
}

/// The values of a frame that are not 0.
fn nonzero(machine: &Machine, frame: &[u64]) -> String {
    let slots = machine.pmu.frame.slots().iter();
    let value = |slot: &golden_model_core::Slot| match slot.value(frame)[..] {
        [value] if value != 0 => Some(format!("{} = {value:#x}", slot.name)),
        [_] => None,
        ref words if words.iter().all(|&word| word == 0) => None,
        ref words => {
            let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
            Some(format!("{} = 0x{}", slot.name, digits.trim_start_matches('0')))
        }
    };
    slots.filter_map(value).collect::<Vec<_>>().join(", ")
}
