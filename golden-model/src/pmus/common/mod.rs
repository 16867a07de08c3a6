//! Modules shared by the models of several families.

pub(super) mod counter_set;
pub(super) mod sub_block;
#[cfg(test)]
pub(super) mod test_bench;
pub(super) mod x86;
