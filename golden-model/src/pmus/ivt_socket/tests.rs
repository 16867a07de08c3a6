//! Tests of the model through frames and observations.
