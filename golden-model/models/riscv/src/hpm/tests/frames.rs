//! The model through frames and observations, with a description that has the ports and the state of section 2.3 only.

use super::super::Model;
use super::bench::*;
use golden_model_core::description::Files;
use golden_model_core::register_port::{Request, RequestPort};
use golden_model_core::{Description, GoldenModel, Pmu};
use rstest::rstest;

/// The inputs of a configuration other than event lines, with their widths.
type Ports = &'static [(&'static str, u32)];

const INPUTS_64: Ports = &[
    ("priv", 2),
    ("virt", 1),
    ("debug", 1),
    ("stopcount", 1),
    ("cde", 1),
    ("mstateen_csrind", 1),
    ("hstateen_csrind", 1),
    ("mideleg_lcofi", 1),
    ("hideleg_lcofi", 1),
    ("cyc", 1),
    ("ret_n", 6),
    ("ret_priv", 4),
    ("ret_virt", 2),
];
const INPUTS_32: Ports = &[("priv", 2), ("debug", 1), ("stopcount", 1), ("cyc", 1), ("ret_n", 1)];
const OUTPUTS_64: Ports = &[
    ("exc_virtual", 1),
    ("csr_old", 64),
    ("lcofip", 1),
    ("lcofie", 1),
    ("mcounteren_tm", 1),
    ("scounteren_tm", 1),
    ("hcounteren_tm", 1),
];
const OUTPUTS_32: Ports = &[("csr_old", 64)];
const STATE_64: Ports = &[
    ("mcyclecfg_inh", 5),
    ("minstretcfg_inh", 5),
    ("scounteren", 32),
    ("hcounteren", 32),
    ("siselect", 12),
    ("vsiselect", 12),
    ("lcofip_q", 1),
    ("lcofie_q", 1),
];

/// Keys that every entry of a description has.
const DOC: &str = "section = '1'\ndoc = 'x'\n";

/// A PMU with these inputs and outputs, and the state of a configuration.
fn pmu(configuration: &str, inputs: Ports, outputs: Ports, state: Ports) -> Pmu {
    let table: toml::Table = configuration.parse().expect("a configuration");
    let p = parameters(configuration, "");
    let mut toml = "id = 'x'\nname = 'x'\nmanual = 'x'\nrequirement_prefixes = ['X']\n\
         unit = [{ name = 'hart', number = 0 }]\nspace = [{ name = 'csr', number = 0, section = '1', doc = 'x' }]\n"
        .to_owned();
    let field = "access = 'rw'\nreset = 0\n".to_owned() + DOC;
    for &counter in &p.counters {
        let (number, event) = (0xB00 + counter, 0x320 + counter);
        let register = |name: &str, address: usize, more: &str| {
            format!(
                "[[register]]\nname = '{name}{counter}'\nwidth = 64\n{more}{DOC}\
                 access = [{{ space = 'csr', address = {address} }}]\n[[register.field]]\nname = 'ALL'\nbits = '63:0'\n{field}"
            )
        };
        toml += &register("mhpmevent", event, "event_field = 'ALL'\n");
        toml += &register("mhpmcounter", number, &format!("counter = true\nselect = 'mhpmevent{counter}'\n"));
    }
    let line = |line: &toml::Value| (line["name"].to_string().replace('"', ""), line["width"].to_string());
    let lines = table["lines"].as_array().expect("lines").iter().map(line);
    let own = inputs.iter().map(|(name, width)| ((*name).to_owned(), width.to_string()));
    for (name, width) in own.chain(lines) {
        toml += &format!("[[input]]\nname = '{name}'\nverilog = '{name}'\nwidth = {width}\n{DOC}");
    }
    for (name, width) in outputs {
        toml += &format!("[[output]]\nname = '{name}'\nverilog = '{name}'\nwidth = {width}\n{DOC}");
    }
    let mut words = vec![("mcycle".to_owned(), 64), ("minstret".to_owned(), 64)];
    for &counter in &p.counters {
        words.push((format!("mhpmcounter{counter}"), p.width[counter]));
        if p.sel_fixed[counter] < 0 {
            words.push((format!("mhpmevent{counter}_sel"), p.sel_w));
        }
        if p.sscofpmf {
            words.extend([(format!("mhpmevent{counter}_inh"), 5), (format!("mhpmevent{counter}_of"), 1)]);
        }
    }
    words.extend([("mcountinhibit".to_owned(), 32), ("mcounteren".to_owned(), 32)]);
    words.extend(state.iter().map(|(name, width)| ((*name).to_owned(), *width)));
    if p.lcofi_delay {
        words.push(("lcofi_request".to_owned(), 1));
    }
    for (name, width) in words {
        toml += &format!("[[state]]\nname = '{name}'\nwidth = {width}\nreset = 0\n{DOC}");
    }
    let header =
        "code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes,mnemonic,sub_mnemonic,section,input\n";
    let row = |event: usize| format!("0x{event:02X},x,,,,1,3-31,x,,EVENT_{event},,1,-\n");
    let events = header.to_owned() + &(0..p.events.len()).map(row).collect::<String>();
    let files = Files {
        folder: "x",
        toml: &toml,
        events: &events,
        requirements: "id,section,text\n",
        coverage: "",
        top: None,
        configured: None,
    };
    let description = Description::parse("x", &files, &Default::default(), &|_| None);
    let mut description = description.unwrap_or_else(|error| panic!("{error}"));
    description.parameters = table;
    Pmu::new(description, super::super::model)
}

