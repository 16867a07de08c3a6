//! Versions of the library, and the results that all functions share.

use std::ffi::{c_char, CStr};

/// Version of the interface. It changes when a caller that was compiled for the old version would misuse the new one.
pub const PMU_ABI_VERSION: i32 = 1;
/// The function has done what it should.
pub const PMU_OK: i32 = 0;
/// The function has failed.
pub const PMU_ERROR: i32 = -1;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// The PMU_ABI_VERSION of the library. A caller compares it with that of its header.
#[no_mangle]
pub extern "C" fn pmu_abi_version() -> i32 {
    PMU_ABI_VERSION
}

/// The version of the library, such as "0.1.0".
#[no_mangle]
pub extern "C" fn pmu_version() -> *const c_char {
    VERSION.as_ptr()
}
