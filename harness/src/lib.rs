//! Co-verification of performance monitoring units: Verilated RTL against golden models in lockstep.

pub mod build;
