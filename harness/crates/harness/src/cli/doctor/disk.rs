//! The build directory: access, free space, and the models in its cache.

use super::check::Check;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const GIGABYTE: f64 = 1e9;
/// Free space that `make sim` and `make test` need, in bytes: models, results, and the test build in `target/`.
const NEEDED: u64 = 2_000_000_000;

/// Checks access to the build directory and the space on its file system.
pub(super) fn build_directory(folder: &Path) -> Check {
    let free = |existing: &Path| fs4::available_space(existing).unwrap_or(u64::MAX);
    // The first run creates the directory.
    let Some(existing) = folder.ancestors().find(|place| place.exists()) else {
        return Check::fail("build", format!("{} does not exist", folder.display()), None);
    };
    match tempfile::tempfile_in(existing) {
        Err(error) => {
            let remedy = Some("set PMU_COSIM_BUILD_DIR to a folder");
            Check::fail("build", format!("cannot write {}: {}", existing.display(), error.kind()), remedy)
        }
        Ok(_) => space(free(existing)),
    }
}

fn space(free: u64) -> Check {
    let shown = format!("{:.1} GB free", free as f64 / GIGABYTE);
    match free < NEEDED {
        true => Check::fail("build", format!("{shown}, {:.0} GB are needed", NEEDED as f64 / GIGABYTE), None),
        false => Check::ok("build", format!("writable, {shown}")),
    }
}

/// Counts the models in the cache.
pub(super) fn models(folder: &Path) -> Check {
    let children = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (mut pmus, mut count, mut bytes) = (BTreeSet::new(), 0, 0);
    for pmu in children(&folder.join("models")) {
        for key in children(&pmu).flat_map(|variant| children(&variant)) {
            if let Ok(library) = fs::metadata(key.join("model.so")) {
                pmus.insert(pmu.clone());
                count += 1;
                bytes += library.len();
            }
        }
    }
    match count {
        0 => Check::ok("models", "none cached; the first make sim builds all"),
        _ => Check::ok("models", format!("{count} cached of {} PMUs, {:.2} GB", pmus.len(), bytes as f64 / GIGABYTE)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::State;
    use super::*;

    #[test]
    fn build_directory_needs_access_and_space() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(build_directory(&folder.path().join("not/yet")).state, State::Ok);
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        assert_eq!(build_directory(&file).state, State::Fail);
        assert_eq!(space(NEEDED).state, State::Ok);
        assert_eq!(space(NEEDED - 1).line(), "FAIL   build      2.0 GB free, 2 GB are needed");
    }

    #[test]
    fn complete_models_are_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(models(folder.path()).found, "none cached; the first make sim builds all");
        for (place, complete) in
            [("k8/fast/1", true), ("k8/waves/2", true), ("knc/fast/3", true), ("ivt/fast/4", false)]
        {
            let place = folder.path().join("models").join(place);
            fs::create_dir_all(&place).expect("a folder");
            if complete {
                fs::write(place.join("model.so"), "library").expect("a library");
            }
        }
        assert_eq!(models(folder.path()).found, "3 cached of 2 PMUs, 0.00 GB");
    }
}
