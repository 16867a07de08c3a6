//! A copy of the workspace in which the page is followed.
//!
//! It keeps its place and its builds from run to run, so that only what has changed is built again.

use harness::rtl::{find_verilator, Workspace};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The copy.
pub struct Copy {
    root: PathBuf,
    target: PathBuf,
    verilator: PathBuf,
}

impl Copy {
    /// The copy, with the files that git knows or would add, as they are now.
    pub fn new() -> Self {
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the root");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
        // What the original has installed need not be installed again.
        let workspace = Workspace::find(&original).expect("the workspace");
        let verilator = find_verilator(&workspace, &mut |text| eprintln!("{text}")).expect("Verilator").program;
        let copy = Self { root: folder.join("workspace"), target: folder.join("target"), verilator };

        let known = git_files(&original);
        fs::create_dir_all(&copy.root).expect("a folder");
        for file in copy.contents().keys().filter(|file| !known.contains(file)) {
            fs::remove_file(copy.root.join(file)).expect("a file less");
        }
        remove_empty_folders(&copy.root);
        for file in known {
            let text = fs::read(original.join(&file)).expect("a file");
            let place = copy.root.join(&file);
            // What is the same keeps its time, by which cargo knows it.
            if fs::read(&place).ok().as_ref() != Some(&text) {
                fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
                fs::copy(original.join(&file), place).expect("a copy");
            }
        }
        copy
    }

    /// All files but those that builds and runs make.
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

    /// Runs a command of the page, which must print what the page says. What make and the tools tell on standard error, and
    /// the speed, are not the same everywhere.
    pub fn console(&self, command: &str, output: &str) {
        let said = match command.strip_prefix("make sim PMU=tally CYCLES=") {
            Some(cycles) => {
                self.cargo(&["build", "--quiet", "--offline", "--package", "pmu-cosim"]);
                self.tool(&["run", "--pmu", "tally", "--code-coverage", "--cycles", cycles])
            }
            // To make files the command of the workspace does as well, and is built.
            None => {
                let tool = command.replace("target/release/pmu-cosim", env!("CARGO_BIN_EXE_pmu-cosim"));
                self.run(Command::new("sh").args(["-c", &tool]))
            }
        };
        let make = output.lines().find_map(|line| line.strip_prefix("make: ")?.rsplit(' ').next());
        let status = make.map_or(0, |number| number.parse().expect("a status"));
        let (out, err) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
        assert_eq!(said.status.code(), Some(status), "{command}\n{out}{err}");
        let standard =
            |line: &&str| ["using ", "building ", "measuring ", "make: "].iter().all(|start| !line.starts_with(start));
        let expected: Vec<_> = output.lines().filter(standard).map(without_speed).collect();
        let actual: Vec<_> = out.lines().map(without_speed).collect();
        assert_eq!(actual.join("\n"), expected.join("\n"), "{command}");
    }

    /// Runs the command that was built in the copy.
    pub fn tool(&self, arguments: &[&str]) -> Output {
        self.run(Command::new(self.target.join("debug/pmu-cosim")).args(arguments))
    }

    /// Runs cargo, which must succeed.
    pub fn cargo(&self, arguments: &[&str]) {
        let said = self.run(Command::new(env!("CARGO")).args(arguments));
        let (out, err) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
        assert!(said.status.success(), "cargo {}\n{out}{err}", arguments.join(" "));
    }

    fn run(&self, command: &mut Command) -> Output {
        command.current_dir(&self.root).env_remove("PMU_COSIM_BUILD_DIR").env("VERILATOR", &self.verilator);
        command.env("CARGO_TARGET_DIR", &self.target).env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
    }
}

/// A line of the table without its last column.
fn without_speed(line: &str) -> &str {
    match line.starts_with('│') {
        true => line.rsplit_once('┆').map_or(line, |(rest, _)| rest),
        false => line,
    }
}

fn git_files(root: &Path) -> Vec<PathBuf> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let said = Command::new("git").arg("-C").arg(root).args(arguments).output().expect("git");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let names = String::from_utf8(said.stdout).expect("names in UTF-8");
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

/// Removes folders without files, all the way down. Whether it removed this one.
fn remove_empty_folders(folder: &Path) -> bool {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let kept = paths.filter(|path| path.is_file() || !remove_empty_folders(path)).count();
    kept == 0 && fs::remove_dir(folder).is_ok()
}
