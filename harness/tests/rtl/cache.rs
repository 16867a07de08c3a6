//! The cache of models: when a model is rebuilt, and the message with the reason.

use crate::fixture::Fixture;
use harness::rtl::{ensure_model, Variant};
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Returns the folders of complete models of the fast variant.
fn models(fixture: &Fixture) -> Vec<PathBuf> {
    let entries = fs::read_dir(fixture.build_dir.join("models/tiny/fast")).expect("the models");
    entries.flatten().map(|entry| entry.path()).filter(|path| path.join("model.so").is_file()).collect()
}

#[rstest]
#[case("tiny_counter.v", "value_q + ", "value_q  + ")]
#[case("tiny_width.vh", "= 48;", "= 48; // wide")]
#[case("rtl.toml", "history_q[70:60]", "history_q[69:59]")]
fn edited_file_causes_a_rebuild_that_names_it(#[case] file: &str, #[case] old: &str, #[case] new: &str) {
    let fixture = Fixture::with_own_build();
    let (first, notices) = fixture.ensure(Variant::Fast);
    let first = first.expect("a model");
    assert_eq!(notices, ["building tiny (fast): first build"]);
    let (same, notices) = fixture.ensure(Variant::Fast);
    assert_eq!(same.expect("a model").library, first.library);
    assert_eq!(notices, [""; 0]);

    fixture.edit(file, old, new);
    let (second, notices) = fixture.ensure(Variant::Fast);
    let second = second.expect("a model");
    assert_eq!(notices, [format!("building tiny (fast): rtl/tiny/{file} changed")]);
    assert_ne!((&second.library, &second.rtl_hash), (&first.library, &first.rtl_hash));

    fixture.edit(file, new, old);
    let (third, notices) = fixture.ensure(Variant::Fast);
    let third = third.expect("a model");
    assert_eq!((third.library, third.rtl_hash), (first.library, first.rtl_hash));
    assert_eq!(notices, [""; 0], "the earlier model is still cached");
}

#[test]
fn changed_description_causes_a_rebuild() {
    let mut fixture = Fixture::with_own_build();
    let first = fixture.built(Variant::Fast);
    fixture.description.states.retain(|word| word.name != "hidden");
    let (second, notices) = fixture.ensure(Variant::Fast);
    assert_eq!(notices, ["building tiny (fast): description changed"]);
    assert_eq!(second.expect("a model").rtl_hash, first.rtl_hash, "the RTL is the same");
}

/// A full disk or a crash can truncate a file after the build.
#[test]
fn truncated_library_and_runtime_are_built_again() {
    let fixture = Fixture::with_own_runtime();
    let library = fixture.built(Variant::Fast).library;
    let truncate = |file: &Path| {
        let half = fs::metadata(file).expect("a file").len() / 2;
        fs::File::options().write(true).open(file).expect("a file").set_len(half).expect("a truncated file");
    };
    truncate(&library);
    let mut runtimes = fs::read_dir(fixture.build_dir.join("runtime")).expect("the runtimes");
    truncate(&runtimes.next().expect("one").expect("a runtime").path().join("verilated.o"));
    let (built, notices) = fixture.ensure(Variant::Fast);
    assert_eq!(notices.len(), 1, "{notices:?}");
    let model = built.expect("a model").open().and_then(|library| library.context(1)?.model());
    assert!(model.is_ok(), "{model:?}");
}

#[test]
fn killed_build_leaves_no_usable_model() {
    let fixture = Fixture::with_own_build();
    let library = fixture.built(Variant::Fast).library;
    let place = library.parent().expect("the folder of the key").to_owned();
    // The state after a process died before the rename, with a truncated library.
    let key = place.file_name().expect("a key").to_string_lossy().into_owned();
    let unfinished = place.with_file_name(format!(".unfinished-{}-1", &key[..1]));
    fs::rename(&place, &unfinished).expect("a rename");
    fs::write(unfinished.join("model.so"), "cut").expect("a truncated library");
    let (built, notices) = fixture.ensure(Variant::Fast);
    assert_eq!(built.expect("a model").library, library);
    assert_eq!(notices.len(), 1);
    assert!(!unfinished.exists() && place.is_dir());
}

