//! Collision sites.

use super::super::collisions::{CollisionSites, Cycle};
use super::bench::*;
use golden_model_core::collisions::{
    Cause, CollisionCoverage, CollisionTable, Effect, Setting, StateField, StateValue, Text,
};
use golden_model_core::register_port::Request;
use rstest::rstest;

/// A field of a table with the values 0 to 3; all its causes decide.
fn field(name: &str, causes: &[&str]) -> StateField {
    let cause = |name: &&str| Cause {
        name: (*name).to_owned(),
        doc: String::new(),
        ids: Vec::new(),
        prepare: Text::default(),
        arm: Text::default(),
        before: Text::default(),
        act: Text::default(),
        effect: Effect::Keep,
    };
    StateField {
        name: name.to_owned(),
        file: String::new(),
        doc: String::new(),
        width: 2,
        values: (0..4).map(|value| StateValue { name: value.to_string(), value }).collect(),
        instances: vec![Vec::new()],
        prepare: Text::default(),
        set: Setting::All(Text::default()),
        lead: false,
        state: Text::default(),
        low: String::new(),
        otherwise: Effect::Keep,
        causes: causes.iter().map(cause).collect(),
        pairs: Vec::new(),
        impossible: Vec::new(),
    }
}

/// The table of `hpm64`.
fn table() -> CollisionTable {
    let counter = ["reset", "write", "stop", "inhibit", "configure", "refuse", "increment"];
    let fields = [
        field("mcycle", &counter),
        field("minstret", &counter),
        field("mhpmcounter", &counter),
        field("mhpmevent_sel", &["reset", "write"]),
        field("mhpmevent_of", &["reset", "write", "write_counter", "overflow"]),
        field("lcofip_q", &["reset", "write", "write_other", "request", "clear_of"]),
        field("lcofie_q", &["reset", "write"]),
        field("mcountinhibit", &["reset", "write", "delegated_write"]),
    ];
    CollisionTable { fields: fields.into(), not_applicable: Vec::new() }
}

/// The pairs of causes that one cycle covers, as `field: a b`.
fn covered(bench: &mut Bench, rst: bool, write: Option<(u32, u64)>) -> Vec<String> {
    let table = table();
    let sites = CollisionSites::new(&table, &bench.hpm.parameters);
    let mut collisions = CollisionCoverage::new(&table);
    bench.inputs.rst = rst;
    bench.inputs.request = write.map(|(addr, data)| Request { write: true, space: 0, unit: 0, addr, data });
    let access = bench.hpm.access(&bench.inputs);
    sites.record(&Cycle { hpm: &bench.hpm, inputs: &bench.inputs, access: &access }, &mut collisions);
    let mut all = Vec::new();
    for (position, field) in table.fields.iter().enumerate() {
        for pair in field.pairs() {
            if (0..4).any(|value| collisions.is_covered(position, pair, value)) {
                let [a, b] = pair.map(|cause| field.causes[cause].name.as_str());
                all.push(format!("{}: {a} {b}", field.name));
            }
        }
    }
    all
}

/// A counter that counts loads, in a cycle with two of them.
fn counting(count: u64, changes: &str) -> Bench {
    let mut bench = Bench::with(HPM64, &format!("counters = [3]\nwidth = [0, 0, 0, 2]\n{changes}"));
    bench.write(MHPMEVENT3, LOADS).write(MHPMCOUNTER3, count).line("ld0", 2);
    bench
}

/// Section 5.16: the causes of each cycle.
#[test]
fn causes_of_a_cycle() {
    let mut bench = counting(1, "");
    assert_eq!(covered(&mut bench, false, Some((MHPMCOUNTER3, 0))), ["mhpmcounter: write increment"]);
    assert_eq!(covered(&mut bench, false, Some((MHPMEVENT3, LOADS))), Vec::<String>::new());
    assert_eq!(covered(&mut bench, false, Some((MHPMEVENT3, CYCLES))), ["mhpmcounter: configure increment"]);
    assert_eq!(covered(&mut bench, false, Some((MCOUNTINHIBIT, 8))), ["mhpmcounter: inhibit increment"]);
    assert_eq!(covered(&mut bench, false, Some((0xC03, 0))), ["mhpmcounter: refuse increment"]);
    assert_eq!(covered(&mut bench, true, None), ["mhpmcounter: reset increment"]);
    (bench.inputs.debug, bench.inputs.stopcount) = (true, true);
    assert_eq!(covered(&mut bench, false, None), ["mhpmcounter: stop increment"]);
}

/// Section 5.16: an overflow in the cycle of a write of the counter, of OF and of LCOFIP.
#[test]
fn causes_of_an_overflow() {
    let mut bench = counting(3, "");
    let write = covered(&mut bench, false, Some((MHPMCOUNTER3, 0)));
    assert_eq!(write, ["mhpmcounter: write increment", "mhpmevent_of: write_counter overflow"]);
    let of = covered(&mut bench, false, Some((MHPMEVENT3, LOADS)));
    assert_eq!(of, ["mhpmevent_of: write overflow", "lcofip_q: request clear_of"]);
    assert_eq!(covered(&mut bench, false, Some((MIP, 1 << 13))), ["lcofip_q: write request"]);
    assert_eq!(covered(&mut bench, false, Some((MIP, 0))), ["lcofip_q: write_other request"]);
    // A write that takes priority leaves no request.
    let mut flagged = counting(3, "write_overflow = 'flag'");
    let reset = covered(&mut flagged, true, Some((MIE, 0)));
    assert!(reset.iter().any(|pair| pair == "lcofie_q: reset write"), "{reset:?}");
}

/// A table without a field or cause of the instance, or with another one, is an error; a field that the instance does not have
/// records nothing.
#[rstest]
#[case("", &["reset", "increment"], "different causes for mcycle")]
#[case("", &["reset", "write", "stop", "inhibit", "configure", "refuse", "clear"], "no cause increment for mcycle")]
#[case("smcntrpmf = 0", &["reset", "write", "stop", "inhibit", "configure", "refuse", "increment"], "different causes for mcycle")]
#[case("mcountinhibit_wr = 4", &["reset", "write", "stop", "configure", "refuse", "increment"], "no field minstret")]
fn tables_of_other_instances(#[case] changes: &str, #[case] causes: &[&str], #[case] expected: &str) {
    let parameters = Bench::with(HPM64, changes).hpm.parameters;
    let _ = CollisionSites::new(&CollisionTable::default(), &parameters);
    let table = CollisionTable { fields: vec![field("mcycle", causes)], not_applicable: Vec::new() };
    let error = std::panic::catch_unwind(|| CollisionSites::new(&table, &parameters)).err().expect("it was accepted");
    let message = error.downcast_ref::<String>().expect("a message");
    assert!(message.contains(expected), "{message}");
}
