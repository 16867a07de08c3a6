//! Golden model of the uncore of an Intel Itanium 9300 processor: D-Box, B-Boxes, Z-Boxes, R-Box and the QPI event address registers of
//! its cores behind their windows of addresses.
//!
//! Sections in comments are those of the manual, "IUNC-Ann" and "DBOX-Ann" the decisions of `docs/decisions/itanium_uncore.md`.

mod collide;
mod registers;
#[cfg(test)]
mod tests;
mod wires;

use super::dbox::PlacedDBox;
use super::qear::PlacedQear;
use crate::bus::{Request, RequestPort, Response, ResponsePort};
use crate::collisions::{CollisionTable, CollisionCoverage};
use crate::pmus::common::block::SubBlock;
use crate::{Bits, EventCoverage, CoveredModel, GoldenModel, Pmu};
use collide::{DBoxCauses, CollisionSites};
use registers::{at, Target, Window};
use wires::{FreezeWires, Requests};

/// B-Boxes, Z-Boxes; cores.
const PAIRS: usize = 2;
const CORES: usize = 4;

/// The model, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model::new(pmu))
}

/// A box that the D-Box freezes.
struct FrozenBoxes {
    block: SubBlock,
    wires: FreezeWires,
}

impl FrozenBoxes {
    fn new(block: SubBlock) -> Self {
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

/// The QPI event address register of a core.
struct Core {
    qear: PlacedQear,
    /// The threads, as bits, whose core PMU is frozen.
    frozen: Bits,
}

impl Core {
    fn new(pmu: &Pmu, number: usize) -> Self {
        let unit = format!("cpe{number}");
        let prefix = format!("{unit}.");
        Self { qear: PlacedQear::new(pmu, &unit, &prefix), frozen: pmu.input(&format!("{prefix}pmu_frz")) }
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

    /// The write, by offset, if it is in that window.
    fn write(&self, window: Window) -> Option<(u32, u64)> {
        self.own(window).filter(|request| request.write).map(|request| (request.addr, request.data))
    }

    /// The offset that is read, if it is in that window.
    fn read(&self, window: Window) -> Option<u32> {
        self.own(window).filter(|request| !request.write).map(|request| request.addr)
    }
}

struct Model {
    requests: RequestPort,
    responses: ResponsePort,
    socket_id: Bits,
    dbox: PlacedDBox,
    bboxes: [FrozenBoxes; PAIRS],
    zboxes: [FrozenBoxes; PAIRS],
    rbox: FrozenBoxes,
    cores: [Core; CORES],
    counted: EventCoverage,
    sites: CollisionSites,
    /// Collisions, where they are noted, and how much of them has been taken from each box.
    met: Option<CollisionCoverage>,
    taken: [u64; 5],
}

impl Model {
    fn new(pmu: &Pmu) -> Self {
        let frozen = |of: &str, unit: &str, prefix: &str| FrozenBoxes::new(SubBlock::new(pmu, of, unit, prefix));
        let bboxes: [FrozenBoxes; PAIRS] =
            std::array::from_fn(|number| frozen("itanium_bbox", &format!("bbox{number}"), "b_"));
        let zboxes: [FrozenBoxes; PAIRS] =
            std::array::from_fn(|number| frozen("itanium_zbox", &format!("zbox{number}"), "z_"));
        let rbox = frozen("itanium_rbox", "rbox", "r_");
        Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            socket_id: pmu.input("socket_id"),
            dbox: PlacedDBox::new(pmu, "dbox", "dbox."),
            sites: CollisionSites::new(&pmu.collisions, [&bboxes[0], &zboxes[0], &rbox]),
            met: None,
            taken: [0; 5],
            bboxes,
            zboxes,
            rbox,
            cores: std::array::from_fn(|number| Core::new(pmu, number)),
            counted: EventCoverage::new(pmu.description.counters().len(), pmu.description.events.rows.len()),
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
        let written = clock.write(Window::DBox);
        let asked_of_dbox = asked.map(|asked| (asked.overflow, asked.interrupt));
        let at_dbox = DBoxCauses {
            rst: clock.rst,
            asked,
            acting: self.dbox.acting(asked_of_dbox, written),
            misc: self.dbox.misc(),
            freeze: clock.freeze,
            unfreeze: clock.unfreeze,
            interrupt: self.dbox.interrupts(),
        };
        if let Some(met) = &mut self.met {
            self.sites.at_dbox(&at_dbox, met);
        }
        for (number, Core { qear, frozen }) in self.cores.iter_mut().enumerate() {
            let (window, frozen) = (Window::Core(number), frozen.get(frame));
            if let Some(offset) = clock.read(window) {
                add(Response { error: false, rdata: qear.read(offset) });
            }
            qear.observe(observation);
            let written = clock.write(window);
            if let Some(met) = &mut self.met {
                self.sites.at_core(qear.acting(frame, frozen, written), &at_dbox, met);
            }
            match clock.rst {
                true => qear.reset(),
                false => qear.clock(frame, frozen, written),
            }
        }
        if let Some(offset) = clock.read(Window::DBox) {
            add(Response { error: false, rdata: self.dbox.read(offset) });
        }
        self.dbox.observe(observation);
        self.responses.put(observation, answer);
        match clock.rst {
            true => self.dbox.reset(),
            false => self.dbox.clock(asked_of_dbox, written),
        }
    }

    /// The boxes in the order of the D-Box's inputs.
    fn boxes(&mut self) -> [&mut SubBlock; 5] {
        let Self { bboxes: [b0, b1], zboxes: [z0, z1], rbox, .. } = self;
        [b0, z0, b1, z1, rbox].map(|of| &mut of.block)
    }

    fn add_counted(&mut self) {
        let boxes = self.bboxes.iter().chain(&self.zboxes).chain([&self.rbox]);
        boxes.for_each(|of| of.block.add_counted(&mut self.counted));
    }

    /// Takes over what the boxes have noted since the last time.
    fn take_collisions(&mut self) {
        let Some(met) = &mut self.met else { return };
        let ([b0, b1], [z0, z1]) = (&mut self.bboxes, &mut self.zboxes);
        let boxes = [(0, b0), (1, z0), (0, b1), (1, z1), (2, &mut self.rbox)];
        for ((kind, of), taken) in boxes.into_iter().zip(&mut self.taken) {
            let Some(noted) = of.block.collisions().filter(|noted| noted.recorded() != *taken) else { continue };
            self.sites.in_box(kind, noted, met);
            *taken = noted.recorded();
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
        self.clock(frame, observation);
        self.add_counted();
        self.take_collisions();
    }

    fn step_batch(&mut self, frames: &[u64], frame_words: usize, observations: &mut [u64], observation_words: usize) {
        let observations = observations.chunks_exact_mut(observation_words);
        frames.chunks_exact(frame_words).zip(observations).for_each(|(frame, seen)| self.clock(frame, seen));
        self.add_counted();
        self.take_collisions();
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
        &mut self.met
    }

    fn enable_collision_coverage(&mut self, table: &CollisionTable) {
        self.boxes().into_iter().for_each(SubBlock::enable_collision_coverage);
        self.taken = [0; 5];
        self.met = Some(CollisionCoverage::new(table));
    }

    fn clear_collisions(&mut self) {
        self.boxes().into_iter().for_each(SubBlock::clear_collisions);
        self.taken = [0; 5];
        self.met.iter_mut().for_each(CollisionCoverage::clear);
    }
}
