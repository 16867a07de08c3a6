//! Golden model of the uncore of an Intel Itanium 9300 processor: D-Box, B-Boxes, Z-Boxes, R-Box and the QPI event address registers of
//! its cores behind their windows of addresses.
//!
//! Sections in comments are those of the manual, "IUNC-Ann" and "DBOX-Ann" the decisions of `docs/decisions/itanium_uncore.md`.

mod address;
#[cfg(test)]
mod tests;
mod wires;

use super::block::Block;
use super::itanium_dbox::PlacedDBox;
use crate::bus::{Request, RequestPort, Response, ResponsePort};
use crate::{Bits, CountedRows, GoldenModel, Pmu};
use address::{at, Target, Window};
use wires::{FreezeWires, Requests};

/// B-Boxes, Z-Boxes; cores.
const PAIRS: usize = 2;
const CORES: usize = 4;

/// The model, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn GoldenModel> {
    Box::new(Model::new(pmu))
}

/// A box that the D-Box freezes.
struct Frozen {
    block: Block,
    wires: FreezeWires,
}

impl Frozen {
    fn new(block: Block) -> Self {
        Self { wires: FreezeWires::new(&block), block }
    }

    /// One clock; what it answers and asks of the D-Box.
    fn step(&mut self, clock: &Clock, own: Option<Request>, observation: &mut [u64]) -> (Response, Requests) {
        self.block.take(clock.frame, clock.rst, own);
        self.wires.drive(&mut self.block, clock.freeze, clock.unfreeze);
        let response = self.block.step(observation);
        (response, self.wires.requests(&self.block))
    }
}

/// What a clock brings to every box.
struct Clock<'f> {
    frame: &'f [u64],
    rst: bool,
    freeze: bool,
    unfreeze: bool,
    /// The access as the boxes in the window know it, if it is answered at all.
    access: Option<(Window, Request)>,
}

impl Clock<'_> {
    /// The access, if it is in that window.
    fn own(&self, window: Window) -> Option<Request> {
        self.access.filter(|(known, _)| *known == window).map(|(_, request)| request)
    }
}

struct Model {
    requests: RequestPort,
    responses: ResponsePort,
    socket_id: Bits,
    dbox: PlacedDBox,
    bboxes: [Frozen; PAIRS],
    zboxes: [Frozen; PAIRS],
    rbox: Frozen,
    cores: [Block; CORES],
    counted: CountedRows,
}

impl Model {
    fn new(pmu: &Pmu) -> Self {
        let frozen = |of: &str, unit: &str, prefix: &str| Frozen::new(Block::new(pmu, of, unit, prefix));
        Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            socket_id: pmu.input("socket_id"),
            dbox: PlacedDBox::new(pmu, "dbox", "dbox."),
            bboxes: std::array::from_fn(|number| frozen("itanium_bbox", &format!("bbox{number}"), "b_")),
            zboxes: std::array::from_fn(|number| frozen("itanium_zbox", &format!("zbox{number}"), "z_")),
            rbox: frozen("itanium_rbox", "rbox", "r_"),
            cores: std::array::from_fn(|number| Block::new(pmu, "itanium_qear", &format!("cpe{number}"), "e_")),
            counted: CountedRows::new(pmu.description.counters().len(), pmu.description.events.rows.len()),
        }
    }

    fn clock(&mut self, frame: &[u64], observation: &mut [u64]) {
        observation.fill(0);
        let request = self.requests.request(frame);
        let access = request.map(|request| at(request, self.socket_id.get(frame) as u32));
        let clock = Clock {
            frame,
            rst: self.requests.rst(frame),
            freeze: self.dbox.freezes(),
            unfreeze: self.dbox.unfreezes(),
            access: access.flatten().map(|Target { window, request }| (window, request)),
        };
        let mut answer = Response { error: request.is_some() && clock.access.is_none(), rdata: 0 };
        let mut add = |response: Response| answer.rdata |= response.rdata;

        // In the order of the D-Box's inputs.
        let [b0, b1] = &mut self.bboxes;
        let [z0, z1] = &mut self.zboxes;
        let boxes = [
            (b0, Window::Pair(0)),
            (z0, Window::Pair(0)),
            (b1, Window::Pair(1)),
            (z1, Window::Pair(1)),
            (&mut self.rbox, Window::RBox),
        ];
        let mut asked = [Requests::default(); 5];
        for ((of, window), asked) in boxes.into_iter().zip(&mut asked) {
            let (response, requests) = of.step(&clock, clock.own(window), observation);
            add(response);
            *asked = requests;
        }
        for (number, core) in self.cores.iter_mut().enumerate() {
            core.take(frame, clock.rst, clock.own(Window::Core(number)));
            add(core.step(observation));
        }
        let own = clock.own(Window::DBox);
        let written = own.filter(|request| request.write).map(|request| (request.addr, request.data));
        if let Some(read) = own.filter(|request| !request.write) {
            add(Response { error: false, rdata: self.dbox.read(read.addr) });
        }
        self.dbox.observe(observation);
        self.responses.put(observation, answer);
        match clock.rst {
            true => self.dbox.reset(),
            false => self.dbox.clock(asked.map(|asked| (asked.overflow, asked.interrupt)), written),
        }
    }

    fn blocks(&mut self) -> impl Iterator<Item = &mut Block> {
        let boxes = self.bboxes.iter_mut().chain(&mut self.zboxes).chain([&mut self.rbox]);
        boxes.map(|of| &mut of.block).chain(&mut self.cores)
    }

    fn add_counted(&mut self) {
        let boxes = self.bboxes.iter().chain(&self.zboxes).chain([&self.rbox]);
        boxes.for_each(|of| of.block.add_counted(&mut self.counted));
    }
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.blocks().for_each(Block::reset);
        self.dbox.reset();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        self.clock(frame, observation);
        self.add_counted();
    }

    fn step_batch(&mut self, frames: &[u64], frame_words: usize, observations: &mut [u64], observation_words: usize) {
        let observations = observations.chunks_exact_mut(observation_words);
        frames.chunks_exact(frame_words).zip(observations).for_each(|(frame, seen)| self.clock(frame, seen));
        self.add_counted();
    }

    fn counted(&self) -> &CountedRows {
        &self.counted
    }

    fn clear_counted(&mut self) {
        self.blocks().for_each(Block::clear_counted);
        self.counted.clear();
    }
}
