//! Descriptions and golden models of performance monitoring units (PMUs).
//!
//! A [`Description`] names what a PMU has: registers, fields, events, ports and architectural state. A [`GoldenModel`]
//! says what it does, clock by clock, in plain Rust, written from the manual. This crate knows no simulator and no
//! device: a model sees stimulus only, so that it can be held against any implementation.

pub mod collisions;
pub mod decode;
pub mod description;
pub mod event_coverage;
pub mod layout;
pub mod model;
pub mod pmu;
pub mod pmus;
pub mod register_port;
pub mod toml_keys;

pub use collisions::CollisionCoverage;
pub use description::Description;
pub use event_coverage::EventCoverage;
pub use layout::{Bits, Layout, Slot, WordPosition};
pub use model::{CoveredModel, GoldenModel};
pub use pmu::Pmu;
