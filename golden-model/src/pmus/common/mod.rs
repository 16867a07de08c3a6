//! What the models of several families have in common.

pub(super) mod block;
pub(super) mod counter_set;
#[cfg(test)]
pub(super) mod frames;
pub(super) mod x86;
