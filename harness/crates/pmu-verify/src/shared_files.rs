//! Files of a testbench, and those of the same name that it shares with others: in the folders below `testbenches` that the
//! description of its PMU names, with the PMU's own names and numbers in them.

use golden_model::description::Shared;
use std::io;
use std::path::{Path, PathBuf};

/// New and old names of files. A file of the old name is not read, and an error where the new one is looked for.
const RENAMED: [(&str, &str); 4] = [
    ("exclusions.toml", "uncovered.toml"),
    ("metamorphic.toml", "oracles.toml"),
    ("seeded_bugs.toml", "zoo.toml"),
    ("stuck_at.toml", "stuck.toml"),
];

/// The folders that a PMU shares, from its testbench on: below the folder with all families.
pub fn folders(testbench: &Path, shared: &Shared) -> Vec<PathBuf> {
    let all = testbench.ancestors().nth(2).unwrap_or(testbench);
    shared.from.iter().map(|name| all.join(name)).collect()
}

/// The texts of a file of a testbench that exist, the shared ones first.
///
/// # Errors
/// The file that cannot be read or has an old name, and why.
pub fn texts(own: &Path, shared: &Shared) -> Result<Vec<(PathBuf, String)>, (PathBuf, String)> {
    let (testbench, name) = (own.parent().unwrap_or(own), own.file_name().unwrap_or_default());
    let mut texts = Vec::new();
    let common = folders(testbench, shared).into_iter().map(|folder| (folder.join(name), true));
    for (file, is_shared) in common.chain([(own.to_owned(), false)]) {
        check_name(&file)?;
        match std::fs::read_to_string(&file) {
            Ok(text) => texts.push((file, if is_shared { shared.apply(&text) } else { text })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err((file, format!("cannot be read: {error}"))),
        }
    }
    Ok(texts)
}

/// Whether a file exists, or one of its old name, which is an error when the file is read.
pub fn exists(file: &Path) -> bool {
    file.exists() || check_name(file).is_err()
}

/// Checks that there is no file of the old name in the place of a file that was renamed.
///
/// # Errors
/// The file of the old name, and that it has a new one.
pub fn check_name(file: &Path) -> Result<(), (PathBuf, String)> {
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
    fn a_file_of_an_old_name_is_an_error_that_names_the_new_one() {
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
            assert!(exists(&new_file));
        }
    }

    #[test]
    fn an_old_name_in_a_shared_folder_is_found_too() {
        let root = tempfile::tempdir().expect("a folder");
        let [testbench, common] = ["family/unit", "family/common/box"].map(|folder| root.path().join(folder));
        fs::create_dir_all(&common).expect("a folder");
        let shared = Shared { from: vec!["family/common/box".to_owned()], ..Shared::default() };
        fs::write(common.join("stuck.toml"), "").expect("a file");
        let (file, _) = texts(&testbench.join("stuck_at.toml"), &shared).expect_err("the file was accepted");
        assert_eq!(file, common.join("stuck.toml"));
    }
}
