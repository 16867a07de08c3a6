//! Links to sources at the commit, and to files in the folder of the run.

use crate::document::Results;
use std::path::{Component, Path};

/// Addresses of sources.
#[derive(Clone)]
pub(super) struct SourceLinks {
    /// Address to which the path of a file is appended.
    base: Option<String>,
}

impl SourceLinks {
    /// Links of a run. They are absent if the checkout was modified, since its lines may differ from those of the commit.
    pub fn new(results: &Results) -> Self {
        let is_web = |base: &&String| base.starts_with("https://") || base.starts_with("http://");
        let base = results.source_url.as_ref().filter(is_web).filter(|_| results.modified != Some(true));
        Self { base: base.cloned() }
    }

    /// No links.
    #[cfg(test)]
    pub fn none() -> Self {
        Self { base: None }
    }

    /// The address of a line of a file of the checkout, given as `file` or `file:line`.
    pub fn to(&self, place: &str) -> Option<String> {
        let base = self.base.as_ref()?;
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) if line.parse::<u32>().is_ok() => (file, Some(line)),
            _ => (place, None),
        };
        let is_inside = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        let line = line.map(|line| format!("#L{line}")).unwrap_or_default();
        is_inside.then(|| format!("{}/{file}{line}", base.trim_end_matches('/')))
    }
}

/// The relative address of a file that a run wrote to the subfolder `repro` of `folder`, if it is there.
pub(super) fn run_file(folder: &Path, file: &str) -> Option<String> {
    let name = Path::new(file).file_name()?.to_str()?;
    let relative = format!("repro/{name}");
    folder.join(&relative).is_file().then_some(relative)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_checkout_have_an_address() {
        let links = SourceLinks { base: Some("https://host/o/r/blob/c0ffee/".to_owned()) };
        let address = |place: &str| links.to(place);
        assert_eq!(address("rtl/a.v:7").as_deref(), Some("https://host/o/r/blob/c0ffee/rtl/a.v#L7"));
        assert_eq!(address("rtl/a.v").as_deref(), Some("https://host/o/r/blob/c0ffee/rtl/a.v"));
        assert_eq!((address("/tmp/a.v:7"), address("../a.v")), (None, None));
        assert_eq!(SourceLinks::none().to("rtl/a.v"), None);
    }

    #[test]
    fn only_files_that_are_in_the_folder_have_a_relative_address() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("repro")).expect("a folder");
        std::fs::write(folder.path().join("repro/a.pmu"), "").expect("a file");
        assert_eq!(run_file(folder.path(), "build/runs/1/repro/a.pmu").as_deref(), Some("repro/a.pmu"));
        assert_eq!(run_file(folder.path(), "build/runs/1/repro/b.pmu"), None);
    }
}