#[test]
fn concurrent_requests_build_a_model_once() {
    let fixture = Fixture::with_own_build();
    let notices: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| fixture.ensure(Variant::Fast))).collect();
        let ensured = threads.into_iter().map(|thread| thread.join().expect("a result"));
        ensured.flat_map(|(built, notices)| built.map(|_| notices).expect("a model")).collect()
    });
    assert_eq!(notices, ["building tiny (fast): first build"]);
    assert_eq!(models(&fixture).len(), 1);
}

#[test]
fn most_recently_used_models_are_kept() {
    let fixture = Fixture::with_own_build();
    let first = fixture.built(Variant::Fast).library;
    // Models that have not been used for a long time.
    for number in 0..12 {
        let place = first.parent().expect("the folder of the key").with_file_name(format!("old{number}"));
        model_used_at(SystemTime::UNIX_EPOCH, &place);
    }
    fixture.edit("tiny_counter.v", "value_q + ", "value_q  + ");
    let second = fixture.built(Variant::Fast).library;
    let kept = models(&fixture);
    assert_eq!(kept.len(), 8);
    for library in [first, second] {
        assert!(kept.contains(&library.parent().expect("a folder").to_owned()), "{}", library.display());
    }
}

/// Creates a model that was last used at a time.
fn model_used_at(time: SystemTime, place: &Path) {
    fs::create_dir_all(place).expect("a folder");
    fs::write(place.join("model.so"), "").expect("a library");
    let key = fs::File::create(place.join("key.json")).expect("a description");
    key.set_modified(time).expect("an old file");
}

#[test]
fn model_in_use_is_never_evicted() {
    let fixture = Fixture::with_own_build();
    let used = fixture.built(Variant::Fast);
    let place = used.library.parent().expect("the folder of the key").to_owned();
    let key = fs::File::options().append(true).open(place.join("key.json")).expect("the description");
    key.set_modified(SystemTime::UNIX_EPOCH).expect("an old file");
    for number in 0..12 {
        model_used_at(SystemTime::now(), &place.with_file_name(format!("younger{number}")));
    }
    fixture.edit("tiny_counter.v", "value_q + ", "value_q  + ");
    fixture.built(Variant::Fast);
    used.open().expect("the oldest model, which is in use");
    drop(used);
    fixture.edit("tiny_counter.v", "value_q  + ", "value_q   + ");
    fixture.built(Variant::Fast);
    assert!(!place.exists(), "it is not in use any more");
}

#[test]
fn copies_of_rtl_share_a_build_and_evict_nothing() {
    let fixture = Fixture::with_own_build();
    let original = fixture.built(Variant::Fast);
    let copied = |name: &str| {
        let copy = fixture.path(name);
        fs::create_dir_all(&copy).expect("a folder");
        for entry in fs::read_dir(fixture.path("rtl/tiny")).expect("the RTL").flatten() {
            fs::copy(entry.path(), copy.join(entry.file_name())).expect("a copy");
        }
        let mut notices = 0;
        let mut count = |_: &str| notices += 1;
        let workspace = fixture.workspace();
        let built = ensure_model(&workspace, &fixture.description, &copy.join("rtl.toml"), Variant::Fast, &mut count);
        (built.expect("a model"), notices)
    };
    let (first, notices) = copied("build/mutant1");
    assert_eq!((&first.rtl_hash, notices), (&original.rtl_hash, 1));
    assert_ne!(first.library, original.library, "the cache of the workspace's own RTL is unchanged");
    let (second, notices) = copied("build/mutant2");
    assert_eq!((second.library, notices), (first.library, 0));
    assert_eq!(models(&fixture).len(), 1);
}

#[test]
fn variants_have_separate_models() {
    let fixture = Fixture::new();
    let (fast, trace) = (fixture.built(Variant::Fast), fixture.built(Variant::Trace));
    assert_ne!(fast.library, trace.library);
    assert_eq!(fast.rtl_hash, trace.rtl_hash);
}
