//! Tests of conditions on hand-made cycles, and of mutants that always or never act.

use super::activity::Activity;
use super::candidates::{Bit, Kind, SeenBits};
use super::condition::{Condition, Form, Since};
use super::draw::Draw;
use super::event::{Edge, Event, WriteTarget};
use super::monitor::Monitor;
use super::observed_dut::Observer;
use super::programs::Programs;
use crate::campaign::{FaultCampaign, FaultStatus, ModelUse};
use crate::mutation::model::Chunk;
use crate::mutation::Campaign;
use golden_model_core::register_port::{Request, RequestPort};
use golden_model_core::Pmu;
use pmu_program::Program;
use pmu_results::ConditionKind;
use pmu_rtl::{RtlSource, ToolChoice, Workspace};
use pmu_verify::regression::find_with_collisions;
use pmu_verify::stimulus::Profile;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rstest::rstest;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

static RUNNING: AtomicBool = AtomicBool::new(false);

fn pmu() -> Pmu {
    Pmu::find("ivt_ubox").expect("the U-Box")
}

/// Bits, as if each had been 0 and 1.
fn seen(pmu: &Pmu) -> SeenBits {
    let mut seen = SeenBits::new(pmu);
    for value in [0, u64::MAX] {
        seen.add(&vec![value; pmu.frame.words()], &vec![value; pmu.observation.words()]);
    }
    seen
}

/// The first bit of the first value of a kind.
fn bit(pmu: &Pmu, kind: Kind) -> Bit {
    let groups = seen(pmu).groups(pmu);
    groups.into_iter().find(|group| group.kind == kind).expect("a value of the kind").bits.remove(0)
}

/// A hand-made cycle.
#[derive(Clone, Copy, Default)]
struct Cycle {
    /// Value of the bit.
    bit: bool,
    rst: bool,
}

/// Cycles with a bit: `1` and `0` are its values, `R` and `r` are the same with `rst`.
fn cycles(text: &str) -> Vec<Cycle> {
    text.chars().map(|one| Cycle { bit: matches!(one, '1' | 'R'), rst: matches!(one, 'r' | 'R') }).collect()
}

/// The cycles in which a condition holds, as 0 and 1.
fn held(pmu: &Pmu, condition: &Condition, bit: &Bit, cycles: &[Cycle]) -> String {
    let mut monitor = Monitor::new(pmu, [condition]);
    monitor.reset();
    for cycle in cycles {
        let mut frame = vec![0; pmu.frame.words()];
        RequestPort::new(pmu).put(&mut frame, cycle.rst, None);
        frame[bit.word] |= if cycle.bit { bit.mask } else { 0 };
        monitor.cycle(&frame, &vec![0; pmu.observation.words()]);
    }
    let activity = monitor.take().remove(0);
    (0..cycles.len() as u64).map(|cycle| if activity.at(cycle).0 { '1' } else { '0' }).collect()
}

#[rstest]
#[case::exactly_from_the_third(Edge::Rise, 3, Since::PowerOn, "0101101001", "0000001111")]
#[case::falls(Edge::Fall, 2, Since::PowerOn, "10100000", "00011111")]
#[case::both(Edge::Either, 2, Since::PowerOn, "00110011", "00001111")]
#[case::first_value_is_no_change(Edge::Rise, 1, Since::PowerOn, "1101", "0001")]
#[case::counted_since_power_on(Edge::Rise, 2, Since::PowerOn, "0101r0101", "000111111")]
#[case::counted_since_reset(Edge::Rise, 2, Since::Reset, "0101r0101", "000110001")]
#[case::too_few(Edge::Rise, 3, Since::Reset, "01010r0101", "0000000000")]
fn occurrences_are_counted_exactly(
    #[case] edge: Edge,
    #[case] count: u64,
    #[case] since: Since,
    #[case] values: &str,
    #[case] expected: &str,
) {
    let pmu = pmu();
    let bit = bit(&pmu, Kind::Input);
    let condition = Condition::Occurrences { event: Event::Change { bit: bit.clone(), edge }, count, since };
    assert_eq!(held(&pmu, &condition, &bit, &cycles(values)), expected);
}

