//! A model with several behaviours, selected by an input.

use crate::fixture::Fixture;
use harness::dut::{Dut, SimulatedDut};
use harness::rtl::Variant;

const LAZY: &str = "assign c0_lazy = lazy_q;";
const SELECTED: &str = "assign c0_lazy = pick == 10'd700 ? 16'd7 : pick == 10'd1 ? 16'd5 : 16'd3;";

fn fixture() -> Fixture {
    let fixture = Fixture::new();
    fixture.edit("rtl.toml", "top = ", "select = \"pick\"\ntop = ");
    fixture.edit("tiny_top.v", "input wire clk,", "input wire clk, input wire [9:0] pick,");
    fixture.edit("tiny_top.v", LAZY, SELECTED);
    fixture
}

#[test]
fn selected_behaviour_survives_resets() {
    let fixture = fixture();
    let mut dut = SimulatedDut::new(&fixture.built(Variant::Fast), 1).expect("a DUT");
    let mut lazy = |number: Option<u32>| {
        if let Some(number) = number {
            dut.select(number).expect("a behaviour");
        }
        dut.reset().expect("a reset");
        let mut observation = vec![0; fixture.description.observation_layout().words()];
        dut.step(&fixture.frame(&[("core0.enable", 1)]), &mut observation).expect("a step");
        fixture.value(&observation, "core0.lazy")
    };
    assert_eq!([None, Some(700), None, Some(1), Some(0)].map(&mut lazy), [3, 7, 7, 5, 3]);
}

#[test]
fn model_without_a_select_input_rejects_a_selection() {
    let mut dut = SimulatedDut::new(&Fixture::new().built(Variant::Fast), 1).expect("a DUT");
    let error = dut.select(1).expect_err("it was accepted").to_string();
    assert!(error.contains("names no input `select`"), "{error}");
}

#[test]
fn invalid_select_input_is_rejected() {
    let fixture = fixture();
    fixture.edit("rtl.toml", "\"pick\"", "\"pack\"");
    let error = fixture.error().to_string();
    assert!(error.contains("select: there is no input of the top `pack`; did you mean `pick`?"), "{error}");
    fixture.edit("rtl.toml", "\"pack\"", "\"pick\"");
    fixture.edit("tiny_top.v", "[9:0] pick", "[32:0] pick");
    let error = fixture.error().to_string();
    assert!(error.contains("select: input pick has 33 bits, more than 32"), "{error}");
}
