//! RTL as logic: the netlist that Yosys makes of it, its registers as cut points, and its logic as AND gates.

mod cut;
mod files;
mod graph;
mod invariant;
mod logic;
pub mod script;
mod states;
mod survey;

use self::cut::cut;
pub use self::cut::{opened, without, REGISTER};
pub use self::files::{read, write};
pub use self::graph::{Graph, Literal, FALSE, TRUE};
pub use self::invariant::{invariant, register_bit, EqualPair, Invariant};
pub use self::logic::Logic;
pub use self::states::{StateName, STATE};
pub use self::survey::{names, Survey, SurveyError};
