//! Boards as DUTs: the host side of the link with a reference board in software and with the RTL of the link.

mod campaign;
mod line;
mod model_dut;
mod reference;
mod rtl;

use golden_model_all as _;
use golden_model_core::Pmu;
use harness::board::{Board, Identity, Transport};
use harness::dut::{Dut, DutError};
use harness::lockstep::{values_from_dut, Lockstep, LockstepOutcome};
use harness::program::{Op, OpKind, Program};
use harness::stimulus::{Generator, Profile};
use line::{Counts, FaultyLine, Rates};
use model_dut::{board, facts, identity, ModelDut, SHORT};
use reference::ReferenceBoard;
use rstest::rstest;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Returns the root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// Finds a PMU; panics if it does not exist.
pub fn find(id: &str) -> Pmu {
    Pmu::find(id).expect("a PMU")
}

/// Returns random programs of a PMU, truncated after `cycles` cycles or more.
pub fn programs(pmu: &Pmu, count: u64, cycles: u64) -> Vec<Program> {
    let file = root().join("testbenches").join(&pmu.description.folder).join("stimulus.toml");
    let profile = Profile::read(&file, pmu).expect("a profile");
    let generator = Generator::new(pmu, &profile);
    let cut = |mut program: Program| {
        let mut sum = 0;
        let enough = program.ops.iter().position(|op| {
            sum += op.cycles();
            sum >= cycles
        });
        program.ops.truncate(enough.map_or(program.ops.len(), |last| last + 1));
        program
    };
    (0..count).map(|number| cut(generator.program(11, number))).collect()
}

/// Runs a program on a DUT in lockstep with the golden model.
pub fn run(pmu: &Pmu, dut: impl Dut, program: &Program) -> Result<LockstepOutcome, DutError> {
    Lockstep::new(pmu, dut).run(program, &AtomicBool::new(false))
}

/// Returns the cycle and the text of the divergence, if any.
pub fn verdict(outcome: &LockstepOutcome) -> Option<(u64, String)> {
    outcome.divergence.as_ref().map(|divergence| (divergence.cycle, divergence.to_string()))
}

#[rstest]
fn board_has_the_verdicts_of_its_dut(#[values("k8", "knc", "ivt_cbox")] id: &str) {
    let pmu = find(id);
    // Two cycles of reset begin a program for the DUT with the fault.
    let resets_once = |program: &&Program| {
        let cycles: Vec<&Op> = program.ops.iter().filter(|op| op.cycles() > 0).collect();
        cycles.windows(2).all(|two| two.iter().any(|op| !matches!(op.kind, OpKind::Reset(_))))
    };
    let all = programs(&pmu, 20, 2500);
    let program = all.iter().filter(resets_once).find(|program| program.cycles() > 1000).expect("a program");
    let last = program.cycles();
    let slots = pmu.observation.slots();
    let bit = |cycle: u64, slot: usize| (cycle, slots[slot].word, slots[slot].shift);
    let bits = [bit(0, 0), bit(1, slots.len() - 1), bit(900, 1), bit(last - 1, 2)];
    for wrong in [None].into_iter().chain(bits.map(Some)) {
        let dut = || ModelDut::wrong(&pmu, wrong);
        let direct = run(&pmu, dut(), program).expect("a run");
        let line = Box::new(ReferenceBoard::new(dut(), identity(&pmu)));
        let connected = board(line, &pmu, &identity(&pmu), 5).expect("a board");
        let outcome = run(&pmu, connected.dut(), program).expect("a run");
        assert_eq!(verdict(&outcome), verdict(&direct), "{wrong:?}");
        assert_eq!(direct.divergence.is_some(), wrong.is_some(), "{wrong:?} of {last}");
        assert_eq!((outcome.cycles, outcome.comparisons), (direct.cycles, direct.comparisons));
        let counts = connected.counts();
        assert_eq!((counts.observed > 0, counts.again > 0), (wrong.is_some(), wrong.is_some()), "{counts:?}");
    }
}

#[test]
fn observations_are_transferred_unchanged() {
    let pmu = find("k8");
    let connected = board(Box::new(ReferenceBoard::new(ModelDut::new(&pmu), identity(&pmu))), &pmu, &identity(&pmu), 5);
    let connected = connected.expect("a board");
    let program = &programs(&pmu, 1, 600)[0];
    let dut = || Ok(connected.dut());
    assert_eq!(values_from_dut(&pmu, program, dut).expect("a run"), 0);
    assert_eq!(connected.counts().observed, connected.counts().cycles);
    assert!(connected.counts().observed >= 1200);
}

#[test]
fn stepping_after_another_user_has_reset_the_board_is_an_error() {
    let pmu = find("k8");
    let connected = board(Box::new(ReferenceBoard::new(ModelDut::new(&pmu), identity(&pmu))), &pmu, &identity(&pmu), 5);
    let connected = connected.expect("a board");
    let (mut one, mut other) = (connected.dut(), connected.dut());
    let mut observation = vec![0; pmu.observation.words()];
    let frame = pmu.description.reset_frame();
    one.reset().expect("a reset");
    one.step(&frame, &mut observation).expect("a cycle");
    other.reset().expect("a reset");
    let error = one.step(&frame, &mut observation).expect_err("the step succeeded");
    assert!(error.to_string().contains("two DUTs use it"), "{error}");
}

