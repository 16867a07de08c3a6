//! Traces, coverage data and equivalence of the variants.

use crate::fixture::Fixture;
use harness::rtl::Variant;
use std::fs;

#[test]
fn waves_of_all_signals_are_written() {
    let fixture = Fixture::new();
    let mut model = fixture.model(Variant::Trace, 1);
    model.reset(2).expect("a reset");
    let frame = fixture.frame(&[("core0.enable", 1), ("core0.level", 5)]);
    let mut observation = vec![0; model.observation_words()];
    // Files in sequence, each with the cycles between opening and closing.
    for (file, cycle) in [("first.vcd", 2), ("second.vcd", 3)] {
        let path = fixture.path(file);
        model.open_trace(&path).expect("a trace");
        model.step(&frame, &mut observation).expect("a step");
        model.close_trace().expect("a complete trace");
        let text = fs::read_to_string(path).expect("the trace");
        assert!(text.contains("$timescale 1ns $end"), "{text}");
        let declares = |part: &str| text.lines().any(|line| line.contains("$var") && line.contains(part));
        assert!(declares("c0_ev [79:0]") && declares("value_q [47:0]"), "{text}");
        let times: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(times, [format!("#{}", cycle * 10), format!("#{}", cycle * 10 + 5)]);
    }
    model.close_trace().expect("nothing to close");
    let error = model.open_trace("/nonexistent/a.vcd").expect_err("a trace in no directory").to_string();
    assert!(error.contains("/nonexistent/a.vcd") && error.contains("No such file"), "{error}");
    model.step(&frame, &mut observation).expect("the model runs without a trace");
}

/// FST needs libraries that may be missing; then the error is that of the compiler.
#[test]
fn fst_waves_are_written_if_the_libraries_are_installed() {
    let fixture = Fixture::new();
    let library = match fixture.ensure(Variant::Fst).0 {
        Ok(built) => built.open().expect("a library"),
        Err(error) => {
            let text = error.to_string();
            assert!(["lz4", "zlib", "-lz"].iter().any(|missing| text.contains(missing)), "{text}");
            return;
        }
    };
    let mut model = library.context(1).and_then(verilated::Context::model).expect("a model");
    let path = fixture.path("waves.fst");
    model.open_trace(&path).expect("a trace");
    let frame = fixture.frame(&[("core0.enable", 1), ("core0.level", 5)]);
    model.step(&frame, &mut vec![0; model.observation_words()]).expect("a step");
    model.close_trace().expect("a complete trace");
    // The header block: type 0, 329 bytes long.
    let bytes = fs::read(path).expect("the trace");
    assert_eq!(bytes.get(..9), Some(&[0, 0, 0, 0, 0, 0, 0, 1, 73][..]));
}

#[test]
fn coverage_is_written_by_file_and_line() {
    let fixture = Fixture::new();
    let mut model = fixture.model(Variant::Coverage, 1);
    model.reset(2).expect("a reset");
    let path = fixture.path("coverage.dat");
    model.write_coverage(&path).expect("coverage");
    let text = fs::read_to_string(path).expect("the coverage");
    assert!(text.contains("rtl/tiny/tiny_counter.v") && text.contains("v_line") && text.contains("v_toggle"), "{text}");
    let error = model.write_coverage("/nonexistent/c.dat").expect_err("coverage in no directory").to_string();
    assert!(error.contains("/nonexistent/c.dat"), "{error}");
    model.reset(1).expect("the model runs");
}

#[test]
fn missing_feature_of_a_library_is_reported() {
    let fixture = Fixture::new();
    let mut model = fixture.model(Variant::Fast, 1);
    let trace = model.open_trace(fixture.path("a.vcd")).expect_err("a trace").to_string();
    assert!(trace.contains("built without tracing"), "{trace}");
    let coverage = model.write_coverage(fixture.path("a.dat")).expect_err("coverage").to_string();
    assert!(coverage.contains("built without coverage"), "{coverage}");
}

#[test]
fn full_disk_is_an_error_without_abort() {
    let fixture = Fixture::new();
    let mut traced = fixture.model(Variant::Trace, 1);
    traced.open_trace("/dev/full").expect("an open trace");
    traced.reset(1).expect("cycles in a buffer");
    let error = traced.close_trace().expect_err("a lost trace").to_string();
    assert!(error.contains("/dev/full") && error.contains("No space left"), "{error}");
    traced.close_trace().expect("closed after the error");
    traced.open_trace("/dev/full").expect("an open trace");
    traced.reset(1).expect("cycles in a buffer");
    drop(traced);

    let error = fixture.model(Variant::Coverage, 1).write_coverage("/dev/full").expect_err("coverage").to_string();
    assert!(error.contains("is the disk full?"), "{error}");
}

