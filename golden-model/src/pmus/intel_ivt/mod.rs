//! The uncore of the Intel Xeon E5 and E7 v2 (Ivy Town): its boxes, and the socket that contains them.

pub mod cbox;
mod common;
pub mod ha;
pub mod imc;
pub mod irp;
pub mod pcu;
pub mod qpi;
pub mod r2pcie;
pub mod r3qpi;
pub mod socket;
pub mod ubox;
