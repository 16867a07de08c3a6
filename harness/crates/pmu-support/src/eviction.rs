//! Eviction of cache entries.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Returns the entries of `folder` except the `kept` newest, newest first.
///
/// `dated` gives the file whose modification time is the age of an entry. Entries without such a file and entries that
/// cannot be read are ignored.
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
    fn newest_entries_are_kept_regardless_of_name() {
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
