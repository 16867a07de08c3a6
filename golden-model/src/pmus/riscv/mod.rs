//! RISC-V.

pub mod hpm;
