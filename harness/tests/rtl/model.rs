//! Behaviour of a built model.

use crate::fixture::Fixture;
use harness::rtl::{find_compiler, Variant};
use rstest::rstest;
use verilated::{Direction, Error, Model};

fn step(model: &mut Model, frame: &[u64]) -> Vec<u64> {
    let mut observation = vec![u64::MAX; model.observation_words()];
    model.step(frame, &mut observation).expect("a step");
    observation
}

#[rstest]
#[case::as_described(Fixture::new())]
#[case::by_a_port_map(Fixture::own())]
fn ports_and_state_words_are_bound_to_their_slots(#[case] fixture: Fixture) {
    let mut model = fixture.model(Variant::Fast, 1);
    model.reset(2).expect("a reset");

    let mut frame =
        fixture.frame(&[("bus_valid", 1), ("bus_write", 1), ("bus_addr", 0x8000_0001), ("bus_wdata", 0x00AB_CD5A)]);
    let layout = fixture.description.frame_layout();
    layout.slot("core0.enable").set(&mut frame, 1);
    layout.slot("core0.level").set(&mut frame, 0x1FE);
    layout.slot("core0.ev").part(0, 2).set(&mut frame, 3);
    layout.slot("core0.ev").part(78, 2).set(&mut frame, 2);
    let first = step(&mut model, &frame);
    assert_eq!(fixture.value(&first, "bus_error"), 1);
    assert_eq!(fixture.value(&first, "bus_rdata"), 0);
    let wide = fixture.description.observation_layout().slot("core0.wide");
    assert_eq!(first[wide.word..wide.word + 2], [3, (0x1FE << 27) | (2 << 14)]);
    for state in ["core0.count0", "mode0", "mode1", "flag"] {
        assert_eq!(fixture.value(&first, state), 0, "{state} is sampled before the clock edge");
    }

    let second = step(&mut model, &fixture.frame(&[("bus_valid", 1)]));
    assert_eq!(fixture.value(&second, "bus_rdata"), 3);
    assert_eq!(fixture.value(&second, "core0.count0"), 3);
    assert_eq!((fixture.value(&second, "mode0"), fixture.value(&second, "mode1")), (0, 0x5A));
    assert_eq!(fixture.value(&second, "core0.lazy"), 0xABCD);
    assert_eq!(fixture.value(&second, "flag"), 0);
    let history = fixture.description.observation_layout().slot("history");
    assert_eq!(second[history.word..history.word + 2], [1, 0]);

    let third = step(&mut model, &fixture.frame(&[]));
    assert_eq!(fixture.value(&third, "flag"), 0b10);
    let mut later = third;
    for cycle in 3..72 {
        later = step(&mut model, &fixture.frame(&[]));
        // The bit of the first frame moves up by one position in each cycle.
        let bit = cycle - 1;
        let middle = if (60..=70).contains(&bit) { 1 << (bit - 60) } else { 0 };
        assert_eq!(fixture.value(&later, "middle"), middle, "cycle {cycle}");
    }
    assert_eq!(later[history.word..history.word + 2], [0, 1 << 6]);
}

#[test]
fn batch_and_single_steps_give_the_same_observations() {
    let fixture = Fixture::new();
    let frames: Vec<Vec<u64>> = (0..200u64)
        .map(|cycle| fixture.frame(&[("core0.enable", 1), ("core0.level", cycle * 37), ("bus_valid", cycle & 1)]))
        .collect();
    let (mut one, mut many) = (fixture.model(Variant::Fast, 7), fixture.model(Variant::Fast, 7));
    let single: Vec<u64> = frames.iter().flat_map(|frame| step(&mut one, frame)).collect();
    let mut batch = vec![0; frames.len() * many.observation_words()];
    many.step(&frames.concat(), &mut batch).expect("a batch");
    assert_eq!(single, batch);
    assert_eq!((one.time(), many.time()), (200 * verilated::CYCLE_NS, 200 * verilated::CYCLE_NS));
}

#[test]
fn slice_of_wrong_length_is_rejected() {
    let fixture = Fixture::new();
    let mut model = fixture.model(Variant::Fast, 1);
    let (frame_words, observation_words) = (model.frame_words(), model.observation_words());
    let mut observations = vec![0; observation_words];
    for (frames, observations) in [
        (vec![0; frame_words - 1], &mut observations[..]),
        (vec![0; frame_words * 2], &mut vec![0; observation_words][..]),
        (vec![0; frame_words], &mut vec![0; observation_words + 1][..]),
    ] {
        let error = model.step(&frames, observations).expect_err("a wrong length was accepted");
        assert!(matches!(error, Error::Length { .. }), "{error}");
    }
    model.step(&[], &mut []).expect("no cycle");
    assert_eq!(model.time(), 0);
}

#[test]
fn initial_values_depend_on_the_seed_only() {
    let fixture = Fixture::new();
    let library = fixture.built(Variant::Fast).open().expect("a library");
    let frame = fixture.frame(&[]);
    let start = |seed: u32| {
        let mut model = library.context(seed).and_then(verilated::Context::model).expect("a model");
        model.reset(1).expect("a reset");
        fixture.value(&step(&mut model, &frame), "core0.lazy")
    };
    let values: Vec<u64> = (0..2000).map(start).collect();
    assert!(values.iter().any(|value| *value != values[0]), "all seeds give {:#x}", values[0]);
    // Several threads at once must get the same values as a single one.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!((0..2000).map(start).collect::<Vec<_>>(), values));
        }
    });
}

