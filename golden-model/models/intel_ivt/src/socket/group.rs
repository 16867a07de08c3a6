//! All boxes of one kind with their lines to and from the U-Box.

use super::links::{LinkPorts, Links};
use super::registers::{Owner, Target};
use crate::common::{Access, BoxModel, Broadcasts, Rows};
use golden_model_core::register_port::Response;
use golden_model_core::{Description, EventCoverage, Pmu};

/// All boxes of a kind.
#[derive(Clone)]
pub(super) struct Group<B> {
    owner: Owner,
    boxes: Vec<LinkedBox<B>>,
    rows: Rows,
}

/// A box with its lines.
#[derive(Clone)]
pub(super) struct LinkedBox<B> {
    pub model: B,
    pub links: Links,
    pub link_ports: LinkPorts,
}

/// Outputs of all boxes of one kind in a cycle.
#[derive(Clone, Copy, Default)]
pub(super) struct GroupOutputs {
    /// The messages that reached the U-Box, one bit for each box.
    pub messages: u32,
    /// Whether state that only software changes may have changed.
    pub is_set: bool,
}

impl<B: BoxModel> Group<B> {
    /// Creates the boxes of a kind; `make` creates the box at a unit position.
    ///
    /// # Panics
    /// Panics if there is no box of this kind.
    pub fn new(pmu: &Pmu, kind: &str, owner: Owner, make: impl Fn(usize) -> B) -> Self {
        let units = units_of(&pmu.description, kind);
        let linked = |&unit: &usize| LinkedBox {
            model: make(unit),
            links: Links::default(),
            link_ports: LinkPorts::new(pmu, &pmu.description.units[unit].name),
        };
        let [first, ..] = units[..] else { panic!("the description of a socket has no {kind}") };
        Self { owner, boxes: units.iter().map(linked).collect(), rows: Rows::new(&pmu.description, first) }
    }

    /// The boxes in the order of their units.
    pub fn boxes(&self) -> &[LinkedBox<B>] {
        &self.boxes
    }

    /// Whether a box sends a message, or a pulse is in flight on a line.
    #[inline]
    pub fn is_active(&self) -> bool {
        self.boxes.iter().any(|own| own.model.ovf_msg() || !own.links.are_empty())
    }

    /// The messages that arrive at the U-Box in a cycle, one bit for each box.
    pub fn messages(&self, frame: &[u64]) -> u32 {
        let arrives = |own: &LinkedBox<B>| own.links.message(own.model.ovf_msg(), own.link_ports.latencies(frame));
        self.boxes.iter().enumerate().fold(0, |all, (number, own)| all | u32::from(arrives(own)) << number)
    }

    /// The access as seen by these boxes: none if it addresses another box.
    #[inline]
    pub fn access(&self, access: Access<Target>, frame: &[u64]) -> Access<(usize, B::Register)> {
        let (Access::Read(to) | Access::Write(to, _)) = access else { return Access::None };
        if to.owner != self.owner {
            return Access::None;
        }
        let register = self.boxes.get(to.number).and_then(|own| own.model.at(to.address, frame));
        match (register, access) {
            (None, _) => Access::Refused,
            (Some(register), Access::Write(_, data)) => Access::Write((to.number, register), data & B::DATA),
            (Some(register), _) => Access::Read((to.number, register)),
        }
    }

    /// The response to an access that addresses one of the boxes.
    #[inline]
    pub fn answer(&self, access: Access<Target>, frame: &[u64]) -> Response {
        self.access(access, frame).answer(|(number, register)| self.boxes[number].model.read(register, frame))
    }

    /// Writes outputs and state into words that are zero, except state that only software changes.
    #[inline]
    pub fn observe(&self, words: &mut [u64]) {
        for own in &self.boxes {
            own.model.observe(words);
            if !own.links.are_empty() {
                own.link_ports.observe(words, &own.links);
            }
        }
    }

    /// Writes the state that only software changes into words that are zero.
    pub fn settings(&self, words: &mut [u64]) {
        self.boxes.iter().for_each(|own| own.model.settings(words));
    }

    /// Resets the boxes and their lines; see [`BoxModel::reset`].
    pub fn reset(&mut self, frame: Option<&[u64]>, coverage: &EventCoverage) {
        for own in &mut self.boxes {
            own.model.reset(frame, coverage, &self.rows);
            own.links = Links::default();
        }
    }

    /// Determines from `coverage` what remains to be covered.
    pub fn restart_coverage(&mut self, coverage: &EventCoverage) {
        self.boxes.iter_mut().for_each(|own| own.model.restart_coverage(coverage, &self.rows));
    }

    /// Executes a cycle of all boxes and their lines, in which the U-Box sends the broadcasts of `sent`.
    #[inline]
    pub fn step(
        &mut self,
        frame: &[u64],
        access: Access<Target>,
        sent: Broadcasts,
        coverage: &mut EventCoverage,
    ) -> GroupOutputs {
        let written = self.access(access, frame).written();
        let is_set = written.is_some_and(|((_, register), _)| B::is_setting(register));
        let mut messages = 0;
        for (number, LinkedBox { model, links, link_ports }) in self.boxes.iter_mut().enumerate() {
            let ovf_msg = model.ovf_msg();
            let mut broadcasts = Broadcasts::default();
            // In most cycles no pulse is sent and none is in flight.
            if ovf_msg || sent.freeze || sent.unfreeze || !links.are_empty() {
                let latencies = link_ports.latencies(frame);
                messages |= u32::from(links.message(ovf_msg, latencies)) << number;
                broadcasts = links.broadcasts(sent, latencies);
                links.step(ovf_msg, sent);
            }
            let own = written.filter(|((owner, _), _)| *owner == number);
            let own = own.map(|((_, register), data)| (register, data));
            model.step(frame, broadcasts, own, (coverage, &self.rows));
        }
        GroupOutputs { messages, is_set }
    }
}

/// The positions of the units of a kind, in ascending order.
pub(super) fn units_of(description: &Description, kind: &str) -> Vec<usize> {
    let kind = description.kinds.iter().position(|name| name == kind);
    let units = description.units.iter().enumerate().filter(|(_, unit)| Some(unit.kind) == kind);
    units.map(|(position, _)| position).collect()
}
