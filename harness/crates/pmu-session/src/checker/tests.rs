use super::*;
use crate::select;
use golden_model_core::register_port::{Request, RequestPort};
use golden_model_core::CoveredModel;
use tempfile::TempDir;

/// A checker of K8, and a second golden model that takes the part of the DUT.
struct Bench {
    checker: Checker,
    dut: Box<dyn CoveredModel>,
    port: RequestPort,
    folder: TempDir,
}

impl Bench {
    fn new(change: impl FnOnce(&mut CheckerSettings)) -> Self {
        let pmu = select("k8", "", "").expect("a PMU");
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = settings(pmu);
        settings.folder = Some(folder.path().to_owned());
        change(&mut settings);
        let checker = Checker::new(pmu, settings).expect("a checker");
        Self { checker, dut: pmu.model(), port: RequestPort::new(pmu), folder }
    }

    /// A cycle with these changes of its inputs and of the observation of the DUT.
    fn cycle(
        &mut self,
        rst: bool,
        request: Option<Request>,
        change: impl FnOnce(&mut Sampled, &mut Sampled),
    ) -> Checked {
        let pmu = self.checker.pmu();
        let (mut inputs, mut observed) = (Sampled::zero(pmu.frame.words()), Sampled::zero(pmu.observation.words()));
        self.port.put(&mut inputs.value, rst, request);
        self.dut.step(&inputs.value, &mut observed.value);
        change(&mut inputs, &mut observed);
        self.checker.cycle(&inputs, &observed).expect("a cycle")
    }