#[rstest]
#[case::other_pmu("knc", "0d", "f1", "the board holds knc, not k8")]
#[case::other_description("k8", "1d", "f1", "made for another description")]
#[case::stale("k8", "0d", "01", "is its bitstream stale?")]
fn wrong_board_is_rejected(#[case] id: &str, #[case] description: &str, #[case] rtl: &str, #[case] message: &str) {
    let (pmu, there) = (find("k8"), find(id));
    let found = Identity::new(&there, &description.repeat(32), &rtl.repeat(32));
    let line = ReferenceBoard::new(ModelDut::new(&there), found.clone());
    let error = board(Box::new(line), &pmu, &identity(&pmu), 5).err().expect("it was accepted");
    let error = error.to_string();
    let (hash, own) = match rtl == "f1" {
        true => (found.description, identity(&pmu).description),
        false => (found.rtl, identity(&pmu).rtl),
    };
    assert!([message, &hash, &own].iter().all(|part| error.contains(*part)), "{error}");
}

#[test]
fn board_that_does_not_reproduce_a_divergence_is_an_error() {
    let pmu = find("k8");
    let mut dut = ModelDut::wrong(&pmu, Some((100, 1, 1)));
    dut.only_once = true;
    let connected =
        board(Box::new(ReferenceBoard::new(dut, identity(&pmu))), &pmu, &identity(&pmu), 5).expect("a board");
    let error = run(&pmu, connected.dut(), &programs(&pmu, 1, 600)[0]).expect_err("a verdict");
    assert!(error.to_string().contains("have returned other observations in the repetition"), "{error}");
}

/// A line that delivers only this byte, or nothing.
struct Chatter(Option<u8>);

impl Transport for Chatter {
    fn send(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _: Duration) -> io::Result<usize> {
        match self.0 {
            Some(byte) => buffer.fill(byte),
            None => return Ok(0),
        }
        Ok(buffer.len())
    }
}

/// A line that echoes all bytes.
struct Loop(Vec<u8>);

impl Transport for Loop {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.extend(bytes);
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _: Duration) -> io::Result<usize> {
        let count = self.0.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0.drain(..count);
        Ok(count)
    }
}

#[rstest]
#[case::silent(Box::new(Chatter(None)), "it does not answer")]
#[case::zeros(Box::new(Chatter(Some(0))), "it does not answer")]
#[case::flags(Box::new(Chatter(Some(0x7E))), "it does not answer")]
#[case::escapes(Box::new(Chatter(Some(0x7D))), "it does not answer")]
#[case::echo(Box::new(Loop(Vec::new())), "it answers command 1 with 0x1")]
fn line_without_a_board_is_an_error(#[case] line: Box<dyn Transport>, #[case] message: &str) {
    let pmu = find("k8");
    let error = board(line, &pmu, &identity(&pmu), 5).err().expect("it was accepted").to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn lost_power_of_a_board_is_recovered() {
    let pmu = find("k8");
    let program = &programs(&pmu, 1, 3000)[0];
    for wrong in [None, Some((1500, 1, 7))] {
        let dut = || ModelDut::wrong(&pmu, wrong);
        let direct = run(&pmu, dut(), program).expect("a run");
        let counts = Counts::default();
        let rates = Rates { power: 30, ..Rates::default() };
        let line = FaultyLine::new(ReferenceBoard::new(dut(), identity(&pmu)), 3, rates, &counts);
        let connected = board(Box::new(line), &pmu, &identity(&pmu), 5).expect("a board");
        let outcome = run(&pmu, connected.dut(), program).expect("a run");
        assert_eq!(verdict(&outcome), verdict(&direct));
        assert!(connected.counts().losses > 0);
    }
}

#[test]
fn repeated_loss_of_power_is_an_error() {
    let pmu = find("k8");
    let rates = Rates { power: 3000, ..Rates::default() };
    let line = ReferenceBoard::new(ModelDut::new(&pmu), identity(&pmu));
    let line = FaultyLine::new(line, 3, rates, &Counts::default());
    let error = board(Box::new(line), &pmu, &identity(&pmu), 5)
        .and_then(|connected| run(&pmu, connected.dut(), &programs(&pmu, 1, 3000)[0]))
        .expect_err("a verdict")
        .to_string();
    assert!(error.contains("repeatedly") || error.contains("does not answer"), "{error}");
}

#[test]
fn unplugged_cable_is_an_error() {
    let pmu = find("k8");
    let rates = Rates { unplugged: 300, ..Rates::default() };
    let line = ReferenceBoard::new(ModelDut::new(&pmu), identity(&pmu));
    let line = FaultyLine::new(line, 4, rates, &Counts::default());
    let connected =
        Board::over(Box::new(line), "serial:/dev/x", 1, SHORT, &identity(&pmu), &pmu.description, &facts(&pmu));
    let error = run(&pmu, connected.expect("a board").dut(), &programs(&pmu, 1, 3000)[0]).expect_err("a verdict");
    assert_eq!(error.to_string(), "the DUT stopped: serial:/dev/x: the line is closed: unplugged");
}