#[test]
fn variants_behave_identically() {
    let fixture = Fixture::new();
    let frames: Vec<u64> = (0..64u64)
        .flat_map(|cycle| fixture.frame(&[("core0.enable", cycle & 1), ("bus_valid", 1), ("core0.level", cycle)]))
        .collect();
    let run = |variant: Variant| {
        let mut model = fixture.model(variant, 1);
        model.reset(2).expect("a reset");
        // Write the register without a reset first: its initial value for a seed may differ between variants.
        let write = fixture.frame(&[("bus_valid", 1), ("bus_write", 1)]);
        model.step(&write, &mut vec![0; model.observation_words()]).expect("a step");
        let mut observations = vec![0; 64 * model.observation_words()];
        model.step(&frames, &mut observations).expect("steps");
        observations
    };
    let fast = run(Variant::Fast);
    assert_eq!(run(Variant::Trace), fast);
    assert_eq!(run(Variant::Coverage), fast);
}

/// Edits of the tiny PMU after which not only the rising edge of clk changes state.
const OTHER_CLOCKING: [(&str, &str); 8] = [
    ("falling edge", "always @(negedge clk) mode_q[1] <= bus_wdata[7:0];"),
    ("latch while clk is high", "always @* if (clk) mode_q[1] = bus_wdata[7:0];"),
    (
        "latch of a register",
        "reg [7:0] seen; always @(posedge clk) seen <= bus_wdata[7:0];
         always @* if (c0_enable) mode_q[1] = seen;",
    ),
    (
        "latch by name",
        "reg [7:0] seen; always @(posedge clk) seen <= bus_wdata[7:0];
         always_latch if (c0_enable) mode_q[1] = seen;",
    ),
    ("clock as data", "always @* mode_q[1] = {bus_wdata[6:0], clk};"),
    (
        "gated clock",
        "reg open; always @* if (!clk) open = c0_enable; wire gated = clk & open;
         always @(posedge gated) mode_q[1] <= bus_wdata[7:0];",
    ),
    ("reset at once", "always @(posedge clk or posedge rst) mode_q[1] <= rst ? 8'd0 : bus_wdata[7:0];"),
    ("edge of an input", "always @(posedge c0_enable) mode_q[1] <= bus_wdata[7:0];"),
];

/// The fast model registers its inputs where that does not change the behaviour; the other variants never do.
#[test]
fn variants_behave_identically_with_other_clocking() {
    for (what, text) in OTHER_CLOCKING {
        let fixture = Fixture::new();
        fixture.edit("tiny_top.v", "mode_q[1] <= 8'd0;\n", "");
        fixture.edit(
            "tiny_top.v",
            "if (bus_valid && bus_write) mode_q[bus_addr[0]]",
            "if (bus_valid && bus_write) mode_q[0]",
        );
        fixture.edit("tiny_top.v", "    wire read =", &format!("    {text}\n    wire read ="));
        let mut random = 1u64;
        let mut number = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random >> 33
        };
        let mut frame = || {
            let values =
                [("rst", u64::from(number() % 8 == 0)), ("core0.enable", number() & 1), ("bus_wdata", number())];
            fixture.frame(&values)
        };
        let frames: Vec<Vec<u64>> = (0..300).map(|_| frame()).collect();
        let run = |variant: Variant, cycles: usize| {
            let mut model = fixture.model(variant, 1);
            model.reset(2).expect("a reset");
            let mut observations = Vec::new();
            for batch in frames.chunks(cycles) {
                let mut some = vec![0; batch.len() * model.observation_words()];
                model.step(&batch.concat(), &mut some).expect("steps");
                observations.extend(some);
            }
            let mode = fixture.description.observation_layout().slot("mode1");
            let values = observations.chunks_exact(model.observation_words()).map(|one| mode.get(one));
            // Skip initial values, which differ between variants until the first write.
            values.skip(20).collect::<Vec<_>>()
        };
        let slow = run(Variant::Trace, 300);
        assert!(slow.iter().any(|mode| *mode != slow[0]), "{what}: no value changes");
        for cycles in [300, 7, 1] {
            assert_eq!(run(Variant::Fast, cycles), slow, "{what}, batches of {cycles} cycles");
        }
    }
}
