//! The socket: boxes, delay lines and the common register port.

use super::collisions::{CollisionSites, Cycle, SocketContext};
use super::group::{units_of, Group, LinkedBox};
use super::registers::{accessed, Owner, Target};
use crate::cbox::CBoxModel;
use crate::common::{no_marks, Access, BoxModel, Broadcasts};
use crate::ubox::{self, Messages, UBoxBlock};
use crate::{ha, imc, irp, pcu, qpi, r2pcie, r3qpi};
use golden_model_core::register_port::{RequestPort, Response, ResponsePort};
use golden_model_core::{CollisionCoverage, CoveredModel, EventCoverage, GoldenModel, Pmu};

/// The boxes of a socket.
#[derive(Clone)]
pub(super) struct SocketModel {
    requests: RequestPort,
    responses: ResponsePort,
    ubox: UBoxBlock,
    cboxes: Group<CBoxModel>,
    pcu: Group<pcu::PcuModel>,
    has: Group<ha::HaModel>,
    imcs: Group<imc::ImcModel>,
    irp: Group<irp::IrpModel>,
    qpis: Group<qpi::QpiModel>,
    r2pcie: Group<r2pcie::R2PcieModel>,
    r3qpis: Group<r3qpi::R3QpiModel>,
    /// The words of an observation that only software changes, of all boxes except the U-Box.
    settings: Vec<u64>,
    coverage: EventCoverage,
    sites: CollisionSites,
    /// Collision coverage, if enabled.
    collisions: Option<CollisionCoverage>,
}

/// Number of kinds of boxes other than the U-Box.
const KINDS: usize = 8;

/// Calls a method of the boxes of each kind and returns the results in the order of [`messages`].
macro_rules! each {
    ($socket:ident.$method:ident($($argument:expr),*)) => {
        [
            $socket.cboxes.$method($($argument),*),
            $socket.pcu.$method($($argument),*),
            $socket.has.$method($($argument),*),
            $socket.imcs.$method($($argument),*),
            $socket.irp.$method($($argument),*),
            $socket.qpis.$method($($argument),*),
            $socket.r2pcie.$method($($argument),*),
            $socket.r3qpis.$method($($argument),*),
        ]
    };
}

/// The inputs of the U-Box that receive the messages of each kind of boxes (Table 2-3).
#[inline]
fn messages([c, p, h, m, _, q, rp, rq]: [u32; KINDS]) -> Messages {
    let any = |of: u32, boxes: u32| u32::from(of & boxes != 0);
    Messages {
        c,
        p,
        h,
        // A memory controller has four channels.
        m: any(m, 0x0F) | any(m, 0xF0) << 1,
        // Ports and links 0 and 1 belong to one box, 2 to the other.
        q: any(q, 0b011) | any(q, 0b100) << 1,
        rq: any(rq, 0b011) | any(rq, 0b100) << 1,
        rp,
    }
}

/// The ports that have QPI_RATE_STATUS (Table 2-128).
fn has_rate(port: usize) -> bool {
    port != 1
}

