//! Functional coverage: the situations that a run has been in.
//!
//! [`Points`] are made of a description's plan once; a [`Sampler`] for each thread looks at the frames and at the model's
//! observations, never at the device's; [`Hits`] are what it found.

mod access;
mod classes;
mod cross;
mod error;
mod fields;
mod groups;
mod hits;
mod points;
mod refused;
mod report;
mod sampler;
mod signal;

pub use error::PlanError;
pub use hits::Hits;
pub use points::Points;
pub use sampler::Sampler;
