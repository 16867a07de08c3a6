//! Descriptions and golden models of performance monitoring units (PMUs).
//!
//! A [`Description`] defines the structure of a PMU: registers, fields, events, ports and architectural state. A
//! [`GoldenModel`] computes its behaviour cycle by cycle; it is written in Rust from the manual. This crate depends on no
//! simulator and no DUT: a model receives stimulus only, so that it can be compared with any implementation. A [`Session`] drives
//! a model by the names of its description.
//!
//! The models are in a crate for each family. The crate `golden-model` has all of them, with the descriptions of their PMUs.

pub mod collisions;
pub mod decisions;
pub mod decode;
pub mod description;
pub mod embedded;
pub mod event_coverage;
pub mod keywords;
pub mod layout;
pub mod model;
pub mod official_rules;
pub mod parameters;
pub mod placeholders;
pub mod pmu;
pub mod pmus;
pub mod register_port;
mod session;
pub mod suggest;
pub mod texts;
pub mod toml_keys;

#[doc(hidden)]
pub use linkme;

pub use collisions::CollisionCoverage;
pub use decisions::{Choice, ChoiceError, Choices, ChosenOption};
pub use description::Description;
pub use event_coverage::EventCoverage;
pub use layout::{Bits, Layout, Slot, WordPosition};
pub use model::{CoveredModel, GoldenModel};
pub use pmu::Pmu;
pub use session::{InputError, Observer, Session};
