//! The inputs of a PMU from cycle to cycle, as operations drive them.

use super::op::{Access, Activity, Assignment, Duration, Lines, OpKind, TransactionDrive};
use golden_model_core::description::{InputValue, PortBits, BUS_REQUEST};
use golden_model_core::{Bits, Pmu, Slot};

/// Position of `bus_valid` in [`BUS_REQUEST`].
const VALID: usize = 0;

/// The frame of the current cycle, and the values that the inputs keep after it.
pub struct Drive<'p> {
    pmu: &'p Pmu,
    /// Inputs that persist.
    held: Vec<u64>,
    /// Inputs of the current cycle; equal to `held` except for raised events, pulses, requests and resets.
    current: Vec<u64>,
    /// Whether they may differ.
    differs: bool,
    /// Slots of the input ports.
    ports: Vec<Slot>,
    rst: Slot,
    request: [Slot; 6],
}

impl<'p> Drive<'p> {
    /// Starts with all inputs at their initial values.
    pub fn new(pmu: &'p Pmu) -> Self {
        let slot = |name: &str| pmu.frame.slot(name);
        Self {
            pmu,
            held: pmu.description.initial_frame(),
            current: pmu.description.initial_frame(),
            differs: false,
            ports: pmu.description.in_ports.iter().map(|port| slot(&port.name)).collect(),
            rst: slot("rst"),
            request: BUS_REQUEST.map(|(name, _)| slot(name)),
        }
    }

    /// Applies an operation to the current cycle. Expectations and waits drive nothing.
    pub fn apply(&mut self, kind: &OpKind) {
        match kind {
            OpKind::Set(assignment) => {
                let place = self.assigned(assignment);
                place.set(&mut self.held, assignment.value);
                place.set(&mut self.current, assignment.value);
            }
            OpKind::Pulse(assignment) => {
                self.assigned(assignment).set(&mut self.current, assignment.value);
                self.differs = true;
            }
            OpKind::Report(drive) => self.transaction(drive),
            OpKind::Hold(activity) => {
                self.activity(activity, true);
                self.activity(activity, false);
            }
            OpKind::Raise(activity) => {
                self.activity(activity, false);
                self.differs = true;
            }
            OpKind::Access(access) => self.request(access),
            OpKind::Reset(access) => {
                access.iter().for_each(|access| self.request(access));
                self.rst.set(&mut self.current, 1);
                self.differs = true;
            }
            OpKind::Expect { .. } | OpKind::Wait(_) => {}
        }
    }

    /// The frame of the current cycle.
    pub fn frame(&self) -> &[u64] {
        &self.current
    }

    /// The frame of a cycle in which nothing is driven but what persists.
    pub fn held(&self) -> &[u64] {
        &self.held
    }

    /// Begins the next cycle.
    pub fn end_cycle(&mut self) {
        if self.differs {
            self.current.copy_from_slice(&self.held);
            self.differs = false;
        }
    }

    fn place(&self, bits: PortBits) -> Bits {
        self.ports[bits.port].part(bits.low, bits.width)
    }

    fn assigned(&self, assignment: &Assignment) -> Bits {
        let at = self.pmu.description.inputs[assignment.input].at;
        self.place(PortBits { low: at.low + assignment.low, width: assignment.width, ..at })
    }

    fn transaction(&mut self, drive: &TransactionDrive) {
        let description = &self.pmu.description;
        let transaction = &description.transactions[drive.transaction];
        let mut put = |InputValue { input, part, value }: InputValue| {
            let at = description.inputs[input].at;
            let (low, width) = part.unwrap_or((0, at.width));
            let place = self.ports[at.port].part(at.low + low, width);
            place.set(&mut self.current, value);
            if drive.lasting != Duration::Raised {
                place.set(&mut self.held, value);
            }
        };
        match drive.lasting {
            Duration::Off => {
                transaction.valid.into_iter().for_each(|input| put(InputValue { input, part: None, value: 0 }))
            }
            _ => transaction.inputs(&drive.given).for_each(put),
        }
        self.differs |= drive.lasting == Duration::Raised;
    }

    fn activity(&mut self, activity: &Activity, held: bool) {
        let events = &self.pmu.description.events;
        let lines = match activity.lines {
            Lines::One(line) => line..line + 1,
            Lines::All => 0..events.lines.len(),
        };
        for line in lines {
            if let Some(bits) = events.line_bits(line, activity.unit) {
                let place = self.place(bits);
                let words = if held { &mut self.held } else { &mut self.current };
                place.set(words, activity.count.min(events.lines[line].max));
            }
        }
    }

    fn request(&mut self, access: &Access) {
        let values = [
            1,
            u64::from(access.write.is_some()),
            u64::from(access.space),
            u64::from(access.unit),
            u64::from(access.address),
        ];
        // The request stays on the port after the access, and the last write data stays during reads, to detect a DUT
        // that ignores bus_valid or bus_write.
        for (slot, value) in self.request.iter().zip(values.into_iter().chain(access.write)) {
            slot.set(&mut self.current, value);
            slot.set(&mut self.held, value);
        }
        self.request[VALID].set(&mut self.held, 0);
        self.differs = true;
    }
}
