//! Draws a legal configuration of `riscv_hpm`.

use rand::seq::SliceRandom;
use rand::Rng;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Options of the parameters that no rule restricts.
const OPTIONS: [(&str, [&str; 2]); 7] = [
    ("half_write", ["drop", "count"]),
    ("cycle_write", ["hold", "tick"]),
    ("write_overflow", ["drop", "flag"]),
    ("of_write", ["write", "set"]),
    ("of_sw", ["silent", "request"]),
    ("lcofip_write", ["set", "write"]),
    ("combine", ["sum", "or"]),
];

/// A configuration file.
pub fn configuration(rng: &mut impl Rng, id: &str) -> String {
    let mut text = format!("pmu = \"riscv_hpm\"\nid = \"{id}\"\nname = \"Drawn configuration\"\n");
    let mut put = |name: &str, value: String| writeln!(text, "{name} = {value}").expect("text");
    let xlen = if rng.gen() { 32 } else { 64 };
    put("xlen", xlen.to_string());

    let u = rng.gen_bool(0.8);
    let s = u && rng.gen_bool(0.7);
    let h = s && rng.gen_bool(0.6);
    let mcountinhibit = rng.gen_bool(0.8);
    let smcdeleg = s && mcountinhibit && rng.gen_bool(0.6);
    let (scounteren_writable, hcounteren_writable) = (s && rng.gen(), h && rng.gen());
    for (name, flag) in [
        ("u", u),
        ("s", s),
        ("h", h),
        ("zicntr", rng.gen_bool(0.8)),
        ("zihpm", rng.gen_bool(0.8)),
        ("smcntrpmf", rng.gen()),
        ("sscofpmf", s && rng.gen_bool(0.7)),
        ("smcdeleg", smcdeleg),
        ("smstateen", smcdeleg && rng.gen()),
        ("sscounterenw", scounteren_writable),
        ("shcounterenw", hcounteren_writable),
        ("mcountinhibit", mcountinhibit),
        ("stopcount", rng.gen()),
        ("stop_cycle", rng.gen()),
        ("lcofi_delay", rng.gen()),
    ] {
        put(name, u8::from(flag).to_string());
    }
    for (name, options) in OPTIONS {
        put(name, format!("{:?}", options[rng.gen_range(0..2)]));
    }
    put("unimplemented", format!("{:?}", ["zero", "user_illegal", "all_illegal"][rng.gen_range(0..3)]));

    let counters: BTreeSet<u32> = (0..rng.gen_range(0..=10)).map(|_| rng.gen_range(3..=31)).collect();
    put("counters", format!("{:?}", counters.iter().collect::<Vec<_>>()));
    let widths = counters.iter().map(|counter| format!("{counter} = {}", rng.gen_range(1..=64)));
    put("width", format!("{{ {} }}", widths.collect::<Vec<_>>().join(", ")));

    let mask = |rng: &mut dyn rand::RngCore| if rng.gen() { u32::MAX } else { rng.gen() };
    let implemented = counters.iter().fold(0, |bits, counter| bits | 1 << counter);
    let inhibit = mask(rng) & !2;
    put("mcountinhibit_wr", inhibit.to_string());
    put("mcountinhibit_rst", (inhibit & rng.gen::<u32>()).to_string());
    put("mcounteren_wr", mask(rng).to_string());
    put("scounteren_wr", (mask(rng) | if scounteren_writable { implemented } else { 0 }).to_string());
    put("hcounteren_wr", (mask(rng) | if hcounteren_writable { implemented } else { 0 }).to_string());

    let ret_ports = rng.gen_range(1..=4);
    put("ret_ports", ret_ports.to_string());
    put("ret_w", rng.gen_range(1..=4).to_string());
    let mut names: Vec<String> = (0..ret_ports).map(|port| format!("ret {port}")).chain(["cyc".to_owned()]).collect();
    let mut lines = Vec::new();
    for line in 0..rng.gen_range(0..=6) {
        let (width, port) = (rng.gen_range(1..=4), rng.gen_range(-1..ret_ports));
        lines.push(format!("{{ name = \"line{line}\", width = {width}, port = {port} }}"));
        names.push(format!("line{line}"));
    }
    put("lines", format!("[{}]", lines.join(", ")));

    let selector = ["encoded", "mask", "set_mask"][rng.gen_range(0..3)];
    let most = if xlen == 32 { 32 } else { 56 };
    let width = rng.gen_range(if selector == "set_mask" { 9 } else { 1 }..=most);
    let illegal = ["zero", "keep", "store"][rng.gen_range(0..3)];
    put("selector", format!("{selector:?}"));
    put("sel_w", width.to_string());
    put("sel_illegal", format!("{illegal:?}"));
    put("mask_onehot", u8::from(illegal != "store" && rng.gen()).to_string());
    let codes: BTreeSet<u64> =
        (0..rng.gen_range(0..=12)).map(|_| code(rng, selector, width)).filter(|&code| code != 0).collect();
    let codes: Vec<u64> = codes.into_iter().collect();
    let mut events = Vec::new();
    for (number, code) in codes.iter().enumerate() {
        let count = rng.gen_range(1..=names.len().min(3));
        let of: Vec<_> = names.choose_multiple(rng, count).map(|name| format!("{name:?}")).collect();
        events.push(format!("{{ name = \"EVENT{number}\", code = {code}, lines = [{}] }}", of.join(", ")));
    }
    put("events", format!("[{}]", events.join(", ")));
    let fixed = |counter: &&u32| **counter % 4 == 0 && !codes.is_empty();
    let fixed: Vec<_> = counters
        .iter()
        .filter(fixed)
        .map(|counter| format!("{counter} = {}", codes[*counter as usize % codes.len()]))
        .collect();
    put("sel_fixed", format!("{{ {} }}", fixed.join(", ")));
    text
}

/// The code of an event in a selector of `width` bits, at most 32 bits; 0 for none.
fn code(rng: &mut impl Rng, selector: &str, width: u32) -> u64 {
    let bits = width.min(32);
    match selector {
        "encoded" => rng.gen_range(0..1 << bits),
        "mask" => 1 << rng.gen_range(0..bits),
        _ => u64::from(rng.gen_range(0..3_u8)) | 1 << rng.gen_range(8..bits),
    }
}
