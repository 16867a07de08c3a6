//! Golden model of the uncore of an Intel Itanium 9300 processor.
//!
//! It has D-Box, B-Boxes, Z-Boxes, R-Box and the QPI event address registers of the cores, in their address windows.
//!
//! Sections in comments are those of the manual, "IUNC-Ann" and "DBOX-Ann" decisions of `docs/decisions/itanium_uncore.md`.

mod collisions;
mod ports;
mod registers;
#[cfg(test)]
mod tests;

use super::dbox::{collected_line, DBoxBlock, Requests};
use super::qear::QearBlock;
use collisions::{CollisionSites, DBoxCauses};
use golden_model_common::sub_block::SubBlock;
use golden_model_core::collisions::{CollisionCoverage, CollisionTable};
use golden_model_core::register_port::{Request, RequestPort, Response, ResponsePort};
use golden_model_core::{Bits, CoveredModel, EventCoverage, GoldenModel, Pmu};
use ports::FreezeWires;
use registers::{at, Target, Window};

/// Number of B-Boxes and of Z-Boxes; number of cores.
const PAIRS: usize = 2;
const CORES: usize = 4;

/// Creates the model, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model::new(pmu))
}

/// A box that the D-Box freezes.
struct FrozenBoxes {
    block: SubBlock,
    wires: FreezeWires,
}

impl FrozenBoxes {
    fn new(block: SubBlock, collected: &str) -> Self {
        Self { wires: FreezeWires::new(&block, collected), block }
    }

    /// Steps the box by one cycle. Returns its response and its requests to the D-Box.
    fn step(&mut self, cycle: &Cycle, own: Option<Request>, observation: &mut [u64]) -> (Response, Requests) {
        self.block.take(cycle.frame, cycle.rst, own);
        self.wires.drive(&mut self.block, cycle.freeze, cycle.unfreeze);
        let response = self.block.step(observation);
        (response, self.wires.requests(&self.block))
    }
}

/// The QPI event address register of a core.
struct Core {
    qear: QearBlock,
    /// Threads whose core PMU is frozen, one bit each.
    frozen: Bits,
}

impl Core {
    fn new(pmu: &Pmu, number: usize) -> Self {
        let unit = format!("cpe{number}");
        let prefix = format!("{unit}.");
        Self { qear: QearBlock::new(pmu, &unit, &prefix), frozen: pmu.input(&format!("{prefix}pmu_frz")) }
    }
}

/// Inputs of a cycle that all boxes share.
struct Cycle<'f> {
    frame: &'f [u64],
    rst: bool,
    freeze: bool,
    unfreeze: bool,
    /// Window and access with the offset in the window, if it is accepted.
    access: Option<(Window, Request)>,
}

impl Cycle<'_> {
    /// Returns the access if it is in this window.
    fn own(&self, window: Window) -> Option<Request> {
        self.access.filter(|(at, _)| *at == window).map(|(_, request)| request)
    }

    /// Returns offset and data of a write in this window.
    fn write(&self, window: Window) -> Option<(u32, u64)> {
        self.own(window).filter(|request| request.write).map(|request| (request.addr, request.data))
    }

    /// Returns the offset of a read in this window.
    fn read(&self, window: Window) -> Option<u32> {
        self.own(window).filter(|request| !request.write).map(|request| request.addr)
    }
}

struct Model {
    requests: RequestPort,
    responses: ResponsePort,
    socket_id: Bits,
    dbox: DBoxBlock,
    bboxes: [FrozenBoxes; PAIRS],
    zboxes: [FrozenBoxes; PAIRS],
    rbox: FrozenBoxes,
    cores: [Core; CORES],
    counted: EventCoverage,
    sites: CollisionSites,
    /// Collisions, if they are recorded, and the number of those merged from each box.
    collisions: Option<CollisionCoverage>,
    merged: [u64; 5],
}

impl Model {
    fn new(pmu: &Pmu) -> Self {
        let collected = collected_line(pmu);
        let frozen =
            |of: &str, unit: &str, prefix: &str| FrozenBoxes::new(SubBlock::new(pmu, of, unit, prefix), collected);
        let bboxes: [FrozenBoxes; PAIRS] =
            std::array::from_fn(|number| frozen("itanium_bbox", &format!("bbox{number}"), "b_"));
        let zboxes: [FrozenBoxes; PAIRS] =
            std::array::from_fn(|number| frozen("itanium_zbox", &format!("zbox{number}"), "z_"));
        let rbox = frozen("itanium_rbox", "rbox", "r_");
        Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            socket_id: pmu.input("socket_id"),
            dbox: DBoxBlock::new(pmu, "dbox", "dbox."),
            sites: CollisionSites::new(&pmu.collisions, [&bboxes[0], &zboxes[0], &rbox]),
            collisions: None,
            merged: [0; 5],
            bboxes,
            zboxes,
            rbox,
            cores: std::array::from_fn(|number| Core::new(pmu, number)),
            counted: EventCoverage::new(pmu.description.counters().len(), pmu.description.events.rows.len()),
        }
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        observation.fill(0);
        let request = self.requests.request(frame);
        let access = request.map(|request| at(request, self.socket_id.get(frame) as u32));
        let cycle = Cycle {
            frame,
            rst: self.requests.rst(frame),
            freeze: self.dbox.freezes(),
            unfreeze: self.dbox.unfreezes(),
            access: access.flatten().map(|Target { window, request }| (window, request)),
        };
        let mut answer = Response { error: request.is_some() && cycle.access.is_none(), rdata: 0 };
        let mut add = |response: Response| answer.rdata |= response.rdata;

