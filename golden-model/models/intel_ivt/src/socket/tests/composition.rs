//! Compares the socket with standalone boxes, connected here by the shift
//! registers of the specification.

use super::socket;
use crate::common::tests::fields::{thresh, EDGE, EN, OV_EN};
use crate::common::tests::random::Random;
use golden_model_core::description::Register;
use golden_model_core::layout::Slot;
use golden_model_core::register_port::{access_paths, MappedAccess};
use golden_model_core::{Bits, CoveredModel, Pmu};

/// A standalone box, with its lines in the socket.
struct Block {
    /// The name of its unit in the socket, and in its own description.
    unit: String,
    own: String,
    /// Its base address and size in configuration space; `None` for a box in MSR space.
    window: Option<(u64, u64)>,
    /// The offset that is added to its MSR numbers.
    msr: u64,
    pmu: Pmu,
    paths: Vec<MappedAccess>,
    model: Box<dyn CoveredModel>,
    frame: Vec<u64>,
    observation: Vec<u64>,
    /// Positions of the inputs that the socket does not connect, in the socket's frame and in the box's.
    inputs: Vec<(Bits, Bits)>,
    /// Slots of every word except the response, in the socket's observation and in the box's.
    words: Vec<(Slot, Slot)>,
    /// Latencies in the socket's frame; message and lines in the socket's
    /// observation, if the box has them.
    latencies: [Option<Bits>; 2],
    message: Option<Slot>,
    line_slots: Vec<Slot>,
    /// Contents of the message, freeze and unfreeze lines.
    lines: [u64; 3],
}

/// An optional access, with or without a reset.
#[derive(Clone, Copy)]
struct Request {
    rst: bool,
    valid: bool,
    write: bool,
    space: u64,
    addr: u64,
    data: u64,
}

/// Inputs of the boxes that the socket drives or that are straps.
const INSIDE: [&str; 6] = ["box_id", "cbox_ovf", "frz_bcast", "unfrz_bcast", "has_rate", "rst_cold"];

/// PMU, unit and windows of the boxes in configuration space.
const PCI: [(&str, &str, &[u64], u64); 6] = [
    ("ivt_ha", "ha{index}", &[0x71000, 0xE1000], 0x1000),
    ("ivt_imc", "imc{index}", &[0x84000, 0x85000, 0x80000, 0x81000, 0xF4000, 0xF5000, 0xF0000, 0xF1000], 0x1000),
    ("ivt_irp", "irp", &[0x2E000], 0x1000),
    ("ivt_qpi", "qpi{index}", &[0x40000, 0x48000, 0xC0000], 0x8000),
    ("ivt_r2pcie", "r2pcie", &[0x99000], 0x1000),
    ("ivt_r3qpi", "r3qpi{index}", &[0x9D000, 0x9E000, 0x95000], 0x1000),
];

fn blocks(socket: &Pmu) -> Vec<Block> {
    let cboxes = (0..15).map(|number| Block::new(socket, "ivt_cbox", format!("cbox{number}"), None, 0x20 * number));
    let pcu = Block::new(socket, "ivt_pcu", "pcu".to_owned(), None, 0);
    let pci = PCI.iter().flat_map(|&(id, unit, bases, size)| {
        let number = move |(number, &base): (usize, &u64)| {
            Block::new(socket, id, unit.replace("{index}", &number.to_string()), Some((base, size)), 0)
        };
        bases.iter().enumerate().map(number)
    });
    cboxes.chain([pcu]).chain(pci).collect()
}

