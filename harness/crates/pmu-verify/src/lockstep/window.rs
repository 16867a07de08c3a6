//! Observations of DUT and model in some cycles of a program.

use super::pair::{Pair, BATCH};
use golden_model_core::Pmu;
use pmu_dut::{lowering, Dut, DutError};
use pmu_program::{Batch, Program};
use std::ops::Range;

/// The observations of some cycles.
#[derive(Debug, PartialEq, Eq)]
pub struct Window {
    /// The cycles, from 0; fewer than requested if the program or the simulation ends earlier.
    pub cycles: Range<u64>,
    /// The frames of the cycles, in order.
    pub frames: Vec<u64>,
    /// The observations of the DUT, in order. If the RTL ended the simulation, the last cycle has none.
    pub actual: Vec<u64>,
    /// The observations of the model, in order.
    pub expected: Vec<u64>,
}

/// Runs a program on both sides and records the observations in `cycles`.
///
/// Calls `open` with the DUT before the first of them and `close` after the last. If the RTL ends the simulation before the
/// first of them, neither is called, and the window is empty.
pub fn observe<D: Dut>(
    pmu: &Pmu,
    program: &Program,
    dut: D,
    cycles: Range<u64>,
    open: impl FnOnce(&mut D) -> Result<(), DutError>,
    close: impl FnOnce(&mut D) -> Result<(), DutError>,
) -> Result<Window, DutError> {
    let mut pair = Pair::new(pmu, dut);
    let mut lowering = lowering(pmu, &program.ops, &pair.dut);
    let mut batch = Batch::default();
    let mut at = 0;
    let mut ended = pair.reset(program.power_on)?.is_some();
    while !ended && at < cycles.start && lowering.next_batch(&mut batch, BATCH.min((cycles.start - at) as usize)) {
        ended = pair.step(&batch)?.is_some();
        at += batch.ops.len() as u64;
    }
    let mut window = Window { cycles: at..at, frames: Vec::new(), actual: Vec::new(), expected: Vec::new() };
    if ended {
        return Ok(window);
    }
    open(&mut pair.dut)?;
    while !ended && at < cycles.end && lowering.next_batch(&mut batch, BATCH.min((cycles.end - at) as usize)) {
        ended = pair.observe(&batch)?.is_some();
        let complete = pair.actual.len() / pmu.observation.words();
        let cycles = if ended { complete + 1 } else { complete };
        at += cycles as u64;
        window.frames.extend_from_slice(&batch.frames[..cycles * pmu.frame.words()]);
        window.actual.extend_from_slice(&pair.actual);
        window.expected.extend_from_slice(&pair.expected[..cycles * pmu.observation.words()]);
    }
    window.cycles.end = at;
    close(&mut pair.dut)?;
    Ok(window)
}
