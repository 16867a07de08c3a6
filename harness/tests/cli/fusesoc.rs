//! FuseSoC cores: a core and those on which it depends name all sources of its PMU.

use crate::support::root;
use golden_model_core::Pmu;
use harness::rtl::{RtlFiles, Workspace};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The fileset `rtl` of a core.
struct Core {
    files: BTreeSet<PathBuf>,
    depend: Vec<String>,
}

/// Reads the cores below a folder by name without version.
fn read_cores(root: &Path, folder: &Path, cores: &mut BTreeMap<String, Core>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder").flatten() {
        let path = folder.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() && path.starts_with("rtl") {
            read_cores(root, &path, cores);
        } else if path.extension().is_some_and(|extension| extension == "core") {
            let text = fs::read_to_string(root.join(&path)).expect("a core");
            let name = text.lines().find_map(|line| line.strip_prefix("name: ")).expect("a name");
            let name = name.rsplit_once(':').expect("a version").0.to_owned();
            assert!(
                cores.insert(name, fileset(&text, folder)).is_none(),
                "{} has the name of another core",
                path.display()
            );
        }
    }
}

fn fileset(text: &str, folder: &Path) -> Core {
    let mut core = Core { files: BTreeSet::new(), depend: Vec::new() };
    let lines = text.lines().skip_while(|line| *line != "  rtl:").skip(1);
    for line in lines.take_while(|line| line.starts_with("    ")) {
        if let Some(entry) = line.strip_prefix("      - ") {
            let entry = entry.split(": ").next().expect("a first part");
            match entry.contains(':') {
                true => core.depend.push(entry.to_owned()),
                false => drop(core.files.insert(folder.join(entry))),
            }
        }
    }
    core
}

/// Returns the files of a core and of those on which it depends.
fn reachable(cores: &BTreeMap<String, Core>, name: &str, files: &mut BTreeSet<PathBuf>) {
    let core = cores.get(name).unwrap_or_else(|| panic!("there is no core {name}"));
    files.extend(core.files.iter().cloned());
    for other in &core.depend {
        reachable(cores, other, files);
    }
}

#[test]
fn core_of_each_pmu_reaches_all_sources() {
    let workspace = Workspace::find(&root()).expect("the workspace");
    let mut cores = BTreeMap::new();
    read_cores(workspace.root(), Path::new(""), &mut cores);
    for pmu in Pmu::ids().filter_map(Pmu::find) {
        let description = &pmu.description;
        let manifest = Path::new("rtl").join(&description.folder).join("rtl.toml");
        let rtl = RtlFiles::read(&workspace, description, &manifest).expect("its RTL");
        let family = description.folder.split('/').next().expect("a family");
        for core in [format!("pmu-cosim:pmu:{}", description.id), format!("pmu-cosim:family:{family}")] {
            let mut files = BTreeSet::new();
            reachable(&cores, &core, &mut files);
            let missing: Vec<_> = rtl.sources.iter().filter(|source| !files.contains(*source)).collect();
            assert!(missing.is_empty(), "{core}: {missing:?}");
            let absent: Vec<_> = files.iter().filter(|file| !workspace.root().join(file).is_file()).collect();
            assert!(absent.is_empty(), "{core}: {absent:?}");
        }
    }
}