        // In the order of the D-Box inputs.
        let [b0, b1] = &mut self.bboxes;
        let [z0, z1] = &mut self.zboxes;
        let boxes = [
            (b0, Window::Pair(0)),
            (z0, Window::Pair(0)),
            (b1, Window::Pair(1)),
            (z1, Window::Pair(1)),
            (&mut self.rbox, Window::RBox),
        ];
        let mut requested = [Requests::default(); 5];
        for ((of, window), requested) in boxes.into_iter().zip(&mut requested) {
            let (response, requests) = of.step(&cycle, cycle.own(window), observation);
            add(response);
            *requested = requests;
        }
        let written = cycle.write(Window::DBox);
        let at_dbox = DBoxCauses {
            rst: cycle.rst,
            requested,
            acting: self.dbox.acting(requested, written),
            misc: self.dbox.misc(),
            freeze: cycle.freeze,
            unfreeze: cycle.unfreeze,
            interrupt: self.dbox.interrupts(),
        };
        if let Some(collisions) = &mut self.collisions {
            self.sites.at_dbox(&at_dbox, collisions);
        }
        for (number, Core { qear, frozen }) in self.cores.iter_mut().enumerate() {
            let (window, frozen) = (Window::Core(number), frozen.get(frame));
            if let Some(offset) = cycle.read(window) {
                add(Response { error: false, rdata: qear.read(offset) });
            }
            qear.observe(observation);
            let written = cycle.write(window);
            if let Some(collisions) = &mut self.collisions {
                self.sites.at_core(qear.acting(frame, frozen, written), &at_dbox, collisions);
            }
            match cycle.rst {
                true => qear.reset(),
                false => qear.step(frame, frozen, written),
            }
        }
        if let Some(offset) = cycle.read(Window::DBox) {
            add(Response { error: false, rdata: self.dbox.read(offset) });
        }
        self.dbox.observe(observation);
        self.responses.put(observation, answer);
        match cycle.rst {
            true => self.dbox.reset(),
            false => self.dbox.step(requested, written),
        }
    }

    /// Returns the boxes in the order of the D-Box inputs.
    fn boxes(&mut self) -> [&mut SubBlock; 5] {
        let Self { bboxes: [b0, b1], zboxes: [z0, z1], rbox, .. } = self;
        [b0, z0, b1, z1, rbox].map(|of| &mut of.block)
    }

    fn add_counted(&mut self) {
        let boxes = self.bboxes.iter().chain(&self.zboxes).chain([&self.rbox]);
        boxes.for_each(|of| of.block.add_counted(&mut self.counted));
    }

    /// Merges the collisions that the boxes recorded since the last call.
    fn merge_collisions(&mut self) {
        let Some(collisions) = &mut self.collisions else { return };
        let ([b0, b1], [z0, z1]) = (&mut self.bboxes, &mut self.zboxes);
        let boxes = [(0, b0), (1, z0), (0, b1), (1, z1), (2, &mut self.rbox)];
        for ((kind, of), merged) in boxes.into_iter().zip(&mut self.merged) {
            let Some(recorded) = of.block.collisions().filter(|recorded| recorded.recorded() != *merged) else {
                continue;
            };
            self.sites.in_box(kind, recorded, collisions);
            *merged = recorded.recorded();
        }
    }
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.boxes().into_iter().for_each(SubBlock::reset);
        self.cores.iter_mut().for_each(|core| core.qear.reset());
        self.dbox.reset();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        self.step(frame, observation);
        self.add_counted();
        self.merge_collisions();
    }

    fn step_batch(&mut self, frames: &[u64], frame_words: usize, observations: &mut [u64], observation_words: usize) {
        let observations = observations.chunks_exact_mut(observation_words);
        frames.chunks_exact(frame_words).zip(observations).for_each(|(frame, seen)| self.step(frame, seen));
        self.add_counted();
        self.merge_collisions();
    }
}

impl CoveredModel for Model {
    fn event_coverage(&self) -> &EventCoverage {
        &self.counted
    }

    fn clear_event_coverage(&mut self) {
        self.boxes().into_iter().for_each(SubBlock::clear_counted);
        self.counted.clear();
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }

    fn enable_collision_coverage(&mut self, table: &CollisionTable) {
        self.boxes().into_iter().for_each(SubBlock::enable_collision_coverage);
        self.merged = [0; 5];
        self.collisions = Some(CollisionCoverage::new(table));
    }

    fn clear_collisions(&mut self) {
        self.boxes().into_iter().for_each(SubBlock::clear_collisions);
        self.merged = [0; 5];
        self.collisions.iter_mut().for_each(CollisionCoverage::clear);
    }
}
