//! `replay`: runs one program in lockstep.

use super::args::Replay;
use super::overwrite::keep_inputs;
use super::screen::say;
use super::status::Status;
use crate::dut::{Dut, SimulatedDut, TracingDut};
use crate::dut_source::DutSource;
use crate::lockstep::Lockstep;
use crate::pmu_selection::pmu_of;
use crate::program::Source;
use crate::regression::{required_input, required_timing, Stop};
use crate::results::{waves_text, KnownDivergence, ViewerFiles};
use crate::rtl::Variant;
use crate::waves::{CycleRange, Waves};
use crate::Error;

pub(super) fn replay(arguments: &Replay, stop: &Stop) -> Result<Status, Error> {
    let viewers = arguments.vcd.as_deref().map(ViewerFiles::of);
    let viewers = viewers.iter().flat_map(|files| [files.gtkwave.as_path(), &files.surfer]);
    let vcd = arguments.vcd.as_deref().into_iter().chain(viewers).map(|file| ("--vcd", file));
    for (option, output) in vcd.chain(arguments.fst.as_deref().map(|file| ("--fst", file))) {
        keep_inputs(option, output, [arguments.file.as_path()])?;
    }
    let source = Source::read(&arguments.file)?;
    let rtl = arguments.rtl.selection()?;
    let pmu = rtl.chosen_for(pmu_of(&source)?)?;
    let known = rtl.known.of(&pmu, true)?;
    let program = source.resolve(arguments.file.display().to_string(), &pmu)?;
    if let Some(file) = arguments.vcd.as_ref().filter(|file| ViewerFiles::of(file).contains(file)) {
        let name = file.display();
        return Err(Error::Input(format!(
            "--vcd: {name} is the name of a file for a viewer; choose another, such as waves.vcd"
        )));
    }
    let workspace = super::workspace()?;
    let variant = match (&arguments.vcd, &arguments.fst) {
        (Some(_), _) => Variant::Trace,
        (None, Some(_)) => Variant::Fst,
        (None, None) => Variant::Fast,
    };
    let traced = (variant != Variant::Fast)
        .then(|| rtl.model(&workspace, &pmu, variant, &super::notice).map_err(|error| hint(error, variant)));
    let traced = traced.transpose()?;
    let source;
    let dut: Box<dyn Dut> = match &traced {
        Some(built) => {
            let mut dut = SimulatedDut::new(built, arguments.seed)?;
            // A new power-on would end the waves.
            dut.power_on(program.power_on)?;
            arguments.fst.as_ref().map_or(Ok(()), |file| dut.trace(file))?;
            Box::new(dut)
        }
        None => {
            source = DutSource::new(&workspace, &pmu, &rtl, arguments.dut.as_ref(), &super::notice)?;
            source.dut(arguments.seed)?
        }
    };
    if let Some(needs) = required_input(&pmu, &program, dut.tied_inputs()) {
        super::notice(&format!(
            "note: the program needs {needs}, an input that the RTL lacks: DUT and model see the value that --ports gives it"
        ));
    }
    if let Some(needs) = required_timing(&pmu, &program, dut.tied_inputs(), dut.timing()) {
        super::notice(&format!(
            "note: the program needs {needs}, which the bus of the RTL cannot do; the accesses are further apart"
        ));
    }
    let outcome = Lockstep::new(&pmu, dut).accepting(&known).run(&program, stop)?;
    if outcome.interrupted {
        return Err(Error::Interrupted);
    }
    let divergence = outcome.divergence.as_deref();
    if outcome.cycles == 0 && divergence.is_none() {
        return Err(Error::Input(format!("{}: the program takes no cycle, so nothing was compared", program.name)));
    }
    let known = known.record([outcome.known.as_slice()]);
    for known in known.iter().filter(|known| known.is_used()) {
        say!("{}: {}", pmu.description.id, known.line());
    }
    let except = if known.iter().any(KnownDivergence::is_used) { " except known divergences" } else { "" };
    match divergence {
        Some(divergence) => say!("{}: {}", pmu.description.id, divergence.to_string().trim_end()),
        None => say!(
            "{}: {}: no divergence{except} in {} cycles, {} comparisons, {} expectations",
            pmu.description.id,
            program.name,
            outcome.cycles,
            outcome.comparisons,
            outcome.expectations
        ),
    }
    if let (Some(file), Some(built)) = (&arguments.vcd, &traced) {
        let all = CycleRange { before: u64::MAX, ..CycleRange::default() };
        let around = divergence.map(|divergence| (divergence, all));
        let waves = Waves { pmu: &pmu, program: &program, around, rtl: &rtl.signals(&workspace, &pmu)? };
        waves.write(SimulatedDut::new(built, arguments.seed)?, file)?;
        say!("{}", waves_text(&file.display().to_string()).trim_end());
    }
    Ok(if divergence.is_some() { Status::Diverged } else { Status::Pass })
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
