//! The socket: boxes, lines, and the register port in front of them.

use super::collisions::{CollisionSites, Cycle, SocketContext};
use super::group::{units_of, Group, LinkedBox};
use super::registers::{accessed, Owner, Target};
use crate::pmus::intel_ivt::cbox::CBoxModel;
use crate::pmus::intel_ivt::common::{no_marks, Access, BoxModel, Broadcasts};
use crate::pmus::intel_ivt::ubox::{self, Messages, UBoxBlock};
use crate::pmus::intel_ivt::{ha, imc, irp, pcu, qpi, r2pcie, r3qpi};
use crate::register_port::{RequestPort, Response, ResponsePort};
use crate::{CollisionCoverage, CoveredModel, EventCoverage, GoldenModel, Pmu};

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
    /// The part of an observation that only software changes, of all boxes but the U-Box.
    settings: Vec<u64>,
    coverage: EventCoverage,
    sites: CollisionSites,
    /// Collisions, where they are noted.
    collisions: Option<CollisionCoverage>,
}

/// The kinds of boxes besides the U-Box.
const KINDS: usize = 8;

/// Calls a method of the boxes of each kind; what they return, in the order of [`messages`].
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

/// Which inputs of the U-Box the messages of the boxes of each kind reach (Table 2-3).
#[inline]
fn messages([c, p, h, m, _, q, rp, rq]: [u32; KINDS]) -> Messages {
    let any = |of: u32, boxes: u32| u32::from(of & boxes != 0);
    Messages {
        c,
        p,
        h,
        // A controller has four channels.
        m: any(m, 0x0F) | any(m, 0xF0) << 1,
        // Ports and links 0 and 1 are of one box, 2 is of the other.
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
    /// The model in its reset state.
    ///
    /// # Panics
    /// When the description has not the boxes of a socket.
    pub fn new(pmu: &Pmu) -> Self {
        let description = &pmu.description;
        let [ubox] = units_of(description, "ubox")[..] else { panic!("a socket has one U-Box") };
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

    /// Takes over what software has changed.
    fn show(&mut self) {
        self.settings.fill(0);
        each!(self.settings(&mut self.settings));
    }

    /// The state after reset, of all of it without a frame, otherwise as the frame of the clock of reset says.
    fn restart(&mut self, frame: Option<&[u64]>) {
        self.ubox.reset(&self.coverage);
        each!(self.reset(frame, &self.coverage));
        self.show();
    }

    /// The answer to an access.
    fn answer(&self, access: Access<Target>, frame: &[u64]) -> Response {
        let ubox = of_ubox(access).answer(|register| self.ubox.ubox().read(register));
        let others = each!(self.answer(access, frame));
        let refused = Response { error: matches!(access, Access::Refused), rdata: 0 };
        // All but that of the box that is meant are empty.
        let both = |one: Response, other: Response| Response {
            error: one.error || other.error,
            rdata: one.rdata | other.rdata,
        };
        others.into_iter().fold(both(ubox, refused), both)
    }

    /// Notes what collides between the boxes in a clock, before it happens.
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

/// A clock as all boxes see it.
#[derive(Clone, Copy)]
struct CycleContext<'f> {
    frame: &'f [u64],
    access: Access<Target>,
    rst: bool,
    sent: Broadcasts,
    /// The summary status is written.
    clears_all: bool,
}

/// Notes what collides at the boxes of a kind.
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

/// What an access does to the U-Box: nothing if it is for others.
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
        let done = each!(self.cycle(frame, access, sent, &mut self.coverage));
        let inputs = self.ubox.inputs(frame, messages(done.map(|done| done.messages)));
        self.ubox.cycle(&inputs, of_ubox(access).written(), &mut self.coverage);
        if done.iter().any(|done| done.is_set) {
            self.show();
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
