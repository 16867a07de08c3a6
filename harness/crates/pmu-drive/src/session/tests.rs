//! Runs of requests on a golden model as the DUT.

use super::*;
use crate::protocol::When;
use golden_model_all as _;
use golden_model_core::CoveredModel;
use pmu_dut::TiedInputs;
use pmu_verify::stimulus::Profile;

/// A golden model as a DUT. After reset number `reset`, from 1, one bit of its answer is wrong in a cycle.
struct ModelDut {
    model: Box<dyn CoveredModel>,
    data: usize,
    words: (usize, usize),
    observable: Vec<bool>,
    tied: TiedInputs,
    wrong: Option<(u32, u64)>,
    /// Cycle in which it stops with an error.
    stops: Option<u64>,
    resets: u32,
    cycle: u64,
}

impl ModelDut {
    fn boxed(pmu: &Pmu, wrong: Option<(u32, u64)>, stops: Option<u64>) -> Box<dyn Dut> {
        Box::new(Self {
            model: pmu.model(),
            data: pmu.observation.slot("bus_rdata").word,
            words: (pmu.frame.words(), pmu.observation.words()),
            observable: vec![true; pmu.observation.slots().len()],
            tied: TiedInputs::default(),
            wrong,
            stops,
            resets: 0,
            cycle: 0,
        })
    }
}

impl Dut for ModelDut {
    fn reset(&mut self) -> Result<(), DutError> {
        self.model.reset();
        self.resets += 1;
        self.cycle = 0;
        Ok(())
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        if self.stops == Some(self.cycle) {
            return Err(DutError::unusable("stopped"));
        }
        let (frame_words, words) = self.words;
        self.model.step_batch(frames, frame_words, observations, words);
        for observation in observations.chunks_exact_mut(words) {
            observation[self.data] ^= u64::from(self.wrong == Some((self.resets, self.cycle)));
            self.cycle += 1;
        }
        Ok(())
    }

    fn observable(&self) -> &[bool] {
        &self.observable
    }

    fn tied_inputs(&self) -> &TiedInputs {
        &self.tied
    }
}

fn k8() -> (Pmu, Profile) {
    let pmu = Pmu::find("k8").expect("a PMU");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let profile = Profile::read(&root.join("testbenches/amd_k8/core/stimulus.toml"), &pmu).expect("a profile");
    (pmu, profile)
}

