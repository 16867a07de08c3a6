//! Tests of conditions on hand-made cycles.
