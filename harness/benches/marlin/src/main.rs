//! Speed of the K8 PMU's RTL in cycles per second when marlin drives it, without any checks:
//! `marlin-k8 STIMULUS ARTIFACTS INCLUDE SOURCES...`. Prints the duration in seconds as a line of JSON.

use marlin::verilator::{VerilatedModelConfig, VerilatorRuntime, VerilatorRuntimeOptions, WideIn};
use marlin::verilog::prelude::*;
use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

#[verilog(src = "../../../rtl/amd_k8/core/k8_pmu.v", name = "k8_pmu")]
struct K8Pmu;

/// 64-bit words of a cycle in the stimulus, of the request and of each core, whose event lines are last.
const REQUEST: usize = 7;
const CORE: usize = 8;
const FRAME: usize = REQUEST + 2 * CORE;
/// 32-bit words of the event lines.
const EVENTS: usize = 12;

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    let whole = causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"));
    eprintln!("error: {whole}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [stimulus, artifacts, include, sources @ ..] = arguments.as_slice() else {
        return Err("usage: marlin-k8 STIMULUS ARTIFACTS INCLUDE SOURCES...".into());
    };
    let words: Vec<u64> = std::fs::read(stimulus)?
        .chunks_exact(8)
        .map(|bytes| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        .collect();
    let options = VerilatorRuntimeOptions::default();
    let runtime = VerilatorRuntime::new2(artifacts, sources, &[include], [], options)?;
    let mut top = runtime.create_model::<K8Pmu>(&VerilatedModelConfig::default().verilator_optimization(3))?;

    top.rst = 1;
    for _ in 0..2 {
        cycle(&mut top);
    }
    let start = Instant::now();
    for frame in words.chunks_exact(FRAME) {
        drive(&mut top, frame);
        cycle(&mut top);
        black_box((top.bus_rdata, top.bus_error, top.c0_pm, top.c1_pm));
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{{\"cycles\": {}, \"seconds\": {seconds}}}", words.len() / FRAME);
    Ok(())
}

fn drive(top: &mut K8Pmu, frame: &[u64]) {
    top.rst = frame[0] as u8;
    top.bus_valid = frame[1] as u8;
    top.bus_write = frame[2] as u8;
    top.bus_space = frame[3] as u8;
    top.bus_unit = frame[4] as u8;
    top.bus_addr = frame[5] as u32;
    top.bus_wdata = frame[6];
    let (core0, core1) = frame[REQUEST..].split_at(CORE);
    top.c0_halted = core0[0] as u8;
    top.c0_cpl = core0[1] as u8;
    top.c0_ev = events(&core0[2..]);
    top.c1_halted = core1[0] as u8;
    top.c1_cpl = core1[1] as u8;
    top.c1_ev = events(&core1[2..]);
}

fn events(words: &[u64]) -> WideIn<EVENTS> {
    WideIn::new(std::array::from_fn(|half| (words[half / 2] >> (32 * (half % 2))) as u32))
}

fn cycle(top: &mut K8Pmu) {
    top.clk = 0;
    top.eval();
    top.clk = 1;
    top.eval();
}
