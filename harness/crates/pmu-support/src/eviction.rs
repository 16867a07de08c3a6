//! What is dropped so that a cache does not grow without end.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Entries of `folder` but for the `kept` newest. An entry is as old as the file that `dated` gives for it, and does not
/// count without one. What cannot be read does not count either.
pub fn entries_to_evict(folder: &Path, kept: usize, dated: impl Fn(&Path) -> Option<PathBuf>) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut entries: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| Some((std::fs::metadata(dated(&entry)?).and_then(|file| file.modified()).ok()?, entry)))
        .collect();
    entries.sort();
    entries.into_iter().rev().skip(kept).map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::time::Duration;

    #[test]
    fn the_newest_are_kept_whatever_their_names() {
        let folder = tempfile::tempdir().expect("a directory");
        for (name, age) in [("b", 1), ("a", 2), ("d", 3), ("c", 4)] {
            let entry = folder.path().join(name);
            fs::create_dir(&entry).expect("a directory");
            let file = File::create(entry.join("date")).expect("a file");
            file.set_modified(SystemTime::now() - Duration::from_secs(60 * age)).expect("a date");
        }
        fs::create_dir(folder.path().join("undated")).expect("a directory");
        let old = entries_to_evict(folder.path(), 2, |entry| Some(entry.join("date")));
        assert_eq!(old, [folder.path().join("d"), folder.path().join("c")]);
        assert!(entries_to_evict(&folder.path().join("missing"), 0, |entry| Some(entry.to_owned())).is_empty());
    }
}