impl Block {
    fn new(socket: &Pmu, id: &str, unit: String, window: Option<(u64, u64)>, msr: u64) -> Self {
        let pmu = Pmu::find(id).expect("no PMU with this id");
        let (frame, observation) = (vec![0; pmu.frame.words()], vec![0; pmu.observation.words()]);
        let own = pmu.description.units[0].name.clone();
        let paths = access_paths(&pmu.description, 0);
        let outside = pmu.description.inputs.iter().filter_map(|input| {
            let name = input.name.strip_prefix(&own)?;
            let is_inside = INSIDE.contains(&&name[1..]) || name.starts_with(".ovf_");
            (!is_inside).then(|| (socket.input(&format!("{unit}{name}")), pmu.in_frame(input.at)))
        });
        let inputs = outside.collect();
        let words = pmu.observation.slots().iter().filter_map(|slot| {
            let name = slot.name.strip_prefix(&own)?;
            Some((socket.observation.slot(&format!("{unit}{name}")), slot.clone()))
        });
        let words = words.collect();
        let latency =
            |name: &str| socket.description.input(&format!("{unit}.{name}")).map(|input| socket.in_frame(input.at));
        let latencies = ["msg_lat", "bcast_lat"].map(latency);
        let shown = |name: &str| socket.observation.find(&format!("{unit}.{name}")).cloned();
        let line_slots = ["msg_delay", "frz_delay", "unfrz_delay"].into_iter().filter_map(shown).collect();
        let message = shown("ovf_msg");
        Self {
            unit,
            own,
            window,
            msr,
            model: pmu.model(),
            pmu,
            paths,
            frame,
            observation,
            inputs,
            words,
            latencies,
            message,
            line_slots,
            lines: [0; 3],
        }
    }

    /// Sets an input, if the box has it.
    fn set(&mut self, name: &str, level: u64) {
        let name = format!("{}.{name}", self.own);
        if self.pmu.description.input(&name).is_some() {
            self.pmu.input(&name).set(&mut self.frame, level);
        }
    }

    /// The request as it reaches the box: no access if it addresses another space or another PCI function.
    fn own_request(&self, request: Request) -> Request {
        let nothing = Request { valid: false, write: false, addr: 0, data: 0, space: 0, ..request };
        match (self.window, request.space) {
            (None, 0) => request,
            (Some((base, size)), 1) if (base..base + size).contains(&request.addr) => {
                Request { addr: request.addr - base, ..request }
            }
            _ => nothing,
        }
    }

    fn step(&mut self, request: Request) {
        let request = self.own_request(request);
        present(&mut self.frame, &self.pmu, request);
        self.model.step(&self.frame, &mut self.observation);
    }

    fn during(&self, name: &str) -> u64 {
        self.pmu.observation.slot(name).get(&self.observation)
    }

    /// Sets some of the inputs that the socket does not connect to random values, in both frames.
    fn stimulate(&mut self, socket: &mut [u64], random: &mut Random) {
        for (there, here) in &self.inputs {
            if random.once_in(3) {
                let level = if random.once_in(2) { random.bits() } else { 0 };
                there.set(socket, level);
                here.set(&mut self.frame, level);
            }
        }
    }

    /// A write that makes overflows and freezes likely.
    fn request(&self, random: &mut Random) -> Request {
        // Mostly counter 0, so that all its dwords and its control are soon written.
        let likely = !random.once_in(4);
        let named = |path: &MappedAccess| &self.pmu.description.registers[path.register];
        let is_first = |path: &MappedAccess| named(path).name.ends_with("CTR0") || named(path).name.ends_with("CTL0");
        let mut paths = std::iter::repeat_with(|| self.paths[random.next(self.paths.len() as u64) as usize]);
        let path = paths.find(|path| !likely || is_first(path)).expect("the box has no register to write");
        let register = named(&path);
        let base = self.window.map_or(self.msr, |(base, _)| base);
        let data = match register {
            // Close to the wrap once the higher dword is all ones.
            Register { counter: true, .. } => u64::MAX - random.next(2) * random.next(20),
            Register { selects: Some(_), .. } => self.selection(register, random),
            _ if register.name.ends_with("BOX_CTL") => random.of(&[0, 0, 0, 1, 2, 0x100]),
            _ if register.name.ends_with("STATUS") => 0x1F,
            _ if register.name.ends_with("FIXED_CTL") => EN | OV_EN,
            _ => random.bits(),
        };
        let space = u64::from(path.space);
        Request { rst: false, valid: true, write: true, space, addr: base + u64::from(path.address), data }
    }

