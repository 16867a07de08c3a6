//! The inputs of a PMU from cycle to cycle, as operations drive them.

use super::op::{Access, Activity, Assignment, Duration, Lines, OpKind, TransactionDrive};
use golden_model_core::description::{PortBits, Transaction, TransactionField, BUS_REQUEST};
use golden_model_core::{Bits, Pmu, Slot};

/// Position of `bus_valid` in [`BUS_REQUEST`].
const VALID: usize = 0;

/// Places of the values that a transaction drives.
struct TransactionPlaces {
    valid: Option<Bits>,
    /// Inputs that always have this value in it.
    fixed: Vec<(Bits, u64)>,
    fields: Vec<FieldPlace>,
}

/// Place of a field of a transaction.
struct FieldPlace {
    place: Bits,
    default: u64,
    /// The input that is 1 if the field has a value.
    with: Option<Bits>,
}

impl TransactionPlaces {
    fn new(pmu: &Pmu, transaction: &Transaction) -> Self {
        let at = |input: usize| pmu.description.inputs[input].at;
        let of = |input: usize| pmu.in_frame(at(input));
        let field = |field: &TransactionField| FieldPlace {
            place: pmu.in_frame(PortBits {
                low: at(field.input).low + field.low,
                width: field.width,
                ..at(field.input)
            }),
            default: field.default,
            with: field.with.map(of),
        };
        Self {
            valid: transaction.valid.map(of),
            fixed: transaction.fixed.iter().map(|&(input, value)| (of(input), value)).collect(),
            fields: transaction.fields.iter().map(field).collect(),
        }
    }

    /// Calls `put` for each value that the transaction drives if these fields are given.
    fn values(&self, given: &[Option<u64>], mut put: impl FnMut(Bits, u64)) {
        self.valid.iter().for_each(|&valid| put(valid, 1));
        self.fixed.iter().for_each(|&(place, value)| put(place, value));
        for (field, given) in self.fields.iter().zip(given) {
            put(field.place, given.unwrap_or(field.default));
            field.with.iter().for_each(|&with| put(with, u64::from(given.is_some())));
        }
    }
}

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
    transactions: Vec<TransactionPlaces>,
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
            transactions: pmu.description.transactions.iter().map(|one| TransactionPlaces::new(pmu, one)).collect(),
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
        let places = &self.transactions[drive.transaction];
        let mut put = |place: Bits, value: u64| {
            place.set(&mut self.current, value);
            if drive.lasting != Duration::Raised {
                place.set(&mut self.held, value);
            }
        };
        match drive.lasting {
            Duration::Off => places.valid.iter().for_each(|&valid| put(valid, 0)),
            _ => places.values(&drive.given, put),
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
