//! Descriptions from files in place of those that the library carries. The first read decides for the process, so each test that
//! needs another folder is in its own program.

use golden_model::{pmus, Pmu};
use std::path::PathBuf;

#[test]
fn a_missing_folder_is_one_clear_error() {
    let error = pmus::read_from(PathBuf::from("/no/such/folder")).expect_err("there is no such folder").to_string();
    assert!(
        error.starts_with("there is no folder /no/such/folder with descriptions; use the crate `golden-model`"),
        "{error}"
    );
    assert!(std::panic::catch_unwind(|| Pmu::ids().count()).is_err(), "the embedded descriptions were used");
}
