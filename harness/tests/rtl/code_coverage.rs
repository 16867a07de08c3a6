//! Code coverage of a model: covered points from Verilator's data.

use crate::fixture::Fixture;
use harness::code_coverage::{Kind, Points};
use harness::rtl::Variant;
use std::fs;

/// Returns the points that frames cover after a reset.
fn covered(fixture: &Fixture, frames: &[Vec<u64>]) -> Points {
    let mut model = fixture.model(Variant::Coverage, 1);
    let counts = |model: &mut verilated::Model| {
        let file = fixture.path("coverage.dat");
        model.write_coverage(&file).expect("coverage");
        fs::read_to_string(file).expect("the coverage")
    };
    model.reset(2).expect("a reset");
    let before = counts(&mut model);
    for frame in frames {
        model.step(frame, &mut vec![0; model.observation_words()]).expect("a step");
    }
    Points::between(&before, &counts(&mut model), &fixture.path("")).expect("points")
}

/// Returns the number of covered points and of all points of a kind in a file.
fn figure(points: &Points, file: &str, kind: Kind) -> (usize, usize) {
    let of = || points.iter().filter(|(point, _)| point.kind == kind && point.file.ends_with(file));
    (of().filter(|(_, covered)| *covered).count(), of().count())
}

fn is_covered(points: &Points, name: &str) -> bool {
    points.iter().find(|(point, _)| point.name == name).unwrap_or_else(|| panic!("no point {name}")).1
}

#[test]
fn bit_is_covered_when_it_has_toggled_in_both_directions() {
    let fixture = Fixture::new();
    let (low, high) = (fixture.frame(&[]), fixture.frame(&[("core0.level", 3)]));
    let idle = covered(&fixture, &[low.clone(), low.clone()]);
    let up = covered(&fixture, &[low.clone(), high.clone(), high.clone()]);
    let both = covered(&fixture, &[low.clone(), high, low.clone(), low]);
    for (points, expected) in [(&idle, false), (&up, false), (&both, true)] {
        assert_eq!(is_covered(points, "c0_level[1]"), expected);
        assert!(!is_covered(points, "c0_level[2]"));
    }
    let toggles = |points: &Points| figure(points, "tiny_top.v", Kind::Toggle);
    assert!(toggles(&idle).0 < toggles(&both).0 && toggles(&both).0 < toggles(&both).1, "{:?}", toggles(&both));
}

/// Without a workaround, Verilator 5.048 also counts a change for the same bit of all higher words.
#[test]
fn toggle_in_a_wide_signal_counts_for_its_bit_only() {
    let fixture = Fixture::new();
    let low = fixture.frame(&[]);
    let mut high = low.clone();
    let events = fixture.description.frame_layout().slot("core0.ev").word;
    high[events] = 1 << 2;
    let points = covered(&fixture, &[low.clone(), high, low.clone(), low]);
    let toggled = |bit: u32| is_covered(&points, &format!("c0_ev[{bit}]"));
    assert_eq!((0..80).filter(|&bit| toggled(bit)).collect::<Vec<_>>(), [2]);
}

#[test]
fn unreachable_code_lowers_the_figure() {
    let fixture = Fixture::new();
    let lines =
        |fixture: &Fixture, frames: &[Vec<u64>]| figure(&covered(fixture, frames), "tiny_counter.v", Kind::Line);
    let idle = fixture.frame(&[]);
    let both = [idle.clone(), fixture.frame(&[("core0.enable", 1)])];
    let (some, total) = lines(&fixture, &[idle]);
    let (all, same) = lines(&fixture, &both);
    assert!(some < all && all == total && total == same, "{some} and {all} of {total}");
    fixture.edit(
        "tiny_counter.v",
        "else if (enable)",
        "else if (enable && add == 2'd3) value_q <= 0; else if (enable)",
    );
    let (reached, more) = lines(&fixture, &both);
    assert_eq!((reached, more), (all, total + 1), "an additional branch that is not taken");
}
