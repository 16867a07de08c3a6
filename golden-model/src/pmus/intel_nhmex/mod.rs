//! Intel Xeon 7500 (Nehalem-EX).

pub mod bbox;
