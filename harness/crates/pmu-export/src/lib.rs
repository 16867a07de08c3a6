//! Events and registers of a description in the formats of other tools, and registers of a new description from them.

pub mod events;
pub mod import;
pub mod registers;
