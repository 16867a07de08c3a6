//! Files of a testbench, together with the files of the same name in shared folders.
//!
//! The description of a PMU names the shared folders below `testbenches`. Names and numbers of the PMU are substituted in
//! shared files.

use golden_model_core::description::Shared;
use std::io;
use std::path::{Path, PathBuf};

/// New and old names of files.
///
/// A file with an old name is not read; it is an error where the new name is expected.
const RENAMED: [(&str, &str); 4] = [
    ("exclusions.toml", "uncovered.toml"),
    ("metamorphic.toml", "oracles.toml"),
    ("seeded_bugs.toml", "zoo.toml"),
    ("stuck_at.toml", "stuck.toml"),
];

/// The shared folders of a PMU, relative to the folder with all families.
pub fn folders(testbench: &Path, shared: &Shared) -> Vec<PathBuf> {
    let all = testbench.ancestors().nth(2).unwrap_or(testbench);
    shared.from.iter().map(|name| all.join(name)).collect()
}

/// A file that cannot be read or has an old name, with the reason.
pub type Unreadable = (PathBuf, String);

/// Reads a file of a testbench; `None` if it does not exist.
pub type Read<'r> = &'r dyn Fn(&Path) -> Result<Option<String>, Unreadable>;

/// Reads a file from disk.
///
/// # Errors
/// If the file cannot be read or has an old name.
pub fn from_disk(file: &Path) -> Result<Option<String>, Unreadable> {
    check_name(file)?;
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err((file.to_owned(), format!("cannot be read: {error}"))),
    }
}

/// Reads the texts of those files of a testbench that exist, the shared ones first.
///
/// # Errors
/// The file that cannot be read or has an old name, with the reason.
pub fn texts(own: &Path, shared: &Shared) -> Result<Vec<(PathBuf, String)>, Unreadable> {
    texts_by(&from_disk, own, shared)
}

fn texts_by(read: Read, own: &Path, shared: &Shared) -> Result<Vec<(PathBuf, String)>, Unreadable> {
    let (testbench, name) = (own.parent().unwrap_or(own), own.file_name().unwrap_or_default());
    let mut texts = Vec::new();
    let common = folders(testbench, shared).into_iter().map(|folder| (folder.join(name), true));
    for (file, is_shared) in common.chain([(own.to_owned(), false)]) {
        match read(&file)? {
            Some(text) if is_shared => match shared.apply(&file.to_string_lossy(), &text) {
                Ok(text) => texts.push((file, text)),
                Err(error) => return Err((file, error.to_string())),
            },
            Some(text) => texts.push((file, text)),
            None => {}
        }
    }
    Ok(texts)
}

/// Reads the text of a file of a testbench, or if it does not exist of the file of that name in its last shared folder that has one:
/// the file, and its text.
///
/// # Errors
/// As [`texts`].
pub fn text(own: &Path, shared: &Shared) -> Result<Option<(PathBuf, String)>, Unreadable> {
    text_by(&from_disk, own, shared)
}

/// As [`text`], with files that `read` reads.
///
/// # Errors
/// As [`texts`].
pub fn text_by(read: Read, own: &Path, shared: &Shared) -> Result<Option<(PathBuf, String)>, Unreadable> {
    Ok(texts_by(read, own, shared)?.pop())
}

/// Whether the file exists, or one of that name in a shared folder. A file with its old name counts too: reading then returns the error.
pub fn exists(own: &Path, shared: &Shared) -> bool {
    let (testbench, name) = (own.parent().unwrap_or(own), own.file_name().unwrap_or_default());
    let mut files = folders(testbench, shared).into_iter().map(|folder| folder.join(name)).chain([own.to_owned()]);
    files.any(|file| file.exists() || check_name(&file).is_err())
}

/// Checks that there is no file with an old name in the same folder as a renamed file.
///
/// # Errors
/// The file with the old name, and a message with the new name.
pub fn check_name(file: &Path) -> Result<(), Unreadable> {
    let Some((new, old)) = RENAMED.iter().find(|(new, _)| file.ends_with(new)) else { return Ok(()) };
    let known = file.with_file_name(old);
    match known.exists() {
        true => Err((known, format!("`{old}` is now `{new}`; rename the file"))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn old_file_name_is_an_error_that_names_the_new_one() {
        let folder = tempfile::tempdir().expect("a folder");
        for (new, old) in RENAMED {
            let (new_file, old_file) = (folder.path().join(new), folder.path().join(old));
            fs::write(&new_file, "new").expect("a file");
            assert_eq!(texts(&new_file, &Shared::default()).expect("texts"), [(new_file.clone(), "new".to_owned())]);
            fs::write(&old_file, "old").expect("a file");
            let message = format!("`{old}` is now `{new}`; rename the file");
            assert_eq!(texts(&new_file, &Shared::default()), Err((old_file.clone(), message.clone())));
            fs::remove_file(&new_file).expect("a file");
            assert_eq!(texts(&new_file, &Shared::default()), Err((old_file, message)));
            assert!(exists(&new_file, &Shared::default()));
        }
    }

    #[test]
    fn old_file_name_in_a_shared_folder_is_rejected() {
        let root = tempfile::tempdir().expect("a folder");
        let [testbench, common] = ["family/unit", "family/common/box"].map(|folder| root.path().join(folder));
        fs::create_dir_all(&common).expect("a folder");
        let shared = Shared { from: vec!["family/common/box".to_owned()], ..Shared::default() };
        fs::write(common.join("stuck.toml"), "").expect("a file");
        let (file, _) = texts(&testbench.join("stuck_at.toml"), &shared).expect_err("the file was accepted");
        assert_eq!(file, common.join("stuck.toml"));
        assert!(exists(&testbench.join("stuck_at.toml"), &shared));
        assert!(!exists(&testbench.join("seeded_bugs.toml"), &shared));
    }
}
