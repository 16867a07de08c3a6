//! Models driven by the names of their descriptions.

use golden_model::register_port::Request;
use golden_model::{InputError, Pmu, Session};

fn session(id: &str) -> Session<'static> {
    Session::new(Pmu::get(id).expect("a PMU"))
}

#[test]
fn registers_and_events_are_driven_by_name() {
    let mut k8 = session("k8");
    // EN, OS, USR and the event code of DATA_CACHE_ACCESSES.
    k8.write("core0.PerfEvtSel0", 0x43_0040).expect("a register");
    k8.set_event("core0", "DATA_CACHE_ACCESSES", 2).expect("an event");
    (0..5).for_each(|_| k8.step());
    k8.set_event("core0", "DATA_CACHE_ACCESSES", 0).expect("an event");
    k8.step();
    assert_eq!(k8.read("core0.PerfCtr0"), Ok(10));
    assert_eq!(k8.response(), (10, false));
    assert_eq!(k8.get("core0.PerfCtr0").expect("a word"), [10]);
    assert_eq!((k8.width("core0.PerfCtr0").expect("a width"), k8.cycles()), (48, 8));
    k8.set_access(Request { write: false, space: 0, unit: 9, addr: 0, data: 0 });
    k8.step();
    assert_eq!(k8.response(), (0, true));
    assert!(k8.decode("core0.PerfEvtSel0", 0x43_0040).expect("text").contains("EN=0x1"));
}

#[test]
fn inputs_are_set_by_port_unit_and_field() {
    let mut k8 = session("k8");
    k8.set("core0.cpl", &[3]).expect("an input");
    assert!(k8.set("core0.cpl", &[4]).expect_err("too wide").to_string().contains("width of 2 bits"));
    k8.set("c0_ev", &[1, 0, 0, 0, 0, 1]).expect("a port of more than 64 bits");
    assert!(k8.set("c0_ev", &[0; 99]).is_ok() && k8.set("rst", &[1, 1]).is_err());
    session("ivt_cbox").set("cbox.tor3.opc", &[1]).expect("a field");
}

#[test]
fn a_reset_restores_state_and_inputs() {
    let mut k8 = session("k8");
    k8.write("core0.PerfEvtSel0", 0x43_0040).expect("a register");
    k8.set_event("core0", "DATA_CACHE_ACCESSES", 2).expect("an event");
    k8.step();
    k8.reset();
    assert_eq!((k8.cycles(), k8.read("core0.PerfEvtSel0")), (0, Ok(0)));
    k8.write("core0.PerfEvtSel0", 0x43_0040).expect("a register");
    k8.step();
    assert_eq!(k8.read("core0.PerfCtr0"), Ok(0), "the event is still set");
}

#[test]
fn wrong_names_are_errors_with_a_suggestion() {
    let mut k8 = session("k8");
    let text = |error: InputError| error.to_string();
    assert!(text(k8.set("core0.clp", &[1]).expect_err("an input")).contains("core0.cpl"));
    assert!(text(k8.set_event("core0", "NOTHING", 1).expect_err("an event")).contains("event line of core0"));
    assert!(text(k8.set_event("core7", "X", 1).expect_err("a unit")).contains("unit of k8"));
    assert!(text(k8.write("core0.PerfCtr9", 1).expect_err("a register")).contains("core0.PerfCtr"));
    assert!(text(k8.get("core0.nothing").expect_err("a value")).contains("output or state word of k8"));
    assert!(text(k8.step_frame(&[1]).expect_err("a frame")).contains("the frame has 1 words"));
}
