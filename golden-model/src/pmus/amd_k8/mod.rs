//! AMD Athlon 64 and Opteron (K8).

pub mod core;
