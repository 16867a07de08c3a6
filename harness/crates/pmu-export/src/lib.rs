//! Events and registers of a description in the formats of other tools.

pub mod events;
pub mod registers;
