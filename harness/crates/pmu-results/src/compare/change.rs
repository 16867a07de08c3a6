//! A value in both runs of a comparison.

use serde::Serialize;

/// A value in run A and in run B.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change<T> {
    /// The value in A.
    pub a: T,
    /// The value in B.
    pub b: T,
}

impl<T: PartialEq> Change<T> {
    /// Whether the values differ.
    pub fn is_change(&self) -> bool {
        self.a != self.b
    }
}

impl<T> Change<T> {
    /// The same property of both values.
    pub fn map<U>(&self, of: impl Fn(&T) -> U) -> Change<U> {
        Change { a: of(&self.a), b: of(&self.b) }
    }
}
