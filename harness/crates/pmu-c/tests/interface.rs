//! The library from C: the program of `docs/dpi.md`, and wrong arguments.

#![allow(unsafe_code)]

use pmu_model::*;
use std::ffi::{c_char, CStr, CString};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::ptr::{null, null_mut};

fn text(pointer: *const c_char) -> String {
    // SAFETY: The library returns a text that ends with 0 and lives until the next call.
    unsafe { CStr::from_ptr(pointer) }.to_str().expect("text").to_owned()
}

#[test]
fn program_of_the_page_compiles_and_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(folder.join("../../../docs/dpi.md")).expect("the page");
    let code = page.split_once("```c\n").and_then(|(_, rest)| rest.split_once("```")).expect("a program").0;
    let place = tempfile::tempdir().expect("a folder");
    let (source, program) = (place.path().join("main.c"), place.path().join("main"));
    std::fs::write(&source, code).expect("a file");
    let test = std::env::current_exe().expect("a path");
    let libraries = test.parent().expect("a folder").display().to_string();
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"]).arg(folder.join("include")).arg(&source);
    compiler.args(["-L", &libraries, "-lpmu_model", &format!("-Wl,-rpath,{libraries}"), "-o"]).arg(&program);
    let Ok(compiled) = compiler.output() else {
        let is_required = std::env::var("REQUIRE_TOOLS").is_ok_and(|value| !["", "0"].contains(&value.as_str()));
        assert!(!is_required, "the library is not used from C: cc is not on PATH; install a C compiler");
        // Directly, since the test runner captures the prints of passing tests.
        writeln!(std::io::stderr(), "SKIPPED: the library from C: cc is not on PATH; install a C compiler")
            .expect("text");
        return;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(program).output().expect("the program starts");
    let output = String::from_utf8(output.stdout).expect("text");
    assert!(output.starts_with("10\ncore0.PerfEvtSel0 ") && output.contains("EN=0x1"), "{output}");
}

#[test]
fn wrong_arguments_are_errors_with_a_message() {
    let [k8, k9, counter] = ["k8", "k9", "core0.PerfCtr0"].map(|text| CString::new(text).expect("text"));
    // SAFETY: All texts end with 0, and all handles are open or NULL.
    unsafe {
        assert!(pmu_open(k9.as_ptr(), null(), null()).is_null());
        assert!(text(pmu_error(null_mut())).starts_with("there is no PMU `k9`"));
        assert!(pmu_open(c"\xFF".as_ptr(), null(), null()).is_null());
        assert!(text(pmu_error(null_mut())).contains("not UTF-8"));
        assert_eq!((pmu_step(null_mut()), pmu_checker_cycle(null_mut())), (PMU_ERROR, PMU_ERROR));
        let model = pmu_open(k8.as_ptr(), null(), null());
        assert_eq!(pmu_set(model, counter.as_ptr(), 1), PMU_ERROR);
        assert!(text(pmu_error(model)).contains("input of k8"));
        assert_eq!((pmu_write(model, counter.as_ptr(), 7), pmu_step(model), pmu_step(model)), (PMU_OK, PMU_OK, PMU_OK));
        assert!(text(pmu_error(model)).is_empty(), "a call that succeeds has no error");
        let mut value = 0;
        assert_eq!((pmu_get(model, counter.as_ptr(), &mut value), value), (PMU_OK, 7));
        assert_eq!(
            (pmu_get_words(model, counter.as_ptr(), null_mut(), 2), pmu_width(model, counter.as_ptr())),
            (PMU_ERROR, 48)
        );
        assert_eq!((pmu_step_frame(model, null(), 1), pmu_frame_words(model) > 0), (PMU_ERROR, true));
        assert!(text(pmu_coverage(model)).starts_with("{\"pmu\":\"k8\",\"cycles\":2,"));
        pmu_close(model);
        pmu_close(null_mut());
    }
}

#[test]
fn checker_of_another_description_is_refused() {
    let [k8, name] = ["k8", "tb.checker"].map(|text| CString::new(text).expect("text"));
    // SAFETY: All texts end with 0.
    let checker =
        unsafe { pmu_checker_open(k8.as_ptr(), null(), null(), c"0".as_ptr(), null(), name.as_ptr(), 0, 1, null()) };
    assert!(checker.is_null());
    // SAFETY: NULL is allowed.
    assert!(text(unsafe { pmu_checker_message(checker) }).contains("generate it again with `pmu-cosim bind`"));
}

#[test]
fn handles_are_used_by_several_threads() {
    let run = || {
        let [k8, counter] = ["k8", "core1.PerfCtr3"].map(|text| CString::new(text).expect("text"));
        // SAFETY: Each thread has its own handle.
        unsafe {
            let model = pmu_open(k8.as_ptr(), null(), null());
            for value in 0..500 {
                assert_eq!((pmu_write(model, counter.as_ptr(), value), pmu_step(model)), (PMU_OK, PMU_OK));
                assert_eq!((pmu_read(model, counter.as_ptr()), pmu_step(model)), (PMU_OK, PMU_OK));
                let (mut data, mut error) = (0, 1);
                assert_eq!((pmu_response(model, &mut data, &mut error), data, error), (PMU_OK, value, 0));
            }
            pmu_close(model);
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(run))));
}
