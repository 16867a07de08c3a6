//! Common logic of the PMON boxes of the Xeon E5/E7 v2 uncore: counters with threshold and edge
//! detection, overflow reporting, the global freeze, and the register port in MSR space.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod box_control;
mod box_freeze;
mod box_model;
mod causes;
mod collisions;
mod comparator;
mod control;
mod count;
mod counters;
mod coverage;
mod events;
mod freeze;
pub(crate) mod pci;
mod ports;
mod register_port;
mod standalone;
mod status;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use box_control::BoxCtl;
pub(crate) use box_freeze::{BoxEnables, BoxFreeze};
pub(crate) use box_model::BoxModel;
pub(crate) use causes::{ActiveCauses, CounterCauses, StartState};
pub(crate) use collisions::BoxSites;
pub(crate) use control::{Compares, Control};
pub(crate) use count::Count;
pub(crate) use counters::{Bank, BankInputs, BankRegister, CountResult, Preview, StatusSource};
pub(crate) use coverage::{no_marks, Coverage, Rows};
pub(crate) use events::{pins, Lines};
pub(crate) use freeze::{Broadcasts, FreezeLatch};
pub(crate) use golden_model_common::counter_set::{has, CounterSet};
pub(crate) use ports::BoxPorts;
pub(crate) use register_port::{Access, MSR, PCI};
pub(crate) use standalone::StandaloneBox;
pub(crate) use status::Overflows;
