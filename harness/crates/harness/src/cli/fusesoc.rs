//! FuseSoC cores: one for each PMU, each family, and each folder of shared RTL.
//!
//! A core names only files below its own folder, as FuseSoC demands; the cores that it depends on name the others. The core of K8
//! is `fusesoc.core` in the root, because its target `sim` also needs a file of `testbenches/`.

use crate::rtl::{RtlFiles, Workspace};
use crate::rtl_selection::rtl_folder;
use crate::Error;
use golden_model_core::description::ReferenceRtl;
use golden_model_core::{Description, Pmu};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The PMU whose core is in the root.
const OF_ROOT: &str = "k8";
/// Its bench for target `sim`.
const BENCH: &str = "testbenches/amd_k8/core/verilog/k8_smoke_tb.v";
/// First line of a generated core after `CAPI=2:`.
const MARKER: &str = "# Generated from rtl.toml by `make gen`. Do not edit.\n";

/// The RTL of a PMU.
struct Rtl {
    description: Description,
    files: RtlFiles,
}

/// The Verilog files of a folder below `rtl/`, by name.
type Folders = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// Returns path and text of all cores.
///
/// # Errors
/// If an `rtl.toml` cannot be read.
pub(super) fn cores(workspace: &Workspace, pmus: &[Pmu]) -> Result<Vec<(PathBuf, String)>, Error> {
    let mut all = Vec::new();
    for pmu in pmus.iter().filter(|pmu| pmu.description.reference == ReferenceRtl::Tree) {
        let manifest = rtl_folder(workspace, pmu, None).join("rtl.toml");
        let files = RtlFiles::read(workspace, &pmu.description, &manifest)?;
        all.push(Rtl { description: pmu.description.clone(), files });
    }
    let mut folders = Folders::new();
    for file in all.iter().flat_map(|rtl| rtl.files.inputs.iter()).filter(|file| is_verilog(file)) {
        folders.entry(folder_of(file).to_owned()).or_default().insert(file.clone());
    }
    let names = names(&all, &folders);
    let shared = folders.keys().filter(|folder| !all.iter().any(|rtl| own_folder(rtl) == **folder));
    let shared = shared.map(|folder| (core_file(folder, &names[folder]), shared_core(folder, &names, &folders)));
    let families = families(&all).into_iter().map(|(family, ids)| {
        let name = format!("pmu-cosim:family:{family}");
        (core_file(&Path::new("rtl").join(family), &name), family_core(&name, family, &ids))
    });
    let cores: Vec<_> = shared.chain(families).collect();
    Ok(all.iter().map(|rtl| pmu_core(rtl, &names, &folders)).chain(cores).collect())
}

fn is_verilog(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "v" || extension == "vh")
}

fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

fn own_folder(rtl: &Rtl) -> PathBuf {
    Path::new("rtl").join(&rtl.description.folder)
}

/// Returns the name of the core of each folder, without its version.
fn names(all: &[Rtl], folders: &Folders) -> BTreeMap<PathBuf, String> {
    let name = |folder: &PathBuf| match all.iter().find(|rtl| own_folder(rtl) == *folder) {
        Some(rtl) => format!("pmu-cosim:pmu:{}", rtl.description.id),
        None => {
            let parts = folder.components().skip(1).map(|part| part.as_os_str().to_string_lossy());
            format!("pmu-cosim:rtl:{}", parts.collect::<Vec<_>>().join("_"))
        }
    };
    folders.keys().map(|folder| (folder.clone(), name(folder))).collect()
}

/// Returns the PMUs of each family.
fn families(all: &[Rtl]) -> BTreeMap<&str, Vec<&str>> {
    let mut families = BTreeMap::<_, Vec<_>>::new();
    for rtl in all {
        let family = rtl.description.folder.split('/').next().unwrap_or_default();
        families.entry(family).or_default().push(rtl.description.id.as_str());
    }
    families
}

/// Returns the file of a core: the last part of its name, in its folder.
fn core_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{}.core", name.rsplit(':').next().unwrap_or(name)))
}

