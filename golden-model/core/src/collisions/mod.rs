//! Collisions: causes that act on the same state in the same cycle, and their priority.
//!
//! A [`CollisionTable`] lists, for each state field of a PMU, the causes that can change it in one cycle, in the priority
//! order of the specification. Programs, coverage bins and documentation are generated from it. [`CollisionCoverage`]
//! records the pairs of causes that have acted in a model.

mod coverage;
mod load;
mod raw;
mod table;
mod tables;
mod template;
#[cfg(test)]
mod tests;
mod values;

pub use coverage::in_several;
pub use coverage::{CollisionCoverage, CollisionSite, SubBlockField};
pub use load::CollisionError;
pub use table::{Cause, CollisionTable, Effect, Impossible, Setting, SpecialPair, StateField};
pub use template::Text;
pub use values::StateValue;
