#![doc = include_str!("../README.md")]

mod descriptions;

// Links the golden models.
use golden_model_all as _;

pub use golden_model_core::*;
