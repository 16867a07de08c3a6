//! The socket: boxes, lines, and the register port in front of them.

use super::collide::{Around, Clock, CollisionSites};
use super::links::{LinkPorts, Links};
use super::registers::Register;
use crate::bus::{RequestPort, ResponsePort};
use crate::collisions::CollisionTable;
use crate::pmus::ivt_cbox::PlacedCBox;
use crate::pmus::ivt_common::{no_marks, Access, BankRegister, Broadcasts, Rows};
use crate::pmus::{ivt_cbox, ivt_ubox, ivt_ubox::PlacedUBox};
use crate::{Bits, Collisions, CountedRows, Description, GoldenModel, Pmu};

/// The boxes of a socket.
#[derive(Clone)]
pub(super) struct SocketModel {
    requests: RequestPort,
    responses: ResponsePort,
    cbox_ovf: Bits,
    ubox: PlacedUBox,
    cboxes: Vec<LinkedCBox>,
    cbox_rows: Rows,
    /// The part of an observation that only software changes, of the C-Boxes.
    settings: Vec<u64>,
    marks: CountedRows,
    sites: CollisionSites,
    /// Collisions, where they are noted.
    met: Option<Collisions>,
}

/// A C-Box with its lines to and from the U-Box.
#[derive(Clone)]
struct LinkedCBox {
    cbox: PlacedCBox,
    links: Links,
    link_ports: LinkPorts,
}

impl LinkedCBox {
    fn new(pmu: &Pmu, unit: usize) -> Self {
        Self {
            cbox: PlacedCBox::new(pmu, unit),
            links: Links::default(),
            link_ports: LinkPorts::new(pmu, &pmu.description.units[unit].name),
        }
    }
}

impl SocketModel {
    /// The model in its reset state, with as many C-Boxes as the description has.
    ///
    /// # Panics
    /// When the description has not one U-Box and at least one C-Box.
    pub fn new(pmu: &Pmu) -> Self {
        let description = &pmu.description;
        let ([ubox], cboxes) = (&units_of(description, "ubox")[..], units_of(description, "cbox")) else {
            panic!("a socket has one U-Box")
        };
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            cbox_ovf: pmu.input("cbox_ovf"),
            ubox: PlacedUBox::new(pmu, *ubox),
            cboxes: cboxes.iter().map(|&unit| LinkedCBox::new(pmu, unit)).collect(),
            cbox_rows: Rows::new(description, cboxes[0]),
            settings: vec![0; pmu.observation.words()],
            marks: no_marks(description),
            sites: CollisionSites::new(&pmu.collisions),
            met: None,
        };
        model.reset();
        model
    }

    /// Takes over what software has changed.
    fn show(&mut self) {
        self.settings.fill(0);
        self.cboxes.iter().for_each(|own| own.cbox.settings(&mut self.settings));
    }

    /// Notes what collides between the boxes in a clock, before it happens.
    #[inline]
    fn note(&mut self, frame: &[u64], access: Access<Register>, rst: bool, sent: Broadcasts) {
        let Some(met) = &mut self.met else { return };
        let lively = |own: &LinkedCBox| own.cbox.cbox().ovf_msg() || !own.links.are_empty();
        let rare = rst || sent.freeze || sent.unfreeze || matches!(access, Access::Write(..));
        if !rare && !self.cboxes.iter().any(lively) {
            return;
        }
        let clears_all = access
            .written_in(Register::of_ubox)
            .is_some_and(|(register, data)| register == ivt_ubox::Register::GlobalStatus && data != 0);
        let mut ovf_c = 0;
        for (number, LinkedCBox { cbox, links, link_ports }) in self.cboxes.iter().enumerate() {
            let latencies = link_ports.latencies(frame);
            ovf_c |= u32::from(links.message(cbox.cbox().ovf_msg(), latencies)) << number;
            let broadcasts = links.broadcasts(sent, latencies);
            let status = ivt_cbox::Register::Bank(BankRegister::Status);
            let own = access.written_in(|register| register.of_cbox(number));
            let clears = clears_all || own.is_some_and(|(register, data)| register == status && data != 0);
            let around = Around { cbox, links, broadcasts, clears };
            self.sites.at_cbox(sent, &around, rst, met);
        }
        let clock = Clock { rst, ovf_c, written: access.written_in(Register::of_ubox) };
        self.sites.at_ubox(&self.ubox, clock, self.cboxes.len(), met);
    }

    fn read(&self, register: Register, reports: bool) -> u64 {
        match register {
            Register::UBox(register) => self.ubox.ubox().read(register),
            Register::CBox(number, register) => self.cboxes[number].cbox.cbox().read(register, reports),
        }
    }
}

impl GoldenModel for SocketModel {
    fn reset(&mut self) {
        self.ubox.reset(&self.marks);
        for own in &mut self.cboxes {
            own.cbox.reset(&self.marks, &self.cbox_rows);
            own.links = Links::default();
        }
        self.show();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let reports = self.cbox_ovf.get(frame) != 0;
        let cboxes = self.cboxes.len();
        let access = Access::decode(self.requests.request(frame), |addr| Register::at(addr, cboxes, reports));
        observation.copy_from_slice(&self.settings);
        self.responses.put(observation, access.answer(|register| self.read(register, reports)));
        self.ubox.observe(observation);
        for own in &self.cboxes {
            own.cbox.observe(observation);
            own.link_ports.observe(observation, &own.links);
        }

        let rst = self.requests.rst(frame);
        let sent = self.ubox.ubox().broadcasts();
        self.note(frame, access, rst, sent);
        if rst {
            self.reset();
            return;
        }
        let mut ovf_c = 0;
        for (number, LinkedCBox { cbox, links, link_ports }) in self.cboxes.iter_mut().enumerate() {
            let ovf_msg = cbox.cbox().ovf_msg();
            let mut broadcasts = Broadcasts::default();
            // Most often nothing is sent and nothing arrives.
            if ovf_msg || sent.freeze || sent.unfreeze || !links.are_empty() {
                let latencies = link_ports.latencies(frame);
                ovf_c |= u32::from(links.message(ovf_msg, latencies)) << number;
                broadcasts = links.broadcasts(sent, latencies);
                links.clock(ovf_msg, sent);
            }
            let written = access.written_in(|register| register.of_cbox(number));
            cbox.clock(frame, broadcasts, reports, written, (&mut self.marks, &self.cbox_rows));
        }
        let inputs = self.ubox.inputs(frame, ovf_c);
        self.ubox.clock(&inputs, access.written_in(Register::of_ubox), &mut self.marks);
        if matches!(access, Access::Write(Register::CBox(_, register), _) if register.is_setting()) {
            self.show();
        }
    }

    fn counted(&self) -> &CountedRows {
        &self.marks
    }

    fn clear_counted(&mut self) {
        self.marks.clear();
        self.ubox.restart_coverage(&self.marks);
        for own in &mut self.cboxes {
            own.cbox.restart_coverage(&self.marks, &self.cbox_rows);
        }
    }

    fn note_collisions(&mut self, table: &CollisionTable) {
        self.met = Some(Collisions::new(table));
    }

    fn collisions(&self) -> Option<&Collisions> {
        self.met.as_ref()
    }

    fn clear_collisions(&mut self) {
        self.met.iter_mut().for_each(Collisions::clear);
    }
}

/// The positions of the units of a kind, in order.
fn units_of(description: &Description, kind: &str) -> Vec<usize> {
    let kind = description.kinds.iter().position(|name| name == kind);
    let units = description.units.iter().enumerate().filter(|(_, unit)| Some(unit.kind) == kind);
    units.map(|(position, _)| position).collect()
}
