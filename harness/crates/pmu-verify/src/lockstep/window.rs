//! What device and model show in some clocks of a program, kept to be looked at.

use super::pair::{Pair, BATCH};
use golden_model::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::{Batch, Lowering, Program};
use std::ops::Range;

/// The observations of some clocks.
#[derive(Debug, PartialEq, Eq)]
pub struct Window {
    /// The clocks, from 0; fewer than asked for where the program ends.
    pub cycles: Range<u64>,
    /// The frames that both sides were given, clock by clock.
    pub frames: Vec<u64>,
    /// What the device showed, clock by clock.
    pub actual: Vec<u64>,
    /// What the model says.
    pub expected: Vec<u64>,
}

/// Runs a program on both sides and keeps what they show in `clocks`. `open` is called with the device before the first of
/// them, and `close` behind the last.
pub fn observe<D: Dut>(
    pmu: &Pmu,
    program: &Program,
    dut: D,
    cycles: Range<u64>,
    open: impl FnOnce(&mut D) -> Result<(), DutError>,
    close: impl FnOnce(&mut D) -> Result<(), DutError>,
) -> Result<Window, DutError> {
    let mut pair = Pair::new(pmu, dut);
    let mut lowering = Lowering::new(pmu, &program.ops).tied(pair.dut.tied_inputs());
    let mut batch = Batch::default();
    let mut at = 0;
    pair.reset()?;
    while at < cycles.start && lowering.next_batch(&mut batch, BATCH.min((cycles.start - at) as usize)) {
        pair.step(&batch)?;
        at += batch.ops.len() as u64;
    }
    open(&mut pair.dut)?;
    let mut window = Window { cycles: at..at, frames: Vec::new(), actual: Vec::new(), expected: Vec::new() };
    while at < cycles.end && lowering.next_batch(&mut batch, BATCH.min((cycles.end - at) as usize)) {
        pair.observe(&batch)?;
        at += batch.ops.len() as u64;
        window.frames.extend_from_slice(&batch.frames);
        window.actual.extend_from_slice(&pair.actual);
        window.expected.extend_from_slice(&pair.expected);
    }
    window.cycles.end = at;
    close(&mut pair.dut)?;
    Ok(window)
}