/// Returns the start of a core.
fn head(comment: &str, name: &str, description: &str) -> String {
    // A string of JSON is one of YAML.
    let description = serde_json::Value::from(description);
    format!(
        "CAPI=2:\n{MARKER}{comment}\nname: {name}:{}\ndescription: {description}\nlicense: Apache-2.0\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// Returns the fileset `rtl` with the files of `folder` and the cores that the other `sources` need.
fn fileset<'s>(
    core: &Path,
    folder: &Path,
    sources: impl Iterator<Item = &'s PathBuf>,
    names: &BTreeMap<PathBuf, String>,
    folders: &Folders,
) -> String {
    let mut text = "\nfilesets:\n  rtl:\n".to_owned();
    let others: BTreeSet<_> = sources.map(|file| folder_of(file)).filter(|other| *other != folder).collect();
    if !others.is_empty() {
        text.push_str("    depend:\n");
        for other in others {
            let _ = writeln!(text, "      - {}", names[other]);
        }
    }
    text.push_str("    files:\n");
    for file in &folders[folder] {
        let place = file.strip_prefix(folder_of(core)).unwrap_or(file).display();
        let include = if file.extension().is_some_and(|it| it == "vh") { ": {is_include_file: true}" } else { "" };
        let _ = writeln!(text, "      - {place}{include}");
    }
    text.push_str("    file_type: verilogSource-2005\n");
    text
}

fn shared_core(folder: &Path, names: &BTreeMap<PathBuf, String>, folders: &Folders) -> String {
    let name = &names[folder];
    let description = format!("Verilog that several PMUs share, from {}", folder.display());
    let files = fileset(&core_file(folder, name), folder, std::iter::empty(), names, folders);
    head("", name, &description) + &files + "\ntargets:\n  default:\n    filesets: [rtl]\n"
}

fn family_core(name: &str, family: &str, ids: &[&str]) -> String {
    let depend: String = ids.iter().map(|id| format!("      - pmu-cosim:pmu:{id}\n")).collect();
    let filesets = format!("\nfilesets:\n  rtl:\n    depend:\n{depend}");
    let description = format!("All PMUs of the family {family}");
    head("", name, &description) + &filesets + "\ntargets:\n  default:\n    filesets: [rtl]\n"
}

fn pmu_core(rtl: &Rtl, names: &BTreeMap<PathBuf, String>, folders: &Folders) -> (PathBuf, String) {
    let Rtl { description, files } = rtl;
    let (id, folder, top) = (&description.id, own_folder(rtl), &files.top);
    let of_root = id == OF_ROOT;
    let name = &names[&folder];
    let core = if of_root { PathBuf::from("fusesoc.core") } else { core_file(&folder, name) };
    let other_targets = if of_root { "--target=sim and --target=synth" } else { "--target=synth" };
    let comment = format!(
        "#\n# From the root of the repository, with everything that is built below build/fusesoc/:\n#\n\
         #   fusesoc --cores-root . run --build-root build/fusesoc --target=lint {name}\n#\n\
         # and the same with {other_targets}. Each exits with a status other than 0 if it finds something.\n"
    );
    // A sub-block leaves sources of its top unused.
    let waiver = if files.own.is_empty() { "" } else { ", -Wno-UNUSEDSIGNAL" };
    let mut text =
        head(&comment, name, &description.name) + &fileset(&core, &folder, files.sources.iter(), names, folders);
    if of_root {
        let _ = write!(text, "\n  smoke_bench:\n    files:\n      - {BENCH}\n    file_type: verilogSource-2005\n");
    }
    let _ = write!(
        text,
        "
targets:
  default:
    description: The RTL alone, for a core that instantiates {top}
    filesets: [rtl]
    toplevel: {top}

  lint: &lint
    description: Lint the RTL with Verilator, all warnings on and fatal
    filesets: [rtl]
    toplevel: {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall, --default-language 1364-2005{waiver}]
"
    );
    if of_root {
        let bench = Path::new(BENCH).file_stem().unwrap_or_default().to_string_lossy();
        let _ = write!(
            text,
            "
  sim:
    description: Run the self-checking smoke bench under Icarus Verilog
    filesets: [rtl, smoke_bench]
    toplevel: {bench}
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2005, -Wall]
      vvp_options: [-N] # the $stop after a failed check becomes exit status 1
"
        );
    }
    let _ = write!(
        text,
        "
  synth:
    <<: *lint
    description: Lint the RTL, then synthesize it with Yosys for no particular technology
    hooks:
      post_build: [yosys]

scripts:
  # edalize synthesizes for named FPGA families only, and its strings do not allow stars, parentheses or semicolons:
  # therefore a hook with this wording. Every warning is an error, and so is a latch, for which Yosys prints no warning.
  yosys:
    cmd:
      - yosys -q -l yosys.log -e .
      - -p \"synth -top {top}\" -p \"check -assert\" -p stat
      - -p \"select -assert-none t:[$$]dlatch t:[$$]_DLATCH_[NP]_\"
      - '`find . -regex .+[.]v`'
"
    );
    (core, text)
}
