//! Collisions: causes that act on the same state in the same clock, and which of them wins.
//!
//! A [`CollisionTable`] says for each state field of a PMU, from its specification, what can change it in a clock and in
//! which order. Programs, coverage bins and documentation are made of it. [`Collisions`] collects which pairs of causes a
//! model has met.

mod coverage;
mod flag_site;
mod load;
mod raw;
mod table;
mod tables;
mod template;
mod values;

pub(crate) use coverage::in_several;
pub use coverage::{CollisionCoverage, CollisionSite, SubBlockField};
pub use flag_site::FlagSite;
pub use load::CollisionError;
pub use table::{Cause, CollisionTable, Effect, Impossible, Setting, SpecialPair, StateField};
pub use template::Text;
pub use values::StateValue;