#[test]
fn finish_of_a_model_is_a_permanent_error() {
    let fixture = Fixture::new();
    for (space, word) in [(1, "$finish"), (2, "$stop")] {
        let mut model = fixture.model(Variant::Fast, 1);
        model.reset(1).expect("a reset");
        let frame = fixture.frame(&[("bus_valid", 1), ("bus_space", space)]);
        let mut observation = vec![0; model.observation_words()];
        let first = model.step(&frame, &mut observation).expect_err("the step succeeded").to_string();
        assert!(first.contains(word) && first.contains("rtl/tiny/tiny_top.v:"), "{first}");
        // In the cycle after that of the reset.
        assert_eq!(model.time() / verilated::CYCLE_NS, 1);
        let idle = fixture.frame(&[]);
        let second = model.step(&idle, &mut observation).expect_err("the second step succeeded").to_string();
        assert_eq!(first, second);
        assert!(model.reset(1).is_err() && model.eval().is_err());
    }
}

#[test]
fn model_that_does_not_settle_is_an_error() {
    let fixture = Fixture::new();
    let oscillator = "wire osc = !(osc && c0_enable);\n    assign bus_error = osc && bus_valid;";
    fixture.edit("tiny_top.v", "assign bus_error = bus_valid && bus_addr[31];", oscillator);
    let mut model = fixture.model(Variant::Fast, 1);
    model.reset(1).expect("a reset");
    let mut observation = vec![0; model.observation_words()];
    let error =
        model.step(&fixture.frame(&[("core0.enable", 1)]), &mut observation).expect_err("it settled").to_string();
    assert!(error.contains("converge"), "{error}");
}

#[test]
fn model_that_finishes_at_once_cannot_be_created() {
    let fixture = Fixture::new();
    fixture.edit("tiny_top.v", "genvar i;", "genvar i;\n    initial $finish;");
    let library = fixture.built(Variant::Fast).open().expect("a library");
    let error = library.context(1).and_then(verilated::Context::model).expect_err("a model").to_string();
    assert!(error.contains("rtl/tiny/tiny_top.v:") && error.ends_with("$finish"), "{error}");
}

#[test]
fn library_with_another_interface_is_rejected() {
    let fixture = Fixture::new();
    let compiler = find_compiler(&fixture.tools).expect("a compiler");
    let open = |text: &str| {
        let (source, library) = (fixture.path("other.cpp"), fixture.path("other.so"));
        std::fs::write(&source, text).expect("a source");
        let mut command = std::process::Command::new(&compiler.program);
        command.args(&compiler.arguments).args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
        assert!(command.status().expect("the compiler").success());
        verilated::Library::open(library).expect_err("it was accepted")
    };
    let error = open("extern \"C\" unsigned verilated_abi_version() { return 999; }");
    assert!(matches!(error, Error::Abi { found: 999, expected: verilated::ABI_VERSION, .. }), "{error}");
    let error = open("int nothing;");
    assert!(error.to_string().contains("lacks the entry point verilated_abi_version"), "{error}");
}

#[test]
fn ports_are_driven_and_read_by_name() {
    let fixture = Fixture::new();
    let mut model = fixture.model(Variant::Fast, 1);
    let port =
        |name: &str| model.ports().iter().find(|port| port.name == name).map(|port| (port.width, port.direction));
    assert_eq!(port("c0_ev"), Some((80, Direction::Input)));
    assert_eq!(port("c0_wide"), Some((100, Direction::Output)));
    assert_eq!(model.ports().len(), 15);

    model.poke("c0_ev", &[u64::MAX, u64::MAX]).expect("an input");
    model.poke("c0_level", &[u64::MAX]).expect("an input");
    model.eval().expect("an evaluation");
    assert_eq!(model.peek("c0_ev").expect("a port"), [u64::MAX, 0xFFFF], "bits above the width are cut");
    assert_eq!(model.peek("c0_wide").expect("a port"), [u64::MAX, (0x1FF << 27) | 0xFFFF]);
    let unknown = model.peek("c1_ev").expect_err("there is no such port").to_string();
    assert!(unknown.contains("c1_ev") && unknown.contains("c0_ev"), "{unknown}");
    let output = model.poke("c0_wide", &[0, 0]).expect_err("an output was driven").to_string();
    assert!(output.contains("no input named c0_wide"), "{output}");
    assert!(matches!(model.poke("c0_ev", &[0]), Err(Error::Length { .. })));
}

#[test]
fn model_outlives_its_library_handle_and_its_thread() {
    let fixture = Fixture::new();
    let mut model = fixture.model(Variant::Fast, 3);
    drop(fixture.built(Variant::Fast).open().expect("a second handle"));
    let thread = std::thread::spawn(move || {
        model.reset(1).expect("a reset");
        model
    });
    let mut model = thread.join().expect("the model");
    let frame = fixture.frame(&[("core0.enable", 1)]);
    assert_eq!(fixture.value(&step(&mut model, &frame), "core0.count0"), 0);
}

#[test]
fn state_word_without_a_signal_is_not_compared() {
    let fixture = Fixture::new();
    let built = fixture.built(Variant::Fast);
    let layout = fixture.description.observation_layout();
    assert_eq!(built.compared.len(), layout.slots().len());
    for (slot, compared) in layout.slots().iter().zip(&built.compared) {
        assert_eq!(*compared, slot.name != "hidden", "{}", slot.name);
    }
}
