//! Seeded bugs of a block on a bus diverge as without it.

use super::super::support::root;
use super::block::{dut, Block};
use golden_model_all as _;
use golden_model_core::Pmu;
use harness::dut::{Dut, DutError, PortTiming, TiedInputs};
use harness::lockstep::{Difference, Lockstep};
use harness::program::Program;
use harness::regression::{find_directed, programs_folder};
use harness::seeded_bugs::{SeededBug, SeededBugs};
use harness::stimulus::{Generator, Profile};
use rstest::rstest;
use std::fs;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

const RANDOM_PROGRAMS: u64 = 8;

/// A register port of one cycle, whose accesses are as far apart as on a bus, and of which as much is compared.
struct Spaced<D> {
    inner: D,
    observable: Vec<bool>,
    spacing: u64,
}

impl<D: Dut> Dut for Spaced<D> {
    fn observable(&self) -> &[bool] {
        &self.observable
    }

    fn reset(&mut self) -> Result<(), DutError> {
        self.inner.reset()
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        self.inner.step(frames, observations)
    }

    fn tied_inputs(&self) -> &TiedInputs {
        self.inner.tied_inputs()
    }

    fn timing(&self) -> PortTiming {
        PortTiming { spacing: self.spacing, ahead: 0 }
    }
}

/// Copies the RTL and changes one file.
fn changed_rtl(bug: &SeededBug, pmu: &str) -> TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    pmu_support::copy_tree(&root().join("rtl"), copy.path()).expect("a copy");
    let folder = copy.path().join(Pmu::folder(pmu));
    let text = bug.changed(&folder).expect("the bug");
    fs::write(folder.join(&bug.file), text).expect("a file");
    copy
}

/// The cycle and the differences of the first divergence of a program.
fn divergence<D: Dut>(lockstep: &mut Lockstep<D>, program: &Program) -> Option<(u64, Vec<Difference>)> {
    let outcome = lockstep.run(program, &AtomicBool::new(false)).expect("an outcome");
    outcome.divergence.map(|found| (found.cycle, found.differences))
}

/// The first divergence is in the same cycle and the same values as on a register port of one cycle whose accesses are as far apart.
#[rstest]
#[case("k8", "counter_write_plus_increment", "apb", 0)]
#[case("k8", "interrupts_of_one_clock_cancel", "axi", 6)]
#[case("k8", "counter_write_takes_low_half", "ahb", 3)]
#[case("ivt_cbox", "clear_beats_set", "apb", 7)]
#[case("ivt_cbox", "filter_write_drops_events", "axi", 1)]
#[case("ivt_cbox", "box_reset_keeps_freeze", "ahb", 5)]
#[case("riscv_hpm32", "writing_instruction_is_counted_into_minstret", "apb", 4)]
#[case("riscv_hpm32", "low_half_write_at_a_carry_changes_the_high_half", "axi", 2)]
#[case("riscv_hpm32", "shadow_visible_without_its_mcounteren_bit", "ahb", 6)]
fn seeded_bug_on_a_bus_diverges_as_without_it(
    #[case] id: &'static str,
    #[case] name: &str,
    #[case] protocol: &str,
    #[case] wait: u32,
) {
    let pmu = Pmu::find(id).expect("the PMU");
    let testbench = root().join("testbenches").join(Pmu::folder(id));
    let bugs = SeededBugs::load(&testbench.join("seeded_bugs.toml"), &pmu.description).expect("the bugs").bugs;
    let bug = bugs.iter().find(|bug| bug.name == name).expect("the bug");
    let directed = find_directed(&programs_folder(&root(), id), &pmu).expect("programs");
    let profile = Profile::read(&testbench.join("stimulus.toml"), &pmu).expect("a profile");
    let rtl = changed_rtl(bug, id);
    let behind = Block::new(id, rtl.path(), protocol, wait).dut();
    let direct = dut(id, &rtl.path().join(Pmu::folder(id)).join("rtl.toml").as_path().into());
    let (observable, spacing) = (behind.observable().to_vec(), behind.timing().spacing);
    let direct = Spaced { inner: direct, observable, spacing };
    let (mut behind, mut direct) = (Lockstep::new(&pmu, behind), Lockstep::new(&pmu, direct));
    let generator = Generator::new(&pmu, &profile);
    let random = (0..RANDOM_PROGRAMS).map(|index| generator.program(1, index));
    let mut caught = 0;
    for program in directed
        .into_iter()
        .filter(|program| bug.caught_by.as_ref().is_some_and(|check| check.program == program.name))
        .chain(random)
    {
        let expected = divergence(&mut direct, &program);
        caught += usize::from(expected.is_some());
        assert_eq!(divergence(&mut behind, &program), expected, "{}", program.name);
    }
    assert!(caught > 0, "no program diverges");
}