    fn idle(&mut self) -> Checked {
        self.cycle(false, None, |_, _| ())
    }

    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

fn settings(pmu: &Pmu) -> CheckerSettings {
    CheckerSettings {
        name: "tb.dut.checker".to_owned(),
        layout: layout_digest(pmu),
        not_compared: Vec::new(),
        asynchronous_reset: false,
        most: 2,
        folder: None,
    }
}

fn slot(name: &str) -> golden_model_core::Slot {
    Pmu::get("k8").expect("a PMU").observation.slot(name)
}

/// A write of PerfCtr0 of core 0.
fn write() -> Option<Request> {
    Some(Request { write: true, space: 0, unit: 0, addr: 0xC001_0004, data: 5 })
}

#[test]
fn equal_values_pass_and_are_counted() {
    let mut bench = Bench::new(|_| ());
    // Before the reset the state is unknown.
    let unknown = bench.cycle(false, None, |inputs, observed| {
        inputs.unknown.fill(u64::MAX);
        observed.unknown.fill(u64::MAX);
    });
    assert_eq!((unknown, bench.cycle(true, None, |_, _| ())), (Checked::Waiting, Checked::Waiting));
    assert_eq!((bench.cycle(false, write(), |_, _| ()), bench.idle()), (Checked::Equal, Checked::Equal));
    assert_eq!(bench.checker.finish().expect("a verdict"), Verdict::Pass);
    let line = bench.checker.message();
    assert!(line.starts_with("k8: tb.dut.checker: pass: 2 cycles, ") && line.contains("0 mismatches"), "{line}");
    let results = bench.checker.results();
    assert_eq!((results.pmus[0].values_from_dut, results.pmus[0].cycles), (0, 2));
    assert!(bench.file("results.json").contains("\"testbench\"") && bench.file("repro.pmu").is_empty());
}

#[test]
fn nothing_passes_without_a_compared_cycle() {
    let mut bench = Bench::new(|_| ());
    bench.idle();
    assert_eq!(bench.checker.finish().expect("a verdict"), Verdict::Fail);
    assert!(bench.checker.message().contains("FAIL: no cycle was compared, because rst was never 1"));
    bench.cycle(true, None, |_, _| ());
    assert_eq!(bench.checker.finish().expect("a verdict"), Verdict::Fail);
    assert!(bench.checker.message().contains("FAIL: no cycle was compared;"), "{}", bench.checker.message());
}

#[test]
fn difference_is_reported_with_its_cycle_and_access() {
    let mut bench = Bench::new(|_| ());
    bench.cycle(true, None, |_, _| ());
    bench.idle();
    bench.cycle(false, write(), |_, _| ());
    let wrong = |_: &mut Sampled, observed: &mut Sampled| slot("core0.PerfCtr0").set(&mut observed.value, 4);
    assert_eq!(bench.cycle(false, None, wrong), Checked::Mismatch);
    let text = bench.checker.message().to_owned();
    assert!(
        text.starts_with(
            "k8: tb.dut.checker diverges in cycle 2: core0.PerfCtr0 expected 0x000000000005, got 0x000000000004"
        ),
        "{text}"
    );
    assert!(text.contains("write core0.PerfCtr0 = 0x5") && text.contains("reproduce: pmu-cosim replay "), "{text}");
    assert!(bench.file("repro.pmu").contains("write core0.PerfCtr0 = 0x5"));
    assert!(bench.file("results.json").contains("\"verdict\": \"fail\""), "results are written at once");
    // The second mismatch is the last.
    assert_eq!(bench.cycle(false, None, wrong), Checked::Mismatch);
    assert!(bench.checker.message().contains("nothing more is compared after 2 mismatches"));
    assert_eq!(
        (bench.cycle(false, None, wrong), bench.checker.finish().expect("a verdict")),
        (Checked::Stopped, Verdict::Fail)
    );
    let results = bench.checker.results();
    assert_eq!((results.pmus[0].divergences, results.pmus[0].coverage.hit), (1, 0));
}

/// Each slot is compared: a wrong bit in it is found, unless the slot is excluded.
#[test]
fn every_slot_is_compared() {
    let pmu = Pmu::get("k8").expect("a PMU");
    for slot in pmu.observation.slots() {
        for excluded in [false, true] {
            let mut bench = Bench::new(|settings| {
                settings.not_compared.extend(excluded.then(|| slot.name.clone()));
            });
            bench.cycle(true, None, |_, _| ());
            let found = bench.cycle(false, None, |_, observed| observed.value[slot.word] ^= 1 << slot.shift);
            let expected = if excluded { Checked::Equal } else { Checked::Mismatch };
            assert_eq!(found, expected, "{}", slot.name);
        }
    }
}

#[test]
fn unknown_bit_of_the_dut_is_a_mismatch() {
    let mut bench = Bench::new(|_| ());
    bench.cycle(true, None, |_, _| ());
    let unknown = |_: &mut Sampled, observed: &mut Sampled| slot("core0.PerfEvtSel1").set(&mut observed.unknown, 0xFF);
    assert_eq!(bench.cycle(false, None, unknown), Checked::Mismatch);
    let text = bench.checker.message();
    assert!(text.contains("expected 0x00000000  got 0x000000xx"), "{text}");
}

#[test]
fn unknown_input_ends_the_comparison_unless_it_has_no_meaning() {
    let mut bench = Bench::new(|_| ());
    let input = |name: &str| Pmu::get("k8").expect("a PMU").input(name);
    let unknown = |inputs: &mut Sampled, _: &mut Sampled| input("core1.cpl").set(&mut inputs.unknown, 1);
    bench.cycle(true, None, |_, _| ());
    assert_eq!(bench.cycle(true, None, unknown), Checked::Equal, "in reset");
    let address = |inputs: &mut Sampled, _: &mut Sampled| {
        let slot = Pmu::get("k8").expect("a PMU").frame.slot("bus_addr");
        slot.set(&mut inputs.unknown, 7);
    };
    assert_eq!(bench.cycle(false, None, address), Checked::Equal, "without an access");
    assert_eq!(bench.cycle(false, None, unknown), Checked::Mismatch);
    let text = bench.checker.message();
    assert!(text.contains("fails in cycle 2: core1.cpl expected 0 or 1 in each bit, got X or Z"), "{text}");
    assert_eq!((bench.idle(), bench.checker.finish().expect("a verdict")), (Checked::Stopped, Verdict::Fail));
}

#[test]
fn first_cycle_of_an_asynchronous_reset_is_not_compared() {
    let wrong = |_: &mut Sampled, observed: &mut Sampled| slot("core0.PerfCtr0").set(&mut observed.value, 4);
    for (asynchronous, expected) in [(false, Checked::Mismatch), (true, Checked::Equal)] {
        let mut bench = Bench::new(|settings| settings.asynchronous_reset = asynchronous);
        bench.cycle(true, None, |_, _| ());
        bench.idle();
        assert_eq!(bench.cycle(true, None, wrong), expected);
        assert_eq!(bench.cycle(true, None, wrong), Checked::Mismatch, "the second cycle");
    }
}

#[test]
fn wrong_settings_are_one_clear_error() {
    let pmu = select("k8", "", "").expect("a PMU");
    let error = |change: &dyn Fn(&mut CheckerSettings)| {
        let mut settings = settings(pmu);
        change(&mut settings);
        Checker::new(pmu, settings).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(error(&|settings| settings.layout = "0".to_owned()).contains("generate it again with `pmu-cosim bind`"));
    assert!(error(&|settings| settings.most = 0).contains("it must be 1 or more"));
    let unknown = error(&|settings| settings.not_compared = vec!["core0.PerfCtr9".to_owned()]);
    assert!(unknown.contains("core0.PerfCtr9") && unknown.contains("output or state word of k8"), "{unknown}");
    let all = |settings: &mut CheckerSettings| {
        settings.not_compared = pmu.observation.slots().iter().map(|slot| slot.name.clone()).collect();
    };
    assert!(error(&all).contains("no value is compared"));
    let unwritable = error(&|settings| settings.folder = Some(PathBuf::from("/proc/no/such")));
    assert!(unwritable.contains("/proc/no/such") && unwritable.contains("writable"), "{unwritable}");
}

/// The checker, which samples one cycle at a time, covers what a sampler and a model cover that have all cycles at once.
#[test]
fn coverage_is_that_of_the_complete_stimulus() {
    use pmu_program::{Batch, Lowering};
    use pmu_verify::coverage::Sampler;
    use pmu_verify::stimulus::{Generator, Profile};
    for id in ["k8", "riscv_hpm64"] {
        let pmu = select(id, "", "").expect("a PMU");
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testbenches");
        let profile = Profile::read(&folder.join(&pmu.description.folder).join("stimulus.toml"), pmu);
        let program = Generator::new(pmu, &profile.expect("a profile")).program(7, 9);
        let (mut batch, mut all) = (Batch::default(), Vec::new());
        let mut lowering = Lowering::new(pmu, &program.ops);
        while lowering.next_batch(&mut batch, 4096) {
            all.extend_from_slice(&batch.frames);
        }
        let (frame_words, words) = (pmu.frame.words(), pmu.observation.words());
        let mut expected = vec![0; all.len() / frame_words * words];
        let mut model = pmu.model();
        model.enable_collision_coverage(&pmu.collisions);
        model.reset();
        model.step_batch(&all, frame_words, &mut expected, words);
        let points = points(pmu).expect("a plan");
        let mut sampler = Sampler::new(points);
        sampler.sample(&all, &expected);
        let hits = sampler.finish(true);

        let mut checker = Checker::new(pmu, settings(pmu)).expect("a checker");
        let known = |words: &[u64]| Sampled { value: words.to_vec(), unknown: vec![0; words.len()] };
        checker.cycle(&known(&pmu.description.reset_frame()), &Sampled::zero(words)).expect("a reset");
        for (frame, observation) in all.chunks_exact(frame_words).zip(expected.chunks_exact(words)) {
            assert_eq!(checker.cycle(&known(frame), &known(observation)).expect("a cycle"), Checked::Equal);
        }
        let results = checker.results();
        let of = &results.pmus[0];
        assert_eq!((of.coverage.hit, of.cycles), (points.report(&hits).hit, program.cycles()), "{id}");
        assert_eq!(of.situations.hit, points.situations(&hits).hit, "{id}");
        let collisions = model.collisions().expect("recorded");
        let collisions = pmu_results::CollisionResults::of(&pmu.collisions, collisions);
        assert!(of.collisions == collisions && collisions.bins_covered > 0, "{id}");
        let counted = pmu_results::events(&pmu.description, model.event_coverage());
        assert!(of.events == counted && counted.by_counter.iter().any(|counter| counter.counted > 0), "{id}");
    }
}
