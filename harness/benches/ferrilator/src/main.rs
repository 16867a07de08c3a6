//! Speed of the K8 PMU's RTL in cycles per second when ferrilator drives it, without any checks: `ferrilator-k8 STIMULUS`. Prints the
//! duration in seconds as a line of JSON.

use ferrilator::attr::ferrilate;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

#[ferrilate(k8_slices)]
struct K8Slices {
    #[clock]
    #[input]
    clk: bool,
    #[input]
    rst: bool,
    #[input]
    bus_valid: bool,
    #[input]
    bus_write: bool,
    #[input]
    bus_space: u8,
    #[input]
    bus_unit: u8,
    #[input]
    bus_addr: u32,
    #[input]
    bus_wdata: u64,
    #[output]
    bus_rdata: u64,
    #[output]
    bus_error: bool,
    #[input]
    c0_halted: bool,
    #[input]
    c0_cpl: u8,
    #[input]
    c0_ev_low: u128,
    #[input]
    c0_ev_middle: u128,
    #[input]
    c0_ev_high: u128,
    #[output]
    c0_pm: u8,
    #[input]
    c1_halted: bool,
    #[input]
    c1_cpl: u8,
    #[input]
    c1_ev_low: u128,
    #[input]
    c1_ev_middle: u128,
    #[input]
    c1_ev_high: u128,
    #[output]
    c1_pm: u8,
}

/// 64-bit words of a cycle in the stimulus, of the request and of each core, whose event lines are last.
const REQUEST: usize = 7;
const CORE: usize = 8;
const FRAME: usize = REQUEST + 2 * CORE;

fn main() -> ExitCode {
    let Some(stimulus) = std::env::args().nth(1) else {
        eprintln!("usage: ferrilator-k8 STIMULUS");
        return ExitCode::FAILURE;
    };
    match std::fs::read(&stimulus) {
        Ok(bytes) => run(&bytes),
        Err(error) => {
            eprintln!("error: {stimulus}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn run(stimulus: &[u8]) {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let words: Vec<u64> = stimulus.chunks_exact(8).map(word).collect();
    let mut top = K8Slices::new();
    top.set_rst(true);
    for _ in 0..2 {
        top.tick();
    }
    let start = Instant::now();
    for frame in words.chunks_exact(FRAME) {
        drive(&mut top, frame);
        top.tick();
        black_box((top.get_bus_rdata(), top.get_bus_error(), top.get_c0_pm(), top.get_c1_pm()));
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{{\"cycles\": {}, \"seconds\": {seconds}}}", words.len() / FRAME);
}

fn drive(top: &mut K8Slices, frame: &[u64]) {
    top.set_rst(frame[0] != 0);
    top.set_bus_valid(frame[1] != 0);
    top.set_bus_write(frame[2] != 0);
    top.set_bus_space(frame[3] as u8);
    top.set_bus_unit(frame[4] as u8);
    top.set_bus_addr(frame[5] as u32);
    top.set_bus_wdata(frame[6]);
    let (core0, core1) = frame[REQUEST..].split_at(CORE);
    let wide = |words: &[u64]| u128::from(words[1]) << 64 | u128::from(words[0]);
    top.set_c0_halted(core0[0] != 0);
    top.set_c0_cpl(core0[1] as u8);
    top.set_c0_ev_low(wide(&core0[2..]));
    top.set_c0_ev_middle(wide(&core0[4..]));
    top.set_c0_ev_high(wide(&core0[6..]));
    top.set_c1_halted(core1[0] != 0);
    top.set_c1_cpl(core1[1] as u8);
    top.set_c1_ev_low(wide(&core1[2..]));
    top.set_c1_ev_middle(wide(&core1[4..]));
    top.set_c1_ev_high(wide(&core1[6..]));
}