    /// A control register value that selects a listed event.
    fn selection(&self, register: &Register, random: &mut Random) -> u64 {
        let rows = &self.pmu.description.events.rows;
        let row = &rows[random.next(rows.len() as u64) as usize];
        let masks = random.of(&[0xFF00, 0xFF00, 0x0100, u64::from(row.umask.unwrap_or(0)) << 8]);
        let control = register.with_code(EN | OV_EN | masks & 0xFF00, row.code.into());
        control | random.of(&[0, 0, thresh(1), EDGE | thresh(1)])
    }
}

fn present(frame: &mut [u64], pmu: &Pmu, request: Request) {
    let values = [
        ("rst", request.rst.into()),
        ("bus_valid", request.valid.into()),
        ("bus_write", request.write.into()),
        ("bus_space", request.space),
        ("bus_addr", request.addr),
        ("bus_wdata", request.data),
    ];
    for (name, value) in values {
        pmu.frame.slot(name).set(frame, value);
    }
}

/// An optional access that makes overflows and freezes likely.
fn request(cycle: usize, random: &mut Random, blocks: &[Block]) -> Request {
    let near_wrap = u64::MAX - random.next(20);
    let msr = |addr: u64, data: u64| Request { rst: false, valid: true, write: true, space: 0, addr, data };
    // Most writes address one box for 50 cycles, so that its counters are
    // configured before the next reset.
    let one =
        &blocks[if random.once_in(4) { random.next(blocks.len() as u64) as usize } else { cycle / 50 % blocks.len() }];
    let write = match random.next(20) {
        0..=13 => one.request(random),
        14 => msr(0xC01, u64::MAX),
        15 | 16 => msr(0xC00, 1 << 29 | random.bits() & 0x4000_7FFF),
        17 => msr(random.of(&[0xC16, 0xC09]), near_wrap),
        18 => msr(random.of(&[0xC10, 0xC08]), EN | OV_EN | 0x44),
        _ => {
            let odd = one.request(random);
            Request { addr: odd.addr ^ 1 << random.next(21), ..odd }
        }
    };
    let (valid, write_too) = (!random.once_in(4), !random.once_in(6));
    Request { rst: random.once_in(1000), valid, write: valid && write_too, ..write }
}

/// The output of a delay line, given its contents, its input and its latency.
fn output(line: u64, input: u64, latency: u64) -> u64 {
    match latency {
        0 => input,
        late => line >> (late - 1) & 1,
    }
}

/// The U-Box input for the message of a box, and its bit there.
fn to_ubox(unit: &str) -> (&'static str, u64) {
    let number = |prefix: &str| unit.strip_prefix(prefix).and_then(|number| number.parse().ok());
    if let Some(number) = number("cbox") {
        return ("ovf_c", number);
    }
    if let Some(number) = number("imc") {
        return ("ovf_m", number / 4);
    }
    match unit {
        "pcu" => ("ovf_p", 0),
        "ha0" => ("ovf_h", 0),
        "ha1" => ("ovf_h", 1),
        "qpi0" | "qpi1" => ("ovf_q", 0),
        "qpi2" => ("ovf_q", 1),
        "r3qpi0" | "r3qpi1" => ("ovf_rq", 0),
        "r3qpi2" => ("ovf_rq", 1),
        "r2pcie" => ("ovf_rp", 0),
        _ => panic!("unit {unit} sends no message"),
    }
}

