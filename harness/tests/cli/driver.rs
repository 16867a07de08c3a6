//! Drivers in the loop: verdicts on drivers that misbehave, and their records.

use crate::support::{pmu_cosim, root, run, skipped_because, CommandOutput};
use rstest::rstest;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Returns whether there is a C compiler; reports the skipped check otherwise.
fn has_compiler(what: &str) -> bool {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let found = Command::new(compiler.split_whitespace().next().unwrap_or("cc")).arg("--version").output().is_ok();
    if !found {
        skipped_because(what, &format!("no C compiler `{compiler}`; install one, or name yours in $CC"));
    }
    found
}

/// A folder with a driver of this body.
fn driver(body: &str) -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, record) = (folder.path().join("driver.c"), folder.path().join("record.pmu"));
    let text = format!("#include \"pmu_driver.h\"\n#include <stdlib.h>\n#include <unistd.h>\n{body}\n");
    std::fs::write(&source, text).expect("written");
    (folder, source, record)
}

fn drive(source: &Path, record: &Path, options: &[&str]) -> CommandOutput {
    run(pmu_cosim(&["drive", "--pmu", "k8"]).arg(source).arg("--record").arg(record).args(options))
}

#[test]
fn examples_pass_and_their_bugs_are_found() {
    if !has_compiler("the drivers of examples/drivers") {
        return;
    }
    let mut command = Command::new("python3");
    command.arg("tools/driver.py").current_dir(root()).env("PMU_COSIM", env!("CARGO_BIN_EXE_pmu-cosim"));
    let output = run(&mut command);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    assert_eq!(output.out.matches("and its records replay").count(), 3, "{}", output.out);
}

