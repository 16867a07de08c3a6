//! A copy of the workspace in which a test adds PMUs.
//!
//! The copy and its build folders are reused in later runs, so that only changes are built.

use harness::rtl::{find_verilator, Workspace};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tests share the copy and its build folders: one test uses them at a time.
static IN_USE: Mutex<()> = Mutex::new(());

/// A copy of the workspace.
pub struct Copy {
    root: PathBuf,
    target: PathBuf,
    verilator: PathBuf,
    _in_use: MutexGuard<'static, ()>,
}

impl Copy {
    /// Creates or updates the copy with all files of the working tree that git does not ignore.
    pub fn new() -> Self {
        // A failed test leaves a copy that the next one updates.
        let in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the root");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
        // Use the Verilator of the original workspace, so that it is not installed again.
        let workspace = Workspace::find(&original).expect("the workspace");
        let verilator = find_verilator(&workspace, &mut |text| eprintln!("{text}")).expect("Verilator").program;
        let copy = Self { root: folder.join("workspace"), target: folder.join("target"), verilator, _in_use: in_use };

        let known = git_files(&original);
        fs::create_dir_all(&copy.root).expect("a folder");
        for file in copy.contents().keys().filter(|file| !known.contains(file)) {
            fs::remove_file(copy.root.join(file)).expect("a removed file");
        }
        remove_empty_folders(&copy.root);
        for file in known {
            let text = fs::read(original.join(&file)).expect("a file");
            let place = copy.root.join(&file);
            // Unchanged files keep their modification time, so that cargo does not rebuild them.
            if fs::read(&place).ok().as_ref() != Some(&text) {
                fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
                fs::copy(original.join(&file), place).expect("a copy");
            }
        }
        // The page begins with the first run.
        let runs = copy.root.join("build/runs");
        match fs::remove_dir_all(&runs) {
            Err(error) if error.kind() != ErrorKind::NotFound => panic!("{}: {error}", runs.display()),
            _ => copy,
        }
    }

    /// Returns all files except those that builds and runs create.
    pub fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        collect(&self.root, &self.root, &mut found);
        found
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn write(&self, path: &str, text: &str) {
        let place = self.root.join(path);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(place, text).expect("a file");
    }

    pub fn replace(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(old).count(), 1, "{old} is in {path} once");
        self.write(path, &text.replace(old, new));
    }

    /// Runs a command of the page and compares its output with the page.
    ///
    /// Messages on standard error and the speed are not compared, since they depend on the machine.
    pub fn console(&self, command: &str, output: &str) {
        let result = match command.strip_prefix("make sim PMU=tally CYCLES=") {
            Some(cycles) => {
                self.build();
                self.tool(&["run", "--pmu", "tally", "--code-coverage", "--cycles", cycles])
            }
            // Commands that create files use the binary of this workspace, which is already built.
            None => {
                let tool = command.replace("target/release/pmu-cosim", env!("CARGO_BIN_EXE_pmu-cosim"));
                self.run(Command::new("sh").args(["-c", &tool]))
            }
        };
        let make = output.lines().find_map(|line| line.strip_prefix("make: ")?.rsplit(' ').next());
        let status = make.map_or(0, |number| number.parse().expect("a status"));
        let (out, err) = (String::from_utf8_lossy(&result.stdout), String::from_utf8_lossy(&result.stderr));
        assert_eq!(result.status.code(), Some(status), "{command}\n{out}{err}");
        let standard =
            |line: &&str| ["using ", "building ", "measuring ", "make: "].iter().all(|start| !line.starts_with(start));
        let expected: Vec<_> = output.lines().filter(standard).map(without_speed).collect();
        let actual: Vec<_> = out.lines().map(without_speed).collect();
        assert_eq!(actual.join("\n"), expected.join("\n"), "{command}");
    }

    /// Creates files with the binary of this workspace; panics if it fails.
    pub fn created(&self, arguments: &[&str]) {
        let result = self.run(Command::new(env!("CARGO_BIN_EXE_pmu-cosim")).args(arguments));
        assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    }

    /// Builds the command with the models of the copy.
    pub fn build(&self) {
        self.cargo(&["build", "--quiet", "--offline", "--package", "pmu-cosim"]);
    }

    /// Runs the binary that was built in the copy.
    pub fn tool(&self, arguments: &[&str]) -> Output {
        self.run(Command::new(self.target.join("debug/pmu-cosim")).args(arguments))
    }

    /// Runs cargo; panics if it fails.
    pub fn cargo(&self, arguments: &[&str]) {
        let result = self.run(Command::new(env!("CARGO")).args(arguments));
        let (out, err) = (String::from_utf8_lossy(&result.stdout), String::from_utf8_lossy(&result.stderr));
        assert!(result.status.success(), "cargo {}\n{out}{err}", arguments.join(" "));
    }

    fn run(&self, command: &mut Command) -> Output {
        command.current_dir(&self.root).env_remove("PMU_COSIM_BUILD_DIR").env("VERILATOR", &self.verilator);
        command.env("CARGO_TARGET_DIR", &self.target).env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
    }
}

/// Returns a line of the table without its last column.
fn without_speed(line: &str) -> &str {
    match line.starts_with('│') {
        true => line.rsplit_once('┆').map_or(line, |(rest, _)| rest),
        false => line,
    }
}

fn git_files(root: &Path) -> Vec<PathBuf> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let result = Command::new("git").arg("-C").arg(root).args(arguments).output().expect("git");
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    let names = String::from_utf8(result.stdout).expect("names in UTF-8");
    // A file that is deleted but not yet committed is still listed.
    names.split_terminator('\0').map(PathBuf::from).filter(|file| root.join(file).is_file()).collect()
}

fn collect(root: &Path, folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.strip_prefix(root).expect("below the root").to_owned();
        if path.is_file() {
            found.insert(name, fs::read(path).expect("a file"));
        } else if name != Path::new("build") {
            collect(root, &path, found);
        }
    }
}

/// Removes folders without files recursively and returns whether it removed `folder`.
fn remove_empty_folders(folder: &Path) -> bool {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let kept = paths.filter(|path| path.is_file() || !remove_empty_folders(path)).count();
    kept == 0 && fs::remove_dir(folder).is_ok()
}
