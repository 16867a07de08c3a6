//! Proofs of all theorems of a PMU.

use crate::theorems::all;
use crate::{Answer, Design, GraphSolver, Machine, Source, Theorem};
use golden_model::Pmu;
use pmu_netlist::{Survey, SurveyError};
use pmu_results::{TheoremResult, TheoremVerdict};
use pmu_rtl::{find_yosys, AdaptedRtl, BuildError, RtlSource, Workspace};
use pmu_verify::metamorphic::MetamorphicRules;
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
    /// The RTL.
    pub rtl: &'a RtlSource,
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
    pub fn run(&self) -> Result<Vec<TheoremResult>, ProofError> {
        let design = self.design()?;
        let mut machine = Machine::new(self.pmu, &design, &self.rules.tied);
        let theorems = all(&mut machine, &Source::new(self.pmu, self.rules));
        let mut solver = GraphSolver::default();
        theorems.iter().map(|theorem| prove(&machine, &mut solver, theorem)).collect()
    }

    /// Reads the RTL and cuts its registers.
    fn design(&self) -> Result<Design, ProofError> {
        let mut notice = |text: &str| (self.notice)(text);
        let folder = self.workspace.root().join(self.folder);
        let adapted = AdaptedRtl::make(self.workspace, &self.pmu.description, self.rtl, &folder, &mut notice)?;
        let yosys = find_yosys(self.workspace, self.rtl.language(), &mut notice)?;
        let survey = Survey::make(self.workspace, &yosys, adapted, self.folder, "")?;
        if let Some(register) = survey.foreign.first() {
            return Err(ProofError::Unsupported(format!(
                "{register} is a latch, or a register that does not load at the rising edge of `clk`, so nothing can be proven"
            )));
        }
        Design::new(survey.cut(&yosys, true)?, &survey.states).map_err(ProofError::Unsupported)
    }
}

/// Proves one theorem.
fn prove(machine: &Machine, solver: &mut GraphSolver, theorem: &Theorem) -> Result<TheoremResult, ProofError> {
    let Theorem { kind, name, assumed, violated, frames } = theorem;
    let result = |verdict, inputs| TheoremResult { kind: *kind, name: name.clone(), verdict, inputs };
    // A theorem whose assumptions never hold would be true of any RTL.
    if let Answer::No = solver.satisfy(&machine.graph, assumed) {
        return Err(ProofError::Unsupported(format!("{kind}: {name}: no inputs satisfy the assumptions")));
    }
    let mut verdict = TheoremVerdict::Proven;
    for &way in violated {
        let question: Vec<_> = assumed.iter().copied().chain([way]).collect();
        match solver.satisfy(&machine.graph, &question) {
            Answer::No => {}
            Answer::Open => verdict = TheoremVerdict::Open,
            Answer::Yes(values) => {
                let inputs = frames.iter().map(|frame| nonzero(machine, &machine.concrete(frame, &values))).collect();
                return Ok(result(TheoremVerdict::Refuted, inputs));
            }
        }
    }
    Ok(result(verdict, Vec::new()))
}

/// The values of a frame that are not 0.
fn nonzero(machine: &Machine, frame: &[u64]) -> String {
    let slots = machine.pmu.frame.slots().iter();
    let value = |slot: &golden_model::Slot| match slot.value(frame)[..] {
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