/// Replies to the requests, up to the first that ends the run, and the result with the text of the record.
fn run(
    requests: &[Request],
    seed: u64,
    kind: TrafficKind,
    wrong: Option<(u32, u64)>,
) -> (Vec<Handled>, Result<(Outcome, String), RecordError>) {
    let (pmu, profile) = k8();
    let generator = Generator::new(&pmu, &profile);
    let lockstep = Lockstep::new(&pmu, ModelDut::boxed(&pmu, wrong, None));
    let stimulus = Stimulus { generator: &generator, seed, kind };
    let mut session = Session::new(&pmu, lockstep, stimulus, Limits { cycles: 1000 }).expect("a session");
    let stop = AtomicBool::new(false);
    let mut handled = Vec::new();
    for request in requests {
        handled.push(session.handle(request.clone(), &stop).expect("a DUT"));
        if !matches!(handled.last(), Some(Handled::Reply(_))) {
            break;
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("record.pmu");
    let outcome = session.finish(&file, "Recorded.");
    (handled, outcome.map(|outcome| (outcome, std::fs::read_to_string(&file).expect("a record"))))
}

const READ: Request = Request::Read { space: 0, unit: 0, address: 0xC001_0004 };

/// Selects RETIRED_INSTRUCTIONS, lets cycles pass, and asks for their number.
fn counting() -> Vec<Request> {
    vec![
        Request::Input { name: "core0.halted".to_owned(), value: 0 },
        Request::Write { space: 0, unit: 0, address: 0xC001_0000, data: 0x53_00C0 },
        Request::Watch { when: When::Rises, output: "core0.apic_int".to_owned() },
        Request::Advance { cycles: 300 },
        Request::Count { unit: "core0".to_owned(), event: "RETIRED_INSTRUCTIONS".to_owned() },
        READ,
    ]
}

fn value(handled: &[Handled]) -> Option<u64> {
    handled.iter().rev().find_map(|one| match one {
        Handled::Reply(Reply::Value(value)) => Some(*value),
        _ => None,
    })
}

#[test]
fn traffic_follows_seed_and_writes_and_is_recorded() {
    let text = |seed, kind| {
        let (handled, outcome) = run(&counting(), seed, kind, None);
        let (outcome, text) = outcome.expect("a record that repeats the run");
        assert_eq!((outcome.accesses, outcome.replayed.cycles), (2, 302));
        assert!(outcome.replayed.divergence.is_none() && outcome.is_run());
        (value(&handled).expect("a count"), text)
    };
    let (count, first) = text(1, TrafficKind::All);
    assert!(count > 30, "the selected event occurs often: {count}");
    assert_eq!(text(1, TrafficKind::All), (count, first.clone()));
    assert_ne!(text(2, TrafficKind::All).1, first);
    assert!(first.contains("core0.cpl") && !first.contains("set core0.halted = 0x1"), "an input that is set is kept");
    let (count, events) = text(1, TrafficKind::Events);
    assert!(count > 30 && !events.contains("cpl"), "{events}");
    let (count, none) = text(1, TrafficKind::None);
    assert!(count == 0 && none.contains("\nwait 300\n"), "{none}");
}

#[test]
fn wrong_answer_ends_the_run_before_the_driver_has_it() {
    let requests = [READ, READ, READ];
    let (handled, outcome) = run(&requests, 1, TrafficKind::All, Some((1, 1)));
    assert!(matches!(handled[..], [Handled::Reply(_), Handled::Ended(End::Diverged)]));
    assert!(matches!(outcome, Err(RecordError::Differs { .. })), "after the next reset, the DUT is right");
    let (handled, outcome) = run(&requests, 1, TrafficKind::All, Some((2, 1)));
    assert_eq!(handled.len(), 3);
    assert!(matches!(outcome, Err(RecordError::Differs { .. })), "after the next reset, the DUT is wrong");
}

#[test]
fn limit_of_cycles_ends_the_run() {
    let requests = [READ, Request::Advance { cycles: 2000 }, READ];
    let (handled, outcome) = run(&requests, 1, TrafficKind::All, None);
    assert!(matches!(handled[..], [Handled::Reply(_), Handled::Ended(End::CycleLimit(1000))]));
    assert_eq!(outcome.expect("a record").0.replayed.cycles, 1000);
}

#[test]
fn record_of_other_frames_is_an_error() {
    let pmu = Pmu::find("k8").expect("a PMU");
    let mut record = Record::new(&pmu, 0);
    record.push(OpKind::Wait(1));
    let mut frame = pmu.description.initial_frame();
    frame[0] ^= 1 << 20;
    record.ran(&frame);
    let folder = tempfile::tempdir().expect("a folder");
    let lockstep = Lockstep::new(&pmu, ModelDut::boxed(&pmu, None, None));
    let ran = Ran { cycles: 1, diverged: None };
    let replayed = record.replay(&Names::new(&pmu), lockstep, &folder.path().join("record.pmu"), "Wrong.", ran);
    assert!(replayed.is_err_and(|error| error.to_string().contains("it drives other frames")));
}

#[test]
fn record_of_a_dut_that_stops_has_the_cycle_in_which_it_stops() {
    let (pmu, profile) = k8();
    let generator = Generator::new(&pmu, &profile);
    let lockstep = Lockstep::new(&pmu, ModelDut::boxed(&pmu, None, Some(2)));
    let stimulus = Stimulus { generator: &generator, seed: 1, kind: TrafficKind::None };
    let mut session = Session::new(&pmu, lockstep, stimulus, Limits { cycles: 1000 }).expect("a session");
    let stop = AtomicBool::new(false);
    let handled = [READ, READ, READ].map(|request| session.handle(request, &stop).is_ok());
    assert_eq!(handled, [true, true, false]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("record.pmu");
    session.save(&file, "Recorded.").expect("a record");
    assert_eq!(std::fs::read_to_string(&file).expect("a record").matches("read core0.PerfCtr0").count(), 3);
}
