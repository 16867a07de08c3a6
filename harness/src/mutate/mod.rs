//! Source mutants: one deliberate change of the RTL at a time, to see that the checks find it.

mod campaign;
mod list;
mod report;

pub use campaign::{Campaign, CampaignError, Killer, Mutated};
pub use list::{Mutant, MutantError, Mutants};
pub use report::{markdown, MutantResult, MutationReport};
