//! Proofs of all theorems of a PMU.

use crate::{all, Answer, Design, GraphSolver, Machine, Source, Theorem};
use golden_model::Pmu;
use pmu_netlist::{Survey, SurveyError};
use pmu_results::TheoremKind;
use pmu_rtl::{find_yosys, AdaptedRtl, BuildError, RtlSource, Workspace};
use pmu_verify::metamorphic::MetamorphicRules;
use std::path::Path;

/// Reason for which nothing can be proven.
#[derive(Debug)]
pub enum ProofError {
    /// A tool is missing, or the RTL cannot be read.
    Build(BuildError),
    /// The message.
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
    /// Its checkout.
    pub workspace: &'a Workspace,
    /// The PMU.
    pub pmu: &'a Pmu,
    /// Restrictions of the relations of its registers.
    pub rules: &'a MetamorphicRules,
    /// The RTL.
    pub rtl: &'a RtlSource,
    /// Folder for files of the proofs.
    pub folder: &'a Path,
    /// Shows progress.
    pub notice: &'a dyn Fn(&str),
}

impl Prover<'_> {
    /// Proves all theorems.
    ///
    /// # Errors
    /// [`ProofError`]
    pub fn run(&self) -> Result<Vec<(TheoremKind, String, String)>, ProofError> {
        let mut notice = |text: &str| (self.notice)(text);
        let description = &self.pmu.description;
        let folder = self.workspace.root().join(self.folder);
        let adapted = AdaptedRtl::make(self.workspace, description, self.rtl, &folder, &mut notice)?;
        let yosys = find_yosys(self.workspace, self.rtl.language(), &mut notice)?;
        let survey = Survey::make(self.workspace, &yosys, adapted, self.folder, "")?;
        if let Some(register) = survey.foreign.first() {
            return Err(ProofError::Unsupported(format!(
                "{register} is a latch, or a register that does not load at the rising edge of `clk`, so nothing can be proven"
            )));
        }
        let design = Design::new(survey.cut(&yosys, true)?, &survey.states).map_err(ProofError::Unsupported)?;
        let t = std::time::Instant::now();
        let mut machine = Machine::new(self.pmu, &design, &self.rules.tied);
        let source = Source::new(self.pmu, self.rules);
        let theorems = all(&mut machine, &source);
        (self.notice)(&format!("{} theorems, {} nodes {:?}", theorems.len(), machine.graph.len(), t.elapsed()));
        let mut solver = GraphSolver::default();
        let mut results = Vec::new();
        for theorem in &theorems {
            let Theorem { kind, subject, assumed, violated, .. } = theorem;
            let u = std::time::Instant::now();
            let mut answer = Answer::No;
            for &violated in violated {
                let question: Vec<_> = assumed.iter().copied().chain([violated]).collect();
                answer = solver.satisfy(&machine.graph, &question);
                if !matches!(answer, Answer::No) {
                    break;
                }
            }
            let verdict = match answer {
                Answer::No => "proven".to_owned(),
                Answer::Open => "open".to_owned(),
                Answer::Yes(values) => {
                    let lines: Vec<String> = theorem
                        .executions
                        .iter()
                        .flat_map(|e| &e.frames)
                        .map(|frame| {
                            let words = machine.concrete(frame, &values);
                            let shown = self.pmu.frame.slots().iter().filter(|slot| slot.width <= 64);
                            shown
                                .filter_map(|slot| {
                                    let v = slot.get(&words);
                                    (v != 0).then(|| format!("{}={v:x}", slot.name))
                                })
                                .collect::<Vec<_>>()
                                .join(" ")
                        })
                        .collect();
                    format!("refuted {}", lines.join(" | "))
                }
            };
            if u.elapsed().as_millis() > 500 {
                eprintln!(
                    "{} paths {kind} {subject} {:?} cone {}",
                    source.map.paths.len(),
                    u.elapsed(),
                    violated.len()
                );
            }
            results.push((*kind, subject.clone(), verdict));
        }
        (self.notice)(&format!("{:?}", t.elapsed()));
        Ok(results)
    }
}
