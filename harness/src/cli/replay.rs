//! `replay`: runs one program in lockstep.

use super::args::Replay;
use super::screen::say;
use super::status::Status;
use crate::dut::{Dut, SimulatedDut, TracingDut};
use crate::dut_source::DutSource;
use crate::lockstep::Lockstep;
use crate::program::Source;
use crate::regression::{required_input, Stop};
use crate::rtl::Variant;
use crate::waves::{write, CycleRange};
use crate::Error;
use golden_model::Pmu;

pub(super) fn replay(arguments: &Replay, stop: &Stop) -> Result<Status, Error> {
    let source = Source::read(&arguments.file)?;
    let rtl = arguments.rtl.selection()?;
    let pmu = rtl.chosen_for(Pmu::find(source.pmu()).ok_or_else(|| source.unknown_pmu())?)?;
    let program = source.resolve(arguments.file.display().to_string(), &pmu)?;
    let workspace = super::workspace()?;
    let (variant, waves) = match (&arguments.vcd, &arguments.fst) {
        (Some(file), _) => (Variant::Trace, Some(file)),
        (None, Some(file)) => (Variant::Fst, Some(file)),
        (None, None) => (Variant::Fast, None),
    };
    let traced = waves.map(|file| {
        let built = rtl.model(&workspace, &pmu, variant, &super::notice).map_err(|error| hint(error, variant))?;
        let mut dut = SimulatedDut::new(&built, arguments.seed)?;
        dut.trace(file)?;
        Ok::<_, Error>((dut, built))
    });
    let source;
    let (dut, built): (Box<dyn Dut>, _) = match traced.transpose()? {
        Some((dut, built)) => (Box::new(dut), Some(built)),
        None => {
            source = DutSource::new(&workspace, &pmu, &rtl, arguments.dut.as_ref(), &super::notice)?;
            (source.dut(arguments.seed)?, None)
        }
    };
    if let Some(needs) = required_input(&pmu, &program, dut.tied_inputs()) {
        eprintln!(
            "note: the program needs {needs}, an input that the RTL lacks: DUT and model see the value that --ports gives it"
        );
    }
    let mut lockstep = Lockstep::new(&pmu, dut);
    let outcome = lockstep.run(&program, stop)?;
    if outcome.interrupted {
        return Err(Error::Interrupted);
    }
    if let Some(divergence) = &outcome.divergence {
        say!("{}: {}", pmu.description.id, divergence.to_string().trim_end());
        if let (Some(file), Some(built)) = (&arguments.vcd, &built) {
            // Rewrite the trace, which has signals of the DUT only, with those of the golden model.
            drop(lockstep);
            let all = CycleRange { before: u64::MAX, ..CycleRange::default() };
            write(&pmu, &program, SimulatedDut::new(built, arguments.seed)?, divergence, all, file)?;
        }
        return Ok(Status::Diverged);
    }
    if outcome.cycles == 0 {
        return Err(Error::Input(format!("{}: the program takes no cycle, so nothing was compared", program.name)));
    }
    say!(
        "{}: {}: no divergence in {} cycles, {} comparisons, {} expectations",
        pmu.description.id,
        program.name,
        outcome.cycles,
        outcome.comparisons,
        outcome.expectations
    );
    Ok(Status::Pass)
}

/// Adds the packages that FST needs, and the alternative `--vcd`, to an error of the compiler.
fn hint(error: Error, variant: Variant) -> Error {
    match error {
        Error::Environment(what) if variant == Variant::Fst => Error::Environment(format!(
            "{what}\nFST needs the development files of zlib and lz4 (zlib1g-dev and liblz4-dev on Debian); or use --vcd, which needs neither"
        )),
        other => other,
    }
}
