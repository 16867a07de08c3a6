//! The socket against its boxes standing alone, connected here by the shift registers of the specification.

use super::socket;
use crate::pmus::ivt_common::tests::fields::{event, thresh, EDGE, EN, OV_EN};
use crate::pmus::ivt_common::tests::random::Random;
use crate::{GoldenModel, Pmu};

/// A box alone.
struct Block {
    pmu: Pmu,
    model: Box<dyn GoldenModel>,
    frame: Vec<u64>,
    observation: Vec<u64>,
}

/// A register access as values of the request port.
type Request = [(&'static str, u64); 4];

impl Block {
    fn new(id: &str) -> Self {
        let pmu = Pmu::find(id).expect("a PMU");
        let (frame, observation) = (vec![0; pmu.frame.words()], vec![0; pmu.observation.words()]);
        Self { model: pmu.model(), pmu, frame, observation }
    }

    fn set(&mut self, name: &str, level: u64) {
        self.pmu.input(name).set(&mut self.frame, level);
    }

    fn clock(&mut self, request: Request) {
        present(&mut self.frame, &self.pmu, request);
        self.model.step(&self.frame, &mut self.observation);
    }

    /// Random values for the inputs that the socket does not connect, as names without the unit and values.
    fn stimulus(&self, random: &mut Random, inside: &[&str]) -> Vec<(String, u64)> {
        let mut levels = Vec::new();
        for input in &self.pmu.description.inputs {
            let (_, name) = input.name.split_once('.').expect("a unit");
            // Other boxes' overflows are rare, so that this socket's are news.
            let rarity = if name.starts_with("ovf_") { 300 } else { 2 };
            let level = if random.once_in(rarity) { random.bits() & ((1 << input.at.width) - 1) } else { 0 };
            if !inside.contains(&name) {
                levels.push((name.to_owned(), level));
            }
        }
        levels
    }

    /// Every word of the box except the response, with the unit's name replaced.
    fn words<'a>(&'a self, own: &'a str, here: &'a str) -> impl Iterator<Item = (String, u64)> + 'a {
        let slots = self.pmu.observation.slots().iter();
        slots.filter_map(move |slot| {
            let name = slot.name.strip_prefix(own)?;
            Some((format!("{here}{name}"), slot.get(&self.observation)))
        })
    }
}

fn present(frame: &mut [u64], pmu: &Pmu, request: Request) {
    for (name, value) in request {
        pmu.frame.slot(name).set(frame, value);
    }
}

/// An access, or none, that makes overflows and freezes likely.
fn request(random: &mut Random) -> Request {
    let base = 0xD00 + 0x20 * random.next(15);
    let counter = random.next(4);
    let near_wrap = u64::MAX - random.next(20);
    let (addr, data) = match random.next(12) {
        0..=3 => {
            let select = event(random.of(&[0x00, 0x00, 0x36, 0x1F, 0x1B, 0x02]), random.of(&[0x08, 0x01, 0x33]));
            (base + 0x10 + counter, EN | OV_EN | select | random.of(&[0, thresh(1), EDGE | thresh(1)]))
        }
        4..=5 => (base + 0x16 + counter, near_wrap),
        6 => (base + 0x15, 0xF),
        7 => (0xC01, u64::MAX),
        8..=9 => (0xC00, 1 << 29 | random.bits() & 0x4000_7FFF),
        10 => (random.of(&[0xC16, 0xC09]), near_wrap),
        _ => (random.of(&[0xC10, 0xC08]), EN | OV_EN | 0x44),
    };
    let valid = u64::from(random.once_in(2));
    [("bus_valid", valid), ("bus_write", valid), ("bus_addr", addr), ("bus_wdata", data)]
}

/// What a line puts out, from what it held and takes in.
fn output(line: u64, input: u64, latency: u64) -> u64 {
    match latency {
        0 => input,
        late => line >> (late - 1) & 1,
    }
}

/// IVT-R16 CBOX-R08: boxes and lines of the socket do what they do alone.
#[test]
fn the_socket_is_its_boxes() {
    let mut socket = socket();
    let mut ubox = Block::new("ivt_ubox");
    let mut cboxes: Vec<Block> = (0..15).map(|_| Block::new("ivt_cbox")).collect();
    // Message, freeze and unfreeze line of each C-Box.
    let mut lines = [[0u64; 3]; 15];
    let mut random = Random::new(7);
    let (mut messages, mut freezes) = (0, 0);
    socket.set("cbox_ovf", 1);
    for clock in 0..1000 {
        let request = request(&mut random);
        let mut latencies = [[0; 2]; 15];
        for (number, block) in cboxes.iter_mut().enumerate() {
            latencies[number] = [0, 1].map(|_| random.next(8) * random.next(2));
            socket.set(&format!("cbox{number}.msg_lat"), latencies[number][0]);
            socket.set(&format!("cbox{number}.bcast_lat"), latencies[number][1]);
            // Few boxes have new inputs in a clock: the others keep theirs.
            if random.once_in(5) {
                for (name, level) in block.stimulus(&mut random, &["box_id", "cbox_ovf", "frz_bcast", "unfrz_bcast"]) {
                    socket.set(&format!("cbox{number}.{name}"), level);
                    block.set(&format!("cbox.{name}"), level);
                }
            }
        }
        for (name, level) in ubox.stimulus(&mut random, &["ovf_c"]) {
            socket.set(&format!("ubox.{name}"), level);
            ubox.set(&format!("ubox.{name}"), level);
        }
        let pmu = socket.pmu.clone();
        present(&mut socket.inputs, &pmu, request);
        socket.clock();

        // The outputs of the boxes are registered; that the socket's are right is compared below.
        let sent = ["frz_bcast", "unfrz_bcast"].map(|name| socket.during(&format!("ubox.{name}")));
        let mut ovf_c = 0;
        for (number, block) in cboxes.iter_mut().enumerate() {
            let held =
                ["msg_delay", "frz_delay", "unfrz_delay"].map(|name| socket.during(&format!("cbox{number}.{name}")));
            assert_eq!(held, lines[number], "clock {clock}: lines of C-Box {number}");
            let message = socket.during(&format!("cbox{number}.ovf_msg"));
            let [msg_lat, bcast_lat] = latencies[number];
            ovf_c |= output(held[0], message, msg_lat) << number;
            block.set("cbox.box_id", number as u64);
            block.set("cbox.cbox_ovf", 1);
            block.set("cbox.frz_bcast", output(held[1], sent[0], bcast_lat));
            block.set("cbox.unfrz_bcast", output(held[2], sent[1], bcast_lat));
            for (line, input) in lines[number].iter_mut().zip([message, sent[0], sent[1]]) {
                *line = (*line << 1 | input) & 0x7F;
            }
            block.clock(request);
            for (name, value) in block.words("cbox", &format!("cbox{number}")) {
                assert_eq!(socket.during(&name), value, "clock {clock}: {name}");
            }
            messages += message;
        }
        ubox.set("ubox.ovf_c", ovf_c);
        ubox.clock(request);
        for (name, value) in ubox.words("ubox", "ubox") {
            assert_eq!(socket.during(&name), value, "clock {clock}: {name}");
        }
        freezes += sent[0];
    }
    assert!(messages > 10 && freezes > 10, "{messages} {freezes}");
}
