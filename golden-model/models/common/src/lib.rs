//! Modules shared by the models of several families.

pub mod counter_set;
pub mod sub_block;
pub mod test_bench;
pub mod x86;