/// The model of a PMU with the frame of the next cycle.
struct Frames {
    pmu: Pmu,
    model: Model,
    frame: Vec<u64>,
    observation: Vec<u64>,
}

impl Frames {
    fn new(pmu: Pmu) -> Self {
        let (frame, observation) = (vec![0; pmu.frame.words()], vec![u64::MAX; pmu.observation.words()]);
        Self { model: Model::new(&pmu), pmu, frame, observation }
    }

    fn set(&mut self, name: &str, value: u64) -> &mut Self {
        self.pmu.input(name).set(&mut self.frame, value);
        self
    }

    /// Steps one cycle, with a write if there is one.
    fn step(&mut self, write: Option<(u32, u64)>) -> &mut Self {
        let request = write.map(|(addr, data)| Request { write: true, space: 0, unit: 0, addr, data });
        RequestPort::new(&self.pmu).put(&mut self.frame, false, request);
        self.model.step(&self.frame, &mut self.observation);
        self
    }

    fn get(&self, name: &str) -> u64 {
        self.pmu.observation.slot(name).get(&self.observation)
    }
}

/// Section 2.3, RVHPM-R12, R14, R75, R85: the values of one cycle in an observation, and the inputs of each port.
#[rstest]
#[case(HPM64, LOADS)]
#[case(HPM32_FULL, FULL_LOADS)]
fn frames_with_all_ports(#[case] configuration: &str, #[case] loads: u64) {
    let mut frames = Frames::new(pmu(configuration, INPUTS_64, OUTPUTS_64, STATE_64));
    frames.set("priv", 3).set("mstateen_csrind", 1).set("hstateen_csrind", 1);
    frames.step(Some((MHPMEVENT3, loads))).step(Some((MCOUNTEREN, 2))).step(Some((SCOUNTEREN, 0xF0)));
    let is_64 = configuration == HPM64;
    let (filters, filter) = if is_64 { (MINSTRETCFG, SINH) } else { (0x722, SINH >> 32) };
    frames.step(Some((filters, filter))).step(Some((0x104 + 0x200, BIT13)));
    frames.set("cyc", 1).set("ret_n", 3 << 3 | 5).set("ret_priv", 1 << 2 | 3).set("ret_virt", 0).set("ld1", 2);
    frames.step(None).set("ret_virt", 2).step(Some((MCOUNTEREN, 2)));
    assert_eq!((frames.get("csr_old"), frames.get("bus_rdata"), frames.get("bus_error")), (2, 0, 0));
    assert_eq!((frames.get("mcycle"), frames.get("minstret"), frames.get("mhpmcounter3")), (1, 5, 2));
    assert_eq!((frames.get("mhpmevent3_sel"), frames.get("minstretcfg_inh")), (loads, 8));
    let time = ["mcounteren_tm", "scounteren_tm", "hcounteren_tm"].map(|name| frames.get(name));
    assert_eq!((time, frames.get("scounteren"), frames.get("lcofie")), ([1, 0, 0], 0xF0, 1));
    frames.set("priv", 0).set("virt", 1).step(Some((SCOUNTEREN, 0)));
    let answer = ["exc_virtual", "bus_error", "csr_old", "minstret"].map(|name| frames.get(name));
    assert_eq!(answer, [1, 1, 0, 13], "port 1 retired in VS in the cycle before");
    frames.model.reset();
    frames.step(None);
    assert_eq!((frames.get("scounteren"), frames.get("mcycle"), frames.get("mhpmevent3_sel")), (0, 0, 0));
}

/// Section 2.3: ports of absent features do not exist, and count as M mode with V = 0.
#[test]
fn frames_of_hpm32() {
    let mut frames = Frames::new(pmu(HPM32, INPUTS_32, OUTPUTS_32, &[]));
    frames.set("priv", 3).step(Some((MHPMEVENT3, 0x20))).set("ret_n", 1).set("load", 1).step(None).step(None);
    assert_eq!((frames.get("minstret"), frames.get("mhpmcounter3"), frames.get("mhpmevent3_sel")), (1, 1, 0x20));
    frames.set("priv", 0).step(Some((MHPMEVENT3, 0)));
    assert_eq!((frames.get("bus_error"), frames.get("mhpmcounter3")), (1, 2));
    // LOADS is the fifth event.
    assert!(frames.model.coverage.counted().contains(0, 4));
}
