//! Recording of collisions.

use super::bench::*;
use golden_model_core::CoveredModel;

/// K8-R57 K8-R58: halt and owner act in every cycle on a counter that they hold, also after a write without events.
#[test]
fn held_counter_collides_at_each_value() {
    let mut bench = Bench::new();
    let table = bench.pmu.collisions.clone();
    let field = table.fields.iter().position(|field| field.name == "PerfCtr").expect("a field");
    let cause = |name: &str| table.fields[field].causes.iter().position(|cause| cause.name == name).expect("a cause");
    let value = |number: u64| table.fields[field].values.iter().position(|value| value.value == number);
    let (pair, values) = (["halt", "blocked"].map(cause), [0, MAX].map(|number| value(number).expect("a value")));
    let covered = |bench: &mut Bench| {
        let collisions = bench.model.collisions().expect("recorded");
        values.map(|value| collisions.is_covered(field, pair, value))
    };
    bench.model.enable_collision_coverage(&table);
    bench.write(1, evtsel(0), ON | 0xE1);
    bench.write(0, ctr(0), 0);
    assert_eq!(covered(&mut bench), [false, false]);
    bench.set("core0.halted", 1);
    bench.cycles(2);
    assert_eq!(covered(&mut bench), [true, false]);
    bench.write(0, ctr(0), MAX);
    assert_eq!(covered(&mut bench), [true, false]);
    bench.step();
    assert_eq!(covered(&mut bench), [true, true]);
}
