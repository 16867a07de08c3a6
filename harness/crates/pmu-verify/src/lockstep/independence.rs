//! The independence check: no value of the DUT may reach the golden model.

use super::pair::{Pair, BATCH};
use golden_model_core::Pmu;
use pmu_dut::{lowering, Dut, DutError, Fault, FaultInjectedDut};
use pmu_program::{Batch, Program};

/// Counts the words of the model's observations that change when the answers of the DUT are falsified.
///
/// The program runs twice, with the DUT unchanged and with every bit of its answers inverted, each time with a new model. A
/// model that uses any value of the DUT's answers differs between the two runs.
///
/// # Errors
/// Errors of the DUT. Also when a falsified word equals the true one or there are no words, because the measurement then
/// has no meaning.
pub fn values_from_dut<D: Dut>(
    pmu: &Pmu,
    program: &Program,
    mut dut: impl FnMut() -> Result<D, DutError>,
) -> Result<u64, DutError> {
    let honest = trace(pmu, program, dut()?)?;
    if honest.dut.is_empty() && honest.has_ended {
        // The RTL ends the simulation in its reset: there is no value that could reach the model.
        return Ok(0);
    }
    let falsified = trace(pmu, program, FaultInjectedDut::new(dut()?, pmu.observation.words(), Fault::Scrambled))?;
    if honest.dut.iter().zip(&falsified.dut).any(|(one, other)| one == other) || honest.dut.is_empty() {
        return Err(DutError::unusable(
            "a falsified answer of the DUT equals the true one, so the independence check has no meaning".to_owned(),
        ));
    }
    Ok(honest.model.iter().zip(&falsified.model).filter(|(one, other)| one != other).count() as u64)
}

#[derive(Default)]
struct Trace {
    dut: Vec<u64>,
    model: Vec<u64>,
    /// Whether the RTL has ended the simulation.
    has_ended: bool,
}

fn trace(pmu: &Pmu, program: &Program, dut: impl Dut) -> Result<Trace, DutError> {
    let mut pair = Pair::new(pmu, dut);
    let mut trace = Trace::default();
    let mut lowering = lowering(pmu, &program.ops, &pair.dut);
    let mut batch = Batch::default();
    trace.has_ended = pair.reset(program.power_on)?.is_some();
    while !trace.has_ended && lowering.next_batch(&mut batch, BATCH) {
        trace.has_ended = pair.observe(&batch)?.is_some();
        trace.dut.extend_from_slice(&pair.actual);
        trace.model.extend_from_slice(&pair.expected);
    }
    Ok(trace)
}
