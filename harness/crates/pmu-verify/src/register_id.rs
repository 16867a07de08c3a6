//! The identity of a register.

/// A register of a unit, as positions in the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegisterId {
    /// Position in [`golden_model_core::Description::units`].
    pub unit: usize,
    /// Position in [`golden_model_core::Description::registers`].
    pub register: usize,
}
