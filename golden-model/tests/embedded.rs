//! The descriptions that the library carries.

use golden_model::embedded::EMBEDDED;
use golden_model::Pmu;
use std::fs;
use std::path::Path;

/// Calls a function with each file below a folder: its path below the folder, and the file.
fn each_file(folder: &Path, below: &str, call: &mut dyn FnMut(&str, &Path)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let below = if below.is_empty() { name.to_owned() } else { format!("{below}/{name}") };
        match path.is_dir() {
            true => each_file(&path, &below, call),
            false => call(&below, &path),
        }
    }
}

#[test]
fn every_file_of_the_descriptions_is_embedded_unchanged() {
    let [embedded] = &EMBEDDED[..] else { panic!("the descriptions are not linked once") };
    let mut count = 0;
    each_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions"), "", &mut |below, file| {
        let text = fs::read_to_string(file).expect("a text");
        assert!((embedded.text)(below) == Some(&text), "{below} is missing or differs");
        let (folder, name) = below.rsplit_once('/').unwrap_or(("", below));
        assert!((embedded.names)(folder).is_some_and(|names| names.iter().any(|known| known == name)), "{below}");
        count += 1;
    });
    assert!(count > 100, "only {count} files");
}

#[test]
fn every_pmu_has_its_description_and_model() {
    assert!(Pmu::ids().count() > 20);
    for id in Pmu::ids() {
        let pmu = Pmu::load(id).expect("a PMU").unwrap_or_else(|error| panic!("{error}"));
        let mut observation = vec![0; pmu.observation.words()];
        pmu.model().step(&pmu.description.initial_frame(), &mut observation);
    }
}
