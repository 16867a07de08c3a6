//! Functional coverage: the bins that a run hits.
//!
//! [`Points`] are built once from the coverage plan of a description. A [`Sampler`] for each thread reads the frames and
//! the observations of the golden model, never those of the DUT. [`Hits`] are its result.

mod access;
mod bits;
mod classes;
mod cross;
mod error;
mod fields;
mod groups;
mod hits;
mod key;
mod open_bins;
mod points;
mod refused;
mod report;
mod sampler;
mod signal;
mod situations;

pub use error::PlanError;
pub use hits::Hits;
pub use points::Points;
pub use sampler::Sampler;
