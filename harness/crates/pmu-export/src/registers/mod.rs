//! Registers of a PMU in formats of register tools.
//!
//! Such formats know one address space of bytes. Each unit is a block, with a block for each space in which it has registers, and
//! each access path is a register there. What the formats cannot express is in properties of ours.

mod access;
mod ip_xact;
mod map;
mod names;
mod property;
mod systemrdl;
mod xml;

pub(crate) use access::Access;
pub use ip_xact::ip_xact;
pub(crate) use map::word;
pub use names::unusable_name;
pub use systemrdl::systemrdl;