#[rstest]
#[case::in_one_cycle(3, Form::Once, Since::PowerOn, "01000000", "00001000")]
#[case::events_before_it_are_ignored(3, Form::Once, Since::PowerOn, "010100000", "000010000")]
#[case::event_in_its_cycle_starts_it_again(3, Form::Once, Since::PowerOn, "010010000", "000010010")]
#[case::until_the_next(3, Form::UntilNext, Since::PowerOn, "010000001000", "000011110001")]
#[case::each_event_starts_it_again(3, Form::UntilNext, Since::PowerOn, "010100000", "000000111")]
#[case::reset_ends_it(3, Form::UntilNext, Since::Reset, "01000r000", "000011000")]
#[case::reset_stops_the_timer(3, Form::Once, Since::Reset, "01r00000", "00000000")]
#[case::reset_has_no_effect(3, Form::Once, Since::PowerOn, "01r00000", "00001000")]
fn delays_are_exact(
    #[case] delay: u64,
    #[case] form: Form,
    #[case] since: Since,
    #[case] values: &str,
    #[case] expected: &str,
) {
    let pmu = pmu();
    let bit = bit(&pmu, Kind::Input);
    let event = Event::Change { bit: bit.clone(), edge: Edge::Rise };
    assert_eq!(held(&pmu, &Condition::Delay { event, cycles: delay, form, since }, &bit, &cycles(values)), expected);
}

#[test]
fn conjunction_holds_while_each_bit_has_its_value() {
    let pmu = pmu();
    let (input, field) = (bit(&pmu, Kind::Input), bit(&pmu, Kind::Field));
    let condition = Condition::Conjunction(vec![(input.clone(), true), (field.clone(), false)]);
    let mut monitor = Monitor::new(&pmu, [&condition]);
    monitor.reset();
    for (one, other) in [(false, false), (true, true), (true, false), (false, true), (true, false)] {
        let (mut frame, mut observation) = (vec![0; pmu.frame.words()], vec![0; pmu.observation.words()]);
        frame[input.word] |= if one { input.mask } else { 0 };
        observation[field.word] |= if other { field.mask } else { 0 };
        monitor.cycle(&frame, &observation);
    }
    let activity = monitor.take().remove(0);
    assert_eq!([0, 1, 2, 3, 4].map(|cycle| activity.at(cycle).0), [false, false, true, false, true]);
}

#[test]
fn only_accepted_writes_of_the_register_count() {
    let pmu = pmu();
    let targets = WriteTarget::all(&pmu);
    let path = golden_model_core::register_port::access_paths(&pmu.description, 0)
        .into_iter()
        .find(|path| path.writable)
        .expect("a register");
    let unit = pmu.description.units[0].number.expect("a number");
    let request = Request { write: true, space: path.space, unit, addr: path.address, data: 0 };
    let requests = [
        (None, 0),
        (Some(Request { write: false, ..request }), 0),
        (Some(request), 1),
        (Some(Request { addr: !path.address, ..request }), 0),
        (Some(request), 0),
    ];
    let held = |target: Option<WriteTarget>| {
        let condition = Condition::Occurrences { event: Event::Write(target), count: 1, since: Since::PowerOn };
        let mut monitor = Monitor::new(&pmu, [&condition]);
        monitor.reset();
        for (request, error) in requests {
            let (mut frame, mut observation) = (vec![0; pmu.frame.words()], vec![0; pmu.observation.words()]);
            RequestPort::new(&pmu).put(&mut frame, false, request);
            pmu.observation.slot("bus_error").set(&mut observation, error);
            monitor.cycle(&frame, &observation);
        }
        monitor.take().remove(0).at(0).1
    };
    assert_eq!((held(None), held(Some(targets[0].clone()))), (3, 4));
}

