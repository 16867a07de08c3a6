//! A measurement of what the golden model takes from the device: it must be nothing.

use super::pair::{Pair, BATCH};
use golden_model::Pmu;
use pmu_dut::{Dut, DutError, Fault, FaultInjectedDut};
use pmu_program::{Batch, Lowering, Program};

/// The number of words that the model answers differently when the device's answers are falsified.
///
/// The program runs twice, once with the device as it is and once with every bit of its answers inverted, each time beside a
/// fresh model. A model that uses any value of the device's answers differs between the two. It is an error when the
/// falsified answers do not differ from the true ones: then the measurement itself would be blind.
pub fn values_from_dut<D: Dut>(
    pmu: &Pmu,
    program: &Program,
    mut dut: impl FnMut() -> Result<D, DutError>,
) -> Result<u64, DutError> {
    let honest = trace(pmu, program, dut()?)?;
    let falsified = trace(pmu, program, FaultInjectedDut::new(dut()?, pmu.observation.words(), Fault::Scrambled))?;
    if honest.dut.iter().zip(&falsified.dut).any(|(one, other)| one == other) || honest.dut.is_empty() {
        return Err(DutError("falsified answers of the device look like its true ones".to_owned()));
    }
    Ok(honest.model.iter().zip(&falsified.model).filter(|(one, other)| one != other).count() as u64)
}

#[derive(Default)]
struct Trace {
    dut: Vec<u64>,
    model: Vec<u64>,
}

fn trace(pmu: &Pmu, program: &Program, dut: impl Dut) -> Result<Trace, DutError> {
    let mut pair = Pair::new(pmu, dut);
    let mut trace = Trace::default();
    let mut lowering = Lowering::new(pmu, &program.ops).tied(pair.dut.tied_inputs());
    let mut batch = Batch::default();
    pair.reset()?;
    while lowering.next_batch(&mut batch, BATCH) {
        pair.observe(&batch)?;
        trace.dut.extend_from_slice(&pair.actual);
        trace.model.extend_from_slice(&pair.expected);
    }
    Ok(trace)
}
