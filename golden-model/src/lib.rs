//! Descriptions and golden models of performance monitoring units (PMUs).
//!
//! A [`Description`] names what a PMU has: registers, fields, events, ports and architectural state. A [`GoldenModel`]
//! says what it does, clock by clock, in plain Rust, written from the manual. This crate knows no simulator and no
//! device: a model sees stimulus only, so that it can be held against any implementation.

pub mod bus;
pub mod collisions;
pub mod counted;
pub mod description;
pub mod layout;
pub mod model;
pub mod pmus;
pub mod toml_keys;
pub mod views;

pub use collisions::CollisionCoverage;
pub use counted::EventCoverage;
pub use description::Description;
pub use layout::{Bits, Layout, WordPosition, Slot};
pub use model::{CoveredModel, GoldenModel};
pub use pmus::Pmu;
