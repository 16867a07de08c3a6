//! Proofs that RTL does what the reference does.

use crate::correspondence::{frames, reached};
use crate::design::{Design, REFERENCE};
use crate::lanes::{lowered, Simulation, LANES};
use crate::machine::Machine;
use crate::reach::generated;
use crate::theorem::Source;
use golden_model_core::Pmu;
use pmu_program::{lift, Program};
use pmu_verify::metamorphic::MetamorphicRules;
use pmu_verify::stimulus::{Generator, Profile};

/// Number of cycles of a random program. One that is longer is cut.
const CYCLES: usize = 1 << 14;

/// A design with two RTLs, and random programs that compare them.
pub struct Pair {
    /// Both RTLs with the same inputs.
    pub design: Design,
    /// Frames of random programs.
    programs: Vec<Vec<u64>>,
}

impl Pair {
    /// Finds what holds in every state that both RTLs can reach with the same inputs.
    pub fn new(pmu: &Pmu, rules: &MetamorphicRules, profile: &Profile, mut design: Design) -> Self {
        let generator = Generator::new(pmu, profile);
        let programs: Vec<_> =
            (0..LANES as u64).map(|index| lowered(pmu, &generator.program(1, index).ops, CYCLES)).collect();
        design.reached = reached(&mut Machine::new(pmu, &design, &rules.tied), &programs);
        Self { design, programs }
    }

    /// The shortest beginning of a random program after which a signal of one RTL differs from that of the other.
    pub fn difference(&self, machine: &Machine, source: &Source, signal: &str) -> Option<Program> {
        let [own, reference] = ["", REFERENCE].map(|of| machine.places(of, signal));
        let words = source.pmu.frame.words();
        let zeros = vec![0; words];
        let mut simulation = Simulation::after_reset(machine);
        let longest = self.programs.iter().map(|program| program.len() / words).max().unwrap_or(0);
        for at in 0..longest {
            let outputs = simulation.step(machine.input_lanes(&frames(source.pmu, &self.programs, &zeros, at)));
            let value = |place: Option<usize>| place.map_or(0, |place| outputs[place]);
            let differs = own.iter().zip(&reference).fold(0, |all, (&own, &other)| all | value(own) ^ value(other));
            let lane = self.programs.get(differs.trailing_zeros() as usize);
            if let Some(program) = lane.filter(|program| differs != 0 && at < program.len() / words) {
                return Some(generated(source.pmu, lift(source.pmu, &program[..(at + 1) * words])?));
            }
        }
        None
    }
}
