//! `soak`: runs stimulus generated on the board in lockstep with the golden model.

use super::args::Soak;
use super::screen::say;
use super::status::Status;
use crate::pmu_selection::find_pmu;
use crate::regression::Stop;
use crate::soak::{soak as soak_pmu, SoakSettings};
use crate::Error;
use std::time::Instant;

pub(super) fn soak(arguments: &Soak, stop: &Stop) -> Result<Status, Error> {
    let rtl = arguments.rtl.selection()?;
    let pmu = rtl.chosen_for(find_pmu(&arguments.pmu)?)?;
    let id = &pmu.description.id;
    let settings = SoakSettings {
        rtl,
        board: arguments.dut.clone(),
        cycles: arguments.cycles,
        length: arguments.length,
        seed: arguments.seed,
    };
    let begin = Instant::now();
    let outcome = soak_pmu(&super::workspace()?, &pmu, &settings, &super::notice, stop)?;
    if let Some(divergence) = outcome.divergence {
        say!("{id}: {}", divergence.to_string().trim_end());
        return Ok(Status::Diverged);
    }
    let (cycles, programs, comparisons) = (outcome.cycles, outcome.programs, outcome.comparisons);
    say!(
        "{id}: no divergence in {cycles} cycles of {programs} programs, {comparisons} comparisons, {:.0} cycles/s",
        cycles as f64 / begin.elapsed().as_secs_f64()
    );
    if let Some(traffic) = outcome.traffic {
        let cycles = cycles as f64;
        let (there, back) = (traffic.sent as f64 / cycles, traffic.received as f64 / cycles);
        say!("{id}: {there:.3} bytes per cycle to the board, {back:.3} bytes per cycle from it");
    }
    Ok(Status::Pass)
}