impl SocketModel {
    /// Creates the model in its reset state.
    ///
    /// # Panics
    /// Panics if the description does not have the boxes of a socket.
    pub fn new(pmu: &Pmu) -> Self {
        let description = &pmu.description;
        let [ubox] = units_of(description, "ubox")[..] else {
            panic!("the description of a socket must have exactly one U-Box")
        };
        let qpi = |unit: usize| {
            let rate = has_rate(description.units[unit].index);
            qpi::QpiModel::new(pmu, unit, &[("has_rate", rate)])
        };
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            ubox: UBoxBlock::new(pmu, ubox),
            cboxes: Group::new(pmu, "cbox", Owner::CBox, |unit| CBoxModel::in_socket(pmu, unit)),
            pcu: Group::new(pmu, "pcu", Owner::Pcu, |unit| pcu::PcuModel::new(pmu, unit)),
            has: Group::new(pmu, "ha", Owner::Ha, |unit| ha::HaModel::new(pmu, unit, &[])),
            imcs: Group::new(pmu, "imc", Owner::Imc, |unit| imc::ImcModel::new(pmu, unit, &[])),
            irp: Group::new(pmu, "irp", Owner::Irp, |unit| irp::IrpModel::new(pmu, unit, &[])),
            qpis: Group::new(pmu, "qpi", Owner::Qpi, qpi),
            r2pcie: Group::new(pmu, "r2pcie", Owner::R2Pcie, |unit| r2pcie::R2PcieModel::new(pmu, unit, &[])),
            r3qpis: Group::new(pmu, "r3qpi", Owner::R3Qpi, |unit| r3qpi::R3QpiModel::new(pmu, unit, &[])),
            settings: vec![0; pmu.observation.words()],
            coverage: no_marks(description),
            sites: CollisionSites::new(&pmu.collisions),
            collisions: None,
        };
        model.reset();
        model
    }

    /// Updates the settings after a register write.
    fn update_settings(&mut self) {
        self.settings.fill(0);
        each!(self.settings(&mut self.settings));
    }

    /// Resets the socket: all state without a frame, otherwise as specified by the inputs
    /// in the cycle of the reset.
    fn restart(&mut self, frame: Option<&[u64]>) {
        self.ubox.reset(&self.coverage);
        each!(self.reset(frame, &self.coverage));
        self.update_settings();
    }

    /// The response to an access.
    fn answer(&self, access: Access<Target>, frame: &[u64]) -> Response {
        let ubox = of_ubox(access).answer(|register| self.ubox.ubox().read(register));
        let others = each!(self.answer(access, frame));
        let refused = Response { error: matches!(access, Access::Refused), rdata: 0 };
        // The responses of all boxes other than the addressed one are zero.
        let both = |one: Response, other: Response| Response {
            error: one.error || other.error,
            rdata: one.rdata | other.rdata,
        };
        others.into_iter().fold(both(ubox, refused), both)
    }

    /// Records the collisions between the boxes in a cycle; call it before the cycle is executed.
    #[inline]
    fn record(&mut self, frame: &[u64], access: Access<Target>, rst: bool, sent: Broadcasts) {
        if self.collisions.is_none() {
            return;
        }
        let rare = rst || sent.freeze || sent.unfreeze || matches!(access, Access::Write(..));
        if !rare && each!(self.is_active()) == [false; KINDS] {
            return;
        }
        let written = of_ubox(access).written();
        let clears_all = written.is_some_and(|(register, data)| register == ubox::Register::GlobalStatus && data != 0);
        let messages = messages(each!(self.messages(frame)));
        let Self { sites, collisions: Some(collisions), .. } = self else { return };
        let cycle = CycleContext { frame, access, rst, sent, clears_all };
        record_group(&self.cboxes, cycle, sites, collisions);
        record_group(&self.pcu, cycle, sites, collisions);
        record_group(&self.has, cycle, sites, collisions);
        record_group(&self.imcs, cycle, sites, collisions);
        record_group(&self.irp, cycle, sites, collisions);
        record_group(&self.qpis, cycle, sites, collisions);
        record_group(&self.r2pcie, cycle, sites, collisions);
        record_group(&self.r3qpis, cycle, sites, collisions);
        sites.at_ubox(&self.ubox, Cycle { rst, messages, written }, collisions);
    }
}

/// A cycle as seen by all boxes.
#[derive(Clone, Copy)]
struct CycleContext<'f> {
    frame: &'f [u64],
    access: Access<Target>,
    rst: bool,
    sent: Broadcasts,
    /// Whether the summary status is written.
    clears_all: bool,
}

/// Records the collisions at the boxes of one kind.
fn record_group<B: BoxModel>(
    group: &Group<B>,
    cycle: CycleContext,
    sites: &CollisionSites,
    collisions: &mut CollisionCoverage,
) {
    let CycleContext { frame, access, rst, sent, clears_all } = cycle;
    let written = group.access(access, frame).written();
    for (number, LinkedBox { model, links, link_ports }) in group.boxes().iter().enumerate() {
        let clears = |((owner, register), data): ((usize, B::Register), u64)| {
            owner == number && B::is_status(register) && data != 0
        };
        let around = SocketContext {
            ovf_msg: model.ovf_msg(),
            frozen: model.is_frozen(),
            links,
            broadcasts: links.broadcasts(sent, link_ports.latencies(frame)),
            clears: clears_all || written.is_some_and(clears),
        };
        sites.at_box(sent, &around, rst, collisions);
    }
}

/// The access as seen by the U-Box: none if it addresses another box.
#[inline]
fn of_ubox(access: Access<Target>) -> Access<ubox::Register> {
    let (Access::Read(to) | Access::Write(to, _)) = access else { return Access::None };
    if to.owner != Owner::UBox {
        return Access::None;
    }
    match (ubox::Register::at(to.address), access) {
        (None, _) => Access::Refused,
        (Some(register), Access::Write(_, data)) => Access::Write(register, data),
        (Some(register), _) => Access::Read(register),
    }
}

impl GoldenModel for SocketModel {
    fn reset(&mut self) {
        self.restart(None);
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = accessed(self.requests.request(frame));
        observation.copy_from_slice(&self.settings);
        if access != Access::None {
            self.responses.put(observation, self.answer(access, frame));
        }
        self.ubox.observe(observation);
        each!(self.observe(observation));

        let rst = self.requests.rst(frame);
        let sent = self.ubox.ubox().broadcasts();
        self.record(frame, access, rst, sent);
        if rst {
            self.restart(Some(frame));
            return;
        }
        let done = each!(self.step(frame, access, sent, &mut self.coverage));
        let inputs = self.ubox.inputs(frame, messages(done.map(|done| done.messages)));
        self.ubox.step(&inputs, of_ubox(access).written(), &mut self.coverage);
        if done.iter().any(|done| done.is_set) {
            self.update_settings();
        }
    }
}

impl CoveredModel for SocketModel {
    fn event_coverage(&self) -> &EventCoverage {
        &self.coverage
    }

    fn clear_event_coverage(&mut self) {
        self.coverage.clear();
        self.ubox.restart_coverage(&self.coverage);
        each!(self.restart_coverage(&self.coverage));
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
