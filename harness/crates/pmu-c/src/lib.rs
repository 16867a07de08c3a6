//! The C interface of golden models and the checker, which SystemVerilog imports by DPI-C.
//!
//! The library is `libpmu_model`, its header `include/pmu_model.h`, its SystemVerilog package that of `pmu-session`. Functions do
//! nothing but convert arguments; `pmu-session` does the work. A panic never leaves the library: it becomes a message.

// The exported functions receive pointers. Only this crate has them, and `border` is the only place that reads them.
#![allow(unsafe_code)]

mod border;
mod checker;
mod model;
mod version;

use golden_model_all as _;

pub use border::PmuLogic;
pub use checker::{
    pmu_checker_close, pmu_checker_cycle, pmu_checker_finish, pmu_checker_inputs, pmu_checker_message,
    pmu_checker_observation, pmu_checker_open, PmuChecker, PMU_CHUNK_BITS, PMU_EQUAL, PMU_FAIL, PMU_MISMATCH, PMU_PASS,
    PMU_STOPPED, PMU_WAITING,
};
pub use model::{
    pmu_access, pmu_close, pmu_coverage, pmu_decode, pmu_error, pmu_frame_words, pmu_get, pmu_get_words,
    pmu_observation_words, pmu_open, pmu_read, pmu_reset, pmu_response, pmu_set, pmu_set_event, pmu_set_words,
    pmu_step, pmu_step_frame, pmu_width, pmu_write, PmuModel,
};
pub use version::{pmu_abi_version, pmu_version, PMU_ABI_VERSION, PMU_ERROR, PMU_OK};