#[test]
fn drawn_conditions_are_of_their_level() {
    let pmu = pmu();
    let (groups, targets) = (seen(&pmu).groups(&pmu), WriteTarget::all(&pmu));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for kind in ConditionKind::ALL {
        for &level in kind.levels() {
            let range = 1 << level..=1u64 << kind.end(level);
            match Draw::new(&groups, &targets, &mut rng).condition(kind, level) {
                Condition::Conjunction(terms) => {
                    let bits: BTreeSet<String> = terms.iter().map(|(bit, _)| bit.to_string()).collect();
                    assert_eq!(bits.len(), level as usize);
                }
                Condition::Occurrences { count, .. } => assert!(range.contains(&count), "{level} {count}"),
                Condition::Delay { cycles, .. } => assert!(range.contains(&cycles), "{level} {cycles}"),
            }
        }
    }
}

/// The program that detects a fault, its cycle, and the cycles of all programs until then.
fn detection(status: FaultStatus) -> Option<(String, u64, u64)> {
    let found = status.detection().ok()??;
    Some((found.divergence.program, found.divergence.cycle, found.cycles))
}

#[test]
fn mutant_that_always_acts_has_the_verdict_of_a_plain_one_and_one_that_never_acts_is_undetected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("the workspace");
    let build = tempfile::tempdir().expect("a folder");
    let workspace = Workspace::new(&root, build.path(), ToolChoice::from_env()).expect("a workspace");
    let pmu = pmu();
    let profile = Profile::read(&root.join("testbenches/intel_ivt/ubox/stimulus.toml"), &pmu).expect("a profile");
    let folder = root.join("testbenches/intel_ivt/ubox/programs");
    let directed = find_with_collisions(&folder, &pmu).expect("programs").programs;
    let campaign = Campaign {
        workspace: &workspace,
        pmu: &pmu,
        profile: &profile,
        directed: &directed,
        rtl: &RtlSource::Manifest(root.join("rtl/intel_ivt/ubox/rtl.toml")),
        folder: &build.path().join("ivt_ubox"),
        mutants: None,
        cycles: None,
        seed: 1,
        proofs: false,
        jobs: 2,
        notice: &|_| {},
    };
    let (yosys, survey) = campaign.survey(Some(60)).unwrap_or_else(|error| panic!("{error}"));
    let chunk = Chunk::build(&workspace, &yosys, &pmu.description, &survey, &survey.mutants, 0)
        .unwrap_or_else(|error| panic!("{error}"));
    let directed = campaign.runnable(&chunk);
    let faults = FaultCampaign { pmu: &pmu, models: ModelUse::Shared, threads: 2, stop: &RUNNING };
    let programs = Programs { faults, chunk: &chunk };
    let selects: Vec<u32> = (1..=chunk.killer).collect();
    let detections = |statuses: Vec<FaultStatus>| statuses.into_iter().map(detection).collect::<Vec<_>>();
    let conditional = |activity: &Activity, directed: &[Program]| {
        detections(programs.detect_all(&selects, activity, directed).unwrap_or_else(|error| panic!("{error}")))
    };

    let plain = faults
        .check_each(&selects, |runner, &select| runner.detect(chunk.fault(select), &directed))
        .unwrap_or_else(|error| panic!("{error}"));
    let plain = detections(plain);
    assert_eq!(conditional(&Activity::unconditional(), &directed), plain);
    assert!(plain.iter().flatten().count() > selects.len() / 2, "{plain:?}");
    assert_eq!(conditional(&Activity::never(), &directed), vec![None; selects.len()]);

    // A mutant that inverts read data diverges in the cycle in which it acts, and in no other.
    let (name, cycle, _) = plain.last().cloned().flatten().expect("a detection");
    let program: Vec<Program> = directed.into_iter().filter(|program| program.name == name).collect();
    let acting = |cycles: &[u64]| {
        let mut activity = Activity::never();
        cycles.iter().for_each(|&cycle| activity.add(cycle));
        conditional(&activity, &program).pop().flatten().map(|(_, cycle, _)| cycle)
    };
    assert_eq!(acting(&[cycle]), Some(cycle));
    assert_eq!(acting(&(0..cycle).collect::<Vec<_>>()), None);
}