/// IVT-R16 IVT-R65 CBOX-R08 UBOX-R12 IMC-R15 QPI-R40 R3Q-R39 PCU-R34 R2P-R39: boxes and lines in the
/// socket behave as standalone ones do.
#[test]
fn socket_matches_standalone_boxes() {
    let mut socket = socket();
    let mut ubox = Block::new(&socket.pmu, "ivt_ubox", "ubox".to_owned(), None, 0);
    let mut blocks = blocks(&socket.pmu);
    let mut random = Random::new(7);
    let (mut senders, mut freezes) = (std::collections::BTreeSet::new(), 0);
    socket.set("cbox_ovf", 1);
    for cycle in 0..5000 {
        let request = request(cycle, &mut random, &blocks);
        let cold = random.next(2);
        socket.set("rst_cold", cold);
        let mut latencies = vec![[0; 2]; blocks.len()];
        for (block, latencies) in blocks.iter_mut().zip(&mut latencies) {
            *latencies = [0, 1].map(|_| random.next(8) * random.next(2));
            for (position, latency) in block.latencies.iter().zip(*latencies) {
                position.iter().for_each(|position| position.set(&mut socket.inputs, latency));
            }
            // Few boxes have new inputs in a cycle; the others keep theirs.
            if random.once_in(20) {
                block.stimulate(&mut socket.inputs, &mut random);
            }
        }
        ubox.stimulate(&mut socket.inputs, &mut random);
        let pmu = socket.pmu.clone();
        present(&mut socket.inputs, &pmu, request);
        socket.step();

        // The outputs of the boxes are registered; the outputs of the socket are compared below.
        let sent = ["frz_bcast", "unfrz_bcast"].map(|name| socket.output(&format!("ubox.{name}")));
        for messages in ["ovf_c", "ovf_p", "ovf_h", "ovf_m", "ovf_q", "ovf_rq", "ovf_rp"] {
            ubox.set(messages, 0);
        }
        let mut arrived = std::collections::BTreeMap::new();
        for (block, &[msg_lat, bcast_lat]) in blocks.iter_mut().zip(&latencies) {
            let unit = block.unit.clone();
            let lines: Vec<_> = block.line_slots.iter().map(|slot| socket.at(slot)).collect();
            assert_eq!(lines, block.lines[3 - lines.len()..], "cycle {cycle}: lines of {unit}");
            let message = block.message.as_ref().map_or(0, |slot| socket.at(slot));
            if block.message.is_some() {
                let (input, bit) = to_ubox(&unit);
                *arrived.entry(input).or_insert(0) |= output(block.lines[0], message, msg_lat) << bit;
            }
            let [_, frz, unfrz] = block.lines;
            let straps = [
                ("box_id", block.msr / 0x20),
                ("cbox_ovf", 1),
                ("has_rate", u64::from(unit != "qpi1")),
                ("rst_cold", cold),
                ("frz_bcast", output(frz, sent[0], bcast_lat)),
                ("unfrz_bcast", output(unfrz, sent[1], bcast_lat)),
            ];
            straps.into_iter().for_each(|(name, level)| block.set(name, level));
            for (line, input) in block.lines.iter_mut().zip([message, sent[0], sent[1]]) {
                *line = if request.rst { 0 } else { (*line << 1 | input) & 0x7F };
            }
            block.step(request);
            for (there, here) in &block.words {
                assert_eq!(socket.at(there), here.get(&block.observation), "cycle {cycle}: {}", there.name);
            }
            if message != 0 {
                senders.insert(block.own.clone());
            }
        }
        arrived.into_iter().for_each(|(input, messages)| ubox.set(input, messages));
        ubox.step(request);
        for (there, here) in &ubox.words {
            assert_eq!(socket.at(there), here.get(&ubox.observation), "cycle {cycle}: {}", there.name);
        }
        freezes += sent[0];

        // The addressed box responds; if no box is addressed or all refuse, the socket refuses.
        let requested = || blocks.iter().chain([&ubox]).filter(|block| block.own_request(request).valid);
        let error = request.valid && requested().all(|block| block.during("bus_error") == 1);
        let rdata = requested().fold(0, |all, block| all | block.during("bus_rdata"));
        let answer = (socket.output("bus_error"), socket.output("bus_rdata"));
        assert_eq!(answer, (error.into(), rdata), "cycle {cycle}: response at {:#x}", request.addr);
    }
    // Boxes of every kind except the IRP.
    assert!(senders.len() == 7 && freezes > 10, "{freezes} freezes; messages of {senders:?}");
}
