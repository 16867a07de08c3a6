//! The properties of the IRP in which it differs from other boxes in configuration space.

use super::events::{Event, Pins};
use crate::common::pci::{in_function, standard_at, BoxKind, BoxOptions, Names, NoRegister, Register};
use crate::common::{BankRegister, BoxEnables, Control, CounterSet, StatusSource};
use golden_model_core::Description;

/// The box of both IRPs.
#[derive(Clone)]
pub(crate) struct Irp {
    /// The inputs of each IRP.
    pins: [Pins; 2],
}

/// An event of one of the IRPs.
#[derive(Clone, Copy)]
pub(crate) struct IrpEvent {
    irp: usize,
    event: Event,
}

impl BoxKind for Irp {
    type Event = IrpEvent;
    type BoxRegister = NoRegister;
    type State = ();

    /// There is no ov_en; bits 21:20 are reserved.
    const STORED: u32 = Control::STORED | Control::THRESH;
    /// No message is sent (IRP-A04).
    const MESSAGES: bool = false;

    fn new(names: Names) -> Self {
        Self { pins: [0, 1].map(|irp| Pins::new(|name| names.input(&format!("{name}.irp{irp}")))) }
    }

    /// Every overflow sets its status bit (IRP-A03).
    fn options(description: &Description) -> BoxOptions {
        BoxOptions { source: StatusSource::All, enables: BoxEnables::new(description) }
    }

    /// Counters 0 and 1 belong to IRP0, counters 2 and 3 to IRP1 (IRP-A11).
    fn event(&self, control: Control, counter: usize) -> IrpEvent {
        IrpEvent { irp: counter / 2, event: Event::new(control) }
    }

    fn counters(control: Control) -> CounterSet {
        if Event::is_listed(control) {
            0b1111
        } else {
            0
        }
    }

    #[inline]
    fn raw(&self, IrpEvent { irp, event }: IrpEvent, _: &(), frame: &[u64]) -> u32 {
        event.raw(|pin| self.pins[irp].level(pin, frame))
    }

    /// The counters are not evenly spaced (Table 2-105).
    fn at(offset: u32, counters: usize) -> Option<Register<NoRegister>> {
        let counter = |offset: u32| match offset {
            0xA0 => Some(0),
            0xB0 => Some(1),
            0xB8 => Some(2),
            0xC0 => Some(3),
            _ => None,
        };
        in_function(offset).then(|| match offset {
            0xA0..=0xC4 => match counter(offset & !4) {
                None => Register::Nothing,
                Some(counter) if offset & 4 == 0 => Register::Bank(BankRegister::Low(counter)),
                Some(counter) => Register::Bank(BankRegister::High(counter)),
            },
            _ => standard_at(offset, counters),
        })
    }
}
