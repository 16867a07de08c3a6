//! Tests of the AMD K8 PMU: one module for each behaviour, its directed programs in the folder of the same name.

mod access;
mod cnt_mask;
mod cycle_rules;
mod edge;
mod enable_privilege;
mod event_select;
mod halt;
mod lockstep;
mod northbridge;
mod overflow;
mod pins;
mod reset;
mod unit_mask;

use std::sync::LazyLock;
use testbenches::Bench;

static BENCH: LazyLock<Bench> = LazyLock::new(|| Bench::new("k8"));
