//! What the PMON boxes of the Xeon E5/E7 v2 uncore have in common: counters with threshold and edge detection,
//! overflow reporting, the global freeze, and the register port in MSR space.
//!
//! Sections in comments are those of the manual (329468-002).

mod access;
mod alone;
mod bank;
mod box_ctl;
mod collide;
mod comparator;
mod control;
mod count;
mod coverage;
mod freeze;
mod lines;
pub(crate) mod pci;
mod placed;
mod ports;
mod status;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use crate::pmus::common::counter_set::{has, CounterSet};
pub(crate) use access::{Access, MSR, PCI};
pub(crate) use alone::StandaloneBox;
pub(crate) use bank::{Bank, BankRegister, CountResult, StatusSource, BankInputs};
pub(crate) use box_ctl::BoxCtl;
pub(crate) use collide::{ActiveCauses, StartState, BoxSites};
pub(crate) use control::{Compares, Control};
pub(crate) use count::Count;
pub(crate) use coverage::{no_marks, Coverage, Rows};
pub(crate) use freeze::{Broadcasts, FreezeLatch};
pub(crate) use lines::{pins, Lines};
pub(crate) use placed::BoxModel;
pub(crate) use ports::BoxPorts;
