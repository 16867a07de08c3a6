//! Simulated boards: the RTL of the link with the RTL of a PMU.

use crate::campaign::ExpectedVerdicts;
use crate::model_dut::board;
use crate::{find, programs, root, run, verdict};
use golden_model_core::Pmu;
use harness::board::{Address, Board, Identity, Port, SimulatedBoard};
use harness::dut::SimulatedDut;
use harness::regression::{find_directed, programs_folder};
use harness::rtl::board::BoardRtl;
use harness::rtl::{ensure_model, BuiltModel, RtlFacts, RtlSource, Variant, Workspace};
use harness::seeded_bugs::SeededBugs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

/// The RTL of a PMU as a simulated board and as a model.
struct Both {
    board: BuiltModel,
    model: BuiltModel,
    identity: Identity,
    facts: RtlFacts,
}

impl Both {
    fn new(pmu: &Pmu, manifest: &Path) -> Self {
        let workspace = Workspace::find(&root()).expect("a workspace");
        let source = RtlSource::Manifest(manifest.to_owned());
        let rtl = BoardRtl::new(&workspace, &pmu.description, &source).expect("a board");
        let model = ensure_model(&workspace, &pmu.description, source, Variant::Fast, &mut |_| {}).expect("a model");
        Self {
            board: rtl.model(&workspace, &pmu.description, &mut |_| {}).expect("a model of the board"),
            identity: Identity::new(pmu, &rtl.description_hash, &rtl.rtl_hash),
            facts: RtlFacts::from(&model),
            model,
        }
    }

    fn board(&self) -> SimulatedBoard {
        SimulatedBoard::new(&self.board, 1).expect("a board")
    }
}

fn manifest(pmu: &Pmu) -> PathBuf {
    root().join("rtl").join(&pmu.description.folder).join("rtl.toml")
}

/// Copies the RTL with one of the seeded bugs and returns the folder and the manifest.
fn with_bug(pmu: &Pmu, name: &str) -> (TempDir, PathBuf) {
    let id = &pmu.description.id;
    let directed = find_directed(&programs_folder(&root(), id), pmu).expect("programs");
    let names: Vec<&str> = directed.iter().map(|program| program.name.as_str()).collect();
    let folder = root().join("rtl").join(Pmu::folder(id));
    let file = root().join("testbenches").join(Pmu::folder(id)).join("seeded_bugs.toml");
    let seeded_bugs = SeededBugs::read(&file, &folder, &pmu.description, &names).expect("seeded bugs");
    let bug = seeded_bugs.bugs.iter().find(|bug| bug.name == name).expect("the bug");
    let copy = tempfile::tempdir().expect("a folder");
    pmu_support::copy_tree(&root().join("rtl"), copy.path()).expect("a copy");
    std::fs::write(copy.path().join(Pmu::folder(id)).join(&bug.file), bug.changed(&folder).expect("a change"))
        .expect("a file");
    let manifest = copy.path().join(Pmu::folder(id)).join("rtl.toml");
    (copy, manifest)
}

#[test]
fn rtl_of_the_link_survives_faults_and_finds_the_bug_that_simulation_finds() {
    let pmu = find("k8");
    let right = Both::new(&pmu, &manifest(&pmu));
    let (_copy, bugged) = with_bug(&pmu, "counter_write_keeps_side_effects");
    let wrong = Both::new(&pmu, &bugged);
    for (both, diverges) in [(&right, false), (&wrong, true)] {
        let programs: Vec<_> = programs(&pmu, 12, 300)
            .into_iter()
            .map(|program| {
                let dut = SimulatedDut::new(&both.model, 0).expect("a DUT");
                let outcome = run(&pmu, dut, &program).expect("a run");
                (program, outcome)
            })
            .collect();
        assert_eq!(programs.iter().any(|(_, outcome)| outcome.divergence.is_some()), diverges);
        let expected = ExpectedVerdicts { pmu: &pmu, identity: both.identity.clone(), programs };
        let result = expected.campaign(5200, 7, |_| both.board());
        println!("{result:?}");
        assert!(result.correct > 2 * result.errors, "{result:?}");
    }
    // The board with the bug does not have the RTL of this tree.
    let error = board(Box::new(wrong.board()), &pmu, &right.identity, 1).err().expect("it was accepted").to_string();
    assert!(error.contains(&wrong.identity.rtl) && error.contains(&right.identity.rtl), "{error}");
}

/// Sets a flag when it is dropped.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn board_at_a_port_has_the_verdicts_of_simulation() {
    let pmu = find("k8");
    let both = Both::new(&pmu, &manifest(&pmu));
    let program = &programs(&pmu, 1, 1500)[0];
    let direct = run(&pmu, SimulatedDut::new(&both.model, 0).expect("a DUT"), program).expect("a run");
    for port in [Port::tcp(0).expect("a port"), Port::pty().expect("a terminal")] {
        let address: Address = port.address().expect("an address").parse().expect("an address");
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let served = scope.spawn(|| port.serve(&mut both.board(), &stop));
            // A failure must not wait for the server.
            let stopped = StopOnDrop(&stop);
            // Two hosts in sequence.
            for _ in 0..2 {
                let connected = Board::open(&address, &both.identity, &pmu.description, &both.facts).expect("a board");
                let outcome = run(&pmu, connected.dut(), program).expect("a run");
                assert_eq!(verdict(&outcome), verdict(&direct));
                assert_eq!(outcome.cycles, direct.cycles);
            }
            drop(stopped);
            served.join().expect("no panic").expect("served");
        });
    }
}
