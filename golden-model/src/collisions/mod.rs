//! Collisions: causes that act on the same state in the same clock, and which of them wins.
//!
//! A [`CollisionTable`] says for each state field of a PMU, from its specification, what can change it in a clock and in
//! which order. Programs, coverage bins and documentation are made of it. [`Collisions`] collects which pairs of causes a
//! model has met.

mod flags;
mod load;
mod marks;
mod raw;
mod table;
mod tables;
mod text;
mod values;

pub use flags::FlagSite;
pub use load::CollisionError;
pub(crate) use marks::in_several;
pub use marks::{CollisionCoverage, SubBlockField, CollisionSite};
pub use table::{Cause, CollisionTable, Effect, Impossible, Setting, SpecialPair, StateField};
pub use text::Text;
pub use values::StateValue;