#[test]
fn driver_of_the_page_passes() {
    if !has_compiler("the driver of docs/driver-in-the-loop.md") {
        return;
    }
    let page = std::fs::read_to_string(root().join("docs/driver-in-the-loop.md")).expect("the page");
    let code = page.split_once("```c\n").and_then(|(_, rest)| rest.split_once("```")).expect("a driver").0;
    let (_folder, source, record) = driver(code);
    let output = drive(&source, &record, &[]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let verdict = page.lines().find_map(|line| line.split_once("k8: driver.c: pass: ")).expect("a verdict").1;
    assert!(output.out.contains(verdict), "the page says {verdict}: {}", output.out);
}

/// A driver that reads a register, and then does this.
fn after_a_read(statement: &str) -> String {
    format!("int pmu_driver(void) {{ pmu_read(0, 0, 0xC0010004); {statement} }}")
}

#[rstest]
#[case("abort();", &[], "the driver was ended by signal 6 (SIGABRT)")]
#[case("*(volatile int *)8 = 0; return 0;", &[], "the driver was ended by signal 11 (SIGSEGV)")]
#[case("exit(3);", &[], "the driver exited with status 3")]
#[case("return 4;", &[], "the driver exited with status 4")]
#[case("for (;;) pmu_advance(7);", &["--cycles", "100"], "the driver did not end within 100 cycles; --cycles gives it more")]
#[case("for (;;) sleep(1);", &["--timeout", "1"], "the driver made no call for 1 seconds")]
#[case("pmu_expect(1, \"good\"); pmu_expect(0, \"%d is odd\", 2); return 0;", &[], "expectation failed after 1 cycles: 2 is odd")]
#[case("pmu_expect(0, \"one\\nk8: pass\\n\"); return 0;", &[], "expectation failed after 1 cycles: one k8: pass")]
#[case("for (;;) pmu_traffic_count(\"core0\", \"RETIRED_INSTRUCTIONS\");", &[], "100000 calls without a cycle, so the driver would never end")]
#[case("pmu_on_interrupt(\"core0.apic_in\", PMU_RISES, 0, 0); return 0;", &[], "there is no output `core0.apic_in`; did you mean `core0.apic_int`")]
#[case("pmu_set_input(\"core0.cpl\", 4); return 0;", &[], "0x4 does not fit the 2 bits of the input `core0.cpl`")]
#[case("pmu_traffic_count(\"core0\", \"RETIRED_INSTRUCTION\"); return 0;", &[], "did you mean `RETIRED_INSTRUCTIONS`")]
#[case("pmu_traffic_sum(\"core0.ev\"); return 0;", &[], "there is no input `core0.ev`")]
#[case("if (write(0, \"\\5\\0\\0\\0hello\", 9) == 9) sleep(9); return 0;", &[], "unknown message 104")]
#[case("if (write(0, \"\\5\\0\", 2) == 2) exit(0); return 0;", &[], "the peer closed the connection within a message, after 2 of 4 bytes")]
fn a_failing_driver_is_reported_and_its_record_is_kept(
    #[case] statement: &str,
    #[case] options: &[&str],
    #[case] says: &str,
) {
    if !has_compiler("a failing driver") {
        return;
    }
    let (_folder, source, record) = driver(&after_a_read(statement));
    let output = drive(&source, &record, options);
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    let failures: Vec<&str> =
        output.out.lines().filter(|line| line.starts_with("  ") && !line.contains("record:")).collect();
    assert_eq!(failures.len(), 1, "one failure: {}", output.out);
    assert!(failures[0].contains(says), "{}", output.out);
    assert!(output.out.contains(": FAIL: 1 accesses"), "{}", output.out);
    let text = std::fs::read_to_string(&record).expect("a record");
    assert!(text.contains("read core0.PerfCtr0"), "{text}");
    let replayed = run(pmu_cosim(&["replay"]).arg(&record));
    assert_eq!(replayed.status, 0, "{}", replayed.err);
}

#[rstest]
#[case("int pmu_driver(void) { return 0; }")]
#[case("int pmu_driver(void) { pmu_advance(100); pmu_expect(1, \"true\"); return 0; }")]
fn driver_without_an_access_is_no_pass(#[case] body: &str) {
    if !has_compiler("a driver without an access") {
        return;
    }
    let (_folder, source, record) = driver(body);
    let output = drive(&source, &record, &[]);
    assert_eq!(output.status, 1, "{}", output.out);
    assert!(output.out.contains("the driver accessed no register, so nothing was verified"), "{}", output.out);
}

#[test]
fn handlers_are_called_once_for_each_overflow_and_never_nested() {
    if !has_compiler("the handlers of a driver") {
        return;
    }
    let (_folder, source, record) = driver(
        "static int calls, depth;
        static void handler(uint64_t value, void *context)
        {
            pmu_expect(value == 1 && context == &calls && depth == 0, \"value, context and depth\");
            depth++;
            calls++;
            pmu_advance(50);
            depth--;
        }
        static uint64_t overflow(int after)
        {
            pmu_write(0, 0, 0xC0010004, -1);
            pmu_write(0, 0, 0xC0010000, 0x530076);
            uint64_t before = pmu_cycles();
            pmu_advance(after);
            return pmu_cycles() - before;
        }
        int pmu_driver(void)
        {
            pmu_set_input(\"core0.halted\", 0);
            pmu_set_input(\"core0.cpl\", 0);
            pmu_on_interrupt(\"core0.apic_int\", PMU_RISES, handler, &calls);
            /* CPU_CLOCKS_NOT_HALTED overflows with its first occurrence. */
            uint64_t cycles = overflow(3000);
            pmu_expect(calls == 1 && cycles == 3050, \"%d calls in %d cycles\", calls, (int)cycles);
            pmu_disable_interrupts();
            overflow(3000);
            pmu_expect(calls == 1, \"disabled\");
            pmu_enable_interrupts();
            pmu_expect(calls == 2, \"pending\");
            return 0;
        }",
    );
    let output = drive(&source, &record, &[]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
}

#[test]
fn answers_come_from_the_accessed_register() {
    if !has_compiler("the answers to a driver") {
        return;
    }
    let (_folder, source, record) = driver(
        "int pmu_driver(void)
        {
            pmu_write(0, 1, 0xC0010005, 0x123456789ABC);
            pmu_answer one = pmu_read(0, 1, 0xC0010005), other = pmu_read(0, 0, 0xC0010005), none = pmu_read(0, 7, 0);
            pmu_expect(!one.error && one.data == 0x123456789ABC, \"written\");
            pmu_expect(!other.error && other.data == 0, \"not written\");
            pmu_expect(none.error && none.data == 0, \"refused\");
            pmu_reset();
            pmu_expect(pmu_read(0, 1, 0xC0010005).data == 0, \"reset\");
            return 0;
        }",
    );
    let output = drive(&source, &record, &["--traffic", "none"]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let text = std::fs::read_to_string(&record).expect("a record");
    let statements: Vec<&str> = text.lines().skip(1).filter(|line| !line.starts_with("power_on")).collect();
    assert_eq!(
        statements,
        [
            "pmu k8",
            "write core1.PerfCtr1 = 0x123456789abc",
            "read core1.PerfCtr1",
            "read core0.PerfCtr1",
            "read unit(7) msr:0x0",
            "reset",
            "read core1.PerfCtr1"
        ]
    );
}

#[test]
fn wrong_input_of_drive_is_one_error() {
    let (_folder, source, record) = driver("int pmu_driver(void) { return 0 }");
    let output = run(pmu_cosim(&["drive", "--pmu", "k8"]).arg(&source).env("CC", "no-such-compiler -O2"));
    assert_eq!(output.status, 3, "{}", output.err);
    assert!(output.error().contains("no C compiler: `no-such-compiler -O2` cannot be run"), "{}", output.err);
    let before = std::fs::read(&source).expect("the source");
    let output = drive(&source, &source, &[]);
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains("--record: it would overwrite"), "{}", output.err);
    assert_eq!(std::fs::read(&source).expect("the source"), before);
    let output = drive(Path::new("no/driver.c"), &record, &[]);
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains("no/driver.c: there is no such file"), "{}", output.err);
    if has_compiler("a driver that does not compile") {
        let output = drive(&source, &record, &[]);
        assert_eq!(output.status, 2, "{}", output.err);
        assert!(output.error().contains("driver.c does not compile"), "{}", output.err);
        assert!(!record.exists());
    }
}
