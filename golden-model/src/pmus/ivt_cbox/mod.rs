//! Golden model of the C-Box PMU of the Xeon E5/E7 v2 uncore.
//!
//! Sections in comments are those of the manual (329468-002).

mod cbox;
mod event;
mod filter;
mod inputs;
mod registers;
#[cfg(test)]
mod tests;
mod tor;

pub(crate) use cbox::CBox;
pub(crate) use inputs::{Inputs, Pin};
pub(crate) use registers::{Register, COUNTERS};
