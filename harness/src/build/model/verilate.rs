//! Runs Verilator and reads what it made.

use super::bind::{bind, Binding};
use super::elaborated::ports;
use super::registered;
use super::shim::Shim;
use super::state::{Root, StateAccess};
use crate::build::design::{refused_parameters, wanted, Design};
use crate::build::tools::{marked_lines, run, Verilator};
use crate::build::{BuildError, Variant, Workspace};
use golden_model::{Description, Slot};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Flags of every build. Warnings are for the lint; here they must not stop a build. The whole design becomes one C++
/// class, so that every register has one place and a name that follows from its path. What has no initial value gets a
/// random one, so that a missing reset shows. All waves count nanoseconds, whatever a `timescale in the RTL says.
pub(in crate::build) const FLAGS: [&str; 13] = [
    "--cc",
    "--flatten",
    "--no-timing",
    "--assert",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "--timescale-override",
    "1ns/1ns",
    "-Wno-fatal",
    "-Wno-lint",
    // A latch cannot be told from logic in the generated C++: the warning tells it.
    "-Wwarn-LATCH",
];

/// What Verilator made of the RTL.
pub(in crate::build) struct Verilated {
    /// The folder with its files.
    pub directory: PathBuf,
    /// The model's C++ files that run in every clock, by name without suffix.
    pub run_often: Vec<String>,
    /// Its files that run once, likewise.
    pub run_once: Vec<String>,
    /// The files of the runtime that it needs, likewise.
    pub globals: Vec<String>,
    /// Files that it has read, but for those that the harness has written.
    pub inputs: Vec<PathBuf>,
    /// The ports of the top module.
    pub binding: Binding,
    /// The slots of the state words that have a place, and how to read them.
    pub states: Vec<(Slot, StateAccess)>,
    /// Whether the inputs have registers of their own, which [`registered::LOAD`] loads.
    pub registered: bool,
}

/// Verilates `design` into `directory` and checks its ports and state words against `description`.
pub(in crate::build) fn verilate(
    workspace: &Workspace,
    verilator: &Verilator,
    design: &Design,
    description: &Description,
    variant: Variant,
    directory: &Path,
) -> Result<Verilated, BuildError> {
    let prefix = prefix_of(description);
    let call = Call { workspace, verilator, design, variant, prefix: &prefix };
    let plain = call.run(directory, None)?;
    let scopes = [design.top.as_str()];
    let (binding, states) = check(design, description, &plain.read(".h")?, &plain.root()?, &scopes)?;
    let read = inputs_in(&plain.read("__verFiles.dat")?);
    let inputs: Vec<_> = read.into_iter().filter(|file| !file.starts_with(directory)).collect();
    // Waves and coverage are those of the design alone.
    let may_register = variant == Variant::Fast && !plain.has_latch && !call.declares_latches(&inputs)?;
    if !may_register || !registered::is_possible(&binding.ports, binding.clock, &plain.code()?) {
        return plain.verilated(binding, states, inputs, false);
    }
    let inner = directory.join("registered");
    let wrapper = directory.join("registered.v");
    let text = registered::wrapper(&design.top, &binding.ports, binding.clock.0, design.map());
    fs::write(&wrapper, text).map_err(BuildError::io("write", &wrapper))?;
    let faster = call.run(&inner, Some(&wrapper))?;
    let scopes = [registered::TOP, registered::DESIGN];
    let states =
        found_states(design, description, &faster.root()?, &scopes).map_err(|faults| mismatch(design, faults))?;
    faster.verilated(binding, states, inputs, true)
}

/// What all calls of Verilator for a design have in common.
struct Call<'a> {
    workspace: &'a Workspace,
    verilator: &'a Verilator,
    design: &'a Design,
    variant: Variant,
    prefix: &'a str,
}

/// The folder with what Verilator has made.
struct Made {
    directory: PathBuf,
    prefix: String,
    /// Whether Verilator has found a latch that is not declared as one.
    has_latch: bool,
}

impl Call<'_> {
    /// Runs Verilator on the design, or on the module in `wrapper` around it.
    fn run(&self, directory: &Path, wrapper: Option<&Path>) -> Result<Made, BuildError> {
        let Self { workspace, verilator, design, variant, prefix } = *self;
        fs::create_dir(directory).map_err(BuildError::io("create", directory))?;
        let public = directory.join("public.vlt");
        fs::write(&public, configuration(design, variant)).map_err(BuildError::io("write", &public))?;
        let mut command = Command::new(&verilator.program);
        command.current_dir(&workspace.root).env("VERILATOR_ROOT", &verilator.root);
        command.args(FLAGS).args(variant.verilator_flags());
        let top = wrapper.map_or(design.top.as_str(), |_| registered::TOP);
        command.args(["--prefix", prefix, "--top-module", top]).arg("--Mdir").arg(directory);
        for folder in &design.include {
            command.arg(format!("-I{}", folder.display()));
        }
        if wrapper.is_none() {
            for (name, value) in &design.map().parameters {
                command.arg(format!("-G{name}={}", value.0));
            }
        }
        command.arg(&public).args(&design.sources).args(wrapper);
        let output = run(&mut command).map_err(BuildError::Tool)?;
        if !output.status.success() {
            return Err(failure(workspace, design, &output));
        }
        check_complete(directory)?;
        let has_latch = String::from_utf8_lossy(&output.stderr).contains("%Warning-LATCH");
        Ok(Made { directory: directory.to_owned(), prefix: prefix.to_owned(), has_latch })
    }

    /// Whether files that Verilator has read have latches of which it does not warn: declared ones, and those whose warning
    /// is off.
    fn declares_latches(&self, read: &[PathBuf]) -> Result<bool, BuildError> {
        let Verilator { root, program, .. } = self.verilator;
        let own = |file: &Path| file.starts_with(root) || file.file_name() == program.file_name();
        for source in read.iter().filter(|file| !own(file)) {
            let source = self.workspace.root.join(source);
            let text = fs::read(&source).map_err(BuildError::io("read", &source))?;
            let text = String::from_utf8_lossy(&text);
            if ["always_latch", "LATCH"].iter().any(|word| text.contains(word)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Made {
    /// The file of that ending.
    fn read(&self, ending: &str) -> Result<String, BuildError> {
        let file = self.directory.join(format!("{}{ending}", self.prefix));
        fs::read_to_string(&file).map_err(BuildError::io("read", &file))
    }

    /// The names in the lists of C++ files.
    fn listed(&self, lists: &[&str]) -> Result<Vec<String>, BuildError> {
        let text = self.read("_classes.mk")?;
        Ok(lists.iter().flat_map(|list| names_in(&text, list)).collect())
    }

    /// All C++ of the listed files.
    fn text(&self, lists: &[&str]) -> Result<String, BuildError> {
        let read = |name: String| {
            let file = self.directory.join(name + ".cpp");
            fs::read_to_string(&file).map_err(BuildError::io("read", &file))
        };
        self.listed(lists)?.into_iter().map(read).collect()
    }

    /// The C++ of the model.
    fn code(&self) -> Result<String, BuildError> {
        self.text(&["VM_CLASSES_FAST", "VM_CLASSES_SLOW"])
    }

    /// The signals of the model.
    fn root(&self) -> Result<Root, BuildError> {
        Ok(Root::parse(&self.read("___024root.h")?, &self.text(&["VM_SUPPORT_FAST", "VM_SUPPORT_SLOW"])?))
    }

    fn verilated(
        self,
        binding: Binding,
        states: Vec<(Slot, StateAccess)>,
        inputs: Vec<PathBuf>,
        registered: bool,
    ) -> Result<Verilated, BuildError> {
        Ok(Verilated {
            run_often: self.listed(&["VM_CLASSES_FAST"])?,
            run_once: self.listed(&["VM_CLASSES_SLOW", "VM_SUPPORT_FAST", "VM_SUPPORT_SLOW"])?,
            globals: self.listed(&["VM_GLOBAL_FAST", "VM_GLOBAL_SLOW"])?,
            directory: self.directory,
            inputs,
            binding,
            states,
            registered,
        })
    }
}

/// Verilator's failure: of the RTL, or of Verilator itself.
fn failure(workspace: &Workspace, design: &Design, output: &Output) -> BuildError {
    let faults = refused_parameters(workspace, design, &output.stderr);
    if !faults.is_empty() {
        return BuildError::Mismatch { design: design.name.clone(), top: design.top.clone(), faults };
    }
    let lines = marked_lines(&output.stderr, &["%Error"], 6);
    let own_fault = ["Can't write", "Cannot write", "Internal Error"].iter().any(|mark| lines.contains(mark));
    match output.status.code() {
        Some(_) if !own_fault => BuildError::Rejected { design: design.name.clone(), lines },
        _ => BuildError::Tool(format!("Verilator failed with {}:\n{lines}", output.status)),
    }
}

/// Verilator does not notice that a disk is full: it reports success and leaves files empty or cut.
fn check_complete(directory: &Path) -> Result<(), BuildError> {
    for entry in fs::read_dir(directory).map_err(BuildError::io("list", directory))? {
        let file = entry.map_err(BuildError::io("list", directory))?.path();
        if !fs::read(&file).map_err(BuildError::io("read", &file))?.ends_with(b"\n") {
            let full = std::io::Error::other("Verilator left it incomplete; is the disk full?");
            return Err(BuildError::io("write", file)(full));
        }
    }
    Ok(())
}

impl Verilated {
    /// The C++ between the harness and the model, or the loop that takes its place.
    pub fn shim(&self, description: &Description, variant: Variant) -> String {
        let shim = Shim {
            prefix: &prefix_of(description),
            binding: &self.binding,
            states: &self.states,
            frame: &description.frame_layout(),
            observation: &description.observation_layout(),
            registered: self.registered,
        };
        match variant {
            Variant::Bare => shim.bare_loop(),
            _ => shim.text(),
        }
    }
}

/// `--prefix`: the name of the class of the top module.
fn prefix_of(description: &Description) -> String {
    let id: String = description.id.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("V{id}")
}

/// A configuration file that makes the state words readable and keeps code coverage to the design's own files.
fn configuration(design: &Design, variant: Variant) -> String {
    let mut lines: Vec<String> = design
        .states
        .iter()
        .flatten()
        .map(|place| format!("public_flat_rd -module \"{}\" -var \"{}\"", place.module, place.signal))
        .collect();
    if variant == Variant::Coverage {
        let of_blocks = design.of_blocks.iter();
        lines.extend(of_blocks.map(|file| format!("coverage_off -file \"{}\"", file.display())));
    }
    lines.sort();
    lines.dedup();
    lines.insert(0, "`verilator_config".to_owned());
    lines.join("\n") + "\n"
}

type Checked = (Binding, Vec<(Slot, StateAccess)>);

/// Ports and state words of the elaborated design, or everything about them that does not fit the description.
fn check(
    design: &Design,
    description: &Description,
    header: &str,
    root: &Root,
    scopes: &[&str],
) -> Result<Checked, BuildError> {
    let ports = ports(header).map_err(|what| mismatch(design, vec![what]))?;
    let mut faults = design.faults.clone();
    let bound = bind(ports, &wanted(description), design.map.as_ref(), design.select.as_deref());
    let binding = bound.map_err(|more| faults.extend(more)).ok();
    let states = found_states(design, description, root, scopes).map_err(|more| faults.extend(more)).ok();
    match binding.zip(states).filter(|_| faults.is_empty()) {
        Some(checked) => Ok(checked),
        None => Err(mismatch(design, faults)),
    }
}

fn mismatch(design: &Design, faults: Vec<String>) -> BuildError {
    BuildError::Mismatch { design: design.name.clone(), top: design.top.clone(), faults }
}

/// How to read the state words that have a place in the design at `scopes`, or what does not fit.
fn found_states(
    design: &Design,
    description: &Description,
    root: &Root,
    scopes: &[&str],
) -> Result<Vec<(Slot, StateAccess)>, Vec<String>> {
    let layout = description.observation_layout();
    let (mut states, mut faults) = (Vec::new(), Vec::new());
    for (word, place) in description.states.iter().zip(&design.states) {
        let (Some(place), Some(slot)) = (place, layout.find(&word.name)) else {
            continue;
        };
        match root.find(scopes, place, word.width) {
            Ok(access) => states.push((slot.clone(), access)),
            Err(what) => faults.push(format!("state {}: {what}", word.name)),
        }
    }
    if faults.is_empty() {
        Ok(states)
    } else {
        Err(faults)
    }
}

/// The names behind `name +=` in a list for make, which goes on while lines end in a backslash.
fn names_in(lists: &str, name: &str) -> Vec<String> {
    let mut lines = lists.lines().skip_while(|line| line.split_whitespace().next() != Some(name));
    lines.next();
    let listed = lines.take_while(|line| line.trim_end().ends_with('\\'));
    listed.map(|line| line.trim().trim_end_matches('\\').trim().to_owned()).collect()
}

/// The files marked as sources in Verilator's record of files, in which the name stands last and in quotes.
fn inputs_in(record: &str) -> Vec<PathBuf> {
    let sources = record.lines().filter(|line| line.starts_with("S "));
    sources.filter_map(|line| line.trim_end_matches('"').rsplit('"').next()).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_for_make_are_read() {
        let lists = "VM_GLOBAL_FAST += \\\n\tverilated \\\n  verilated_dpi \\\n\nVM_GLOBAL_SLOW += \\\n\n";
        assert_eq!(names_in(lists, "VM_GLOBAL_FAST"), ["verilated", "verilated_dpi"]);
        assert_eq!(names_in(lists, "VM_GLOBAL_SLOW"), [""; 0]);
    }

    #[test]
    fn a_file_that_is_cut_or_empty_is_an_error_that_names_it() {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("Va.h"), "class Va;\n").expect("a file");
        check_complete(directory.path()).expect("complete files");
        for text in ["", "class V"] {
            fs::write(directory.path().join("Vb.h"), text).expect("a file");
            let error = check_complete(directory.path()).expect_err("a cut file was taken");
            assert!(error.to_string().contains("Vb.h: Verilator left it incomplete"), "{error}");
        }
    }

    #[test]
    fn sources_are_read_from_both_forms_of_the_record() {
        let old = "S   274 10035219  1795253616   838747829 \"rtl/a b.v\"\nT 1 \"o/V.cpp\"\n";
        let new = "S   274 10035219  1795253616  0 0 0 \"HPtB3KrrK7\" \"rtl/a b.v\"\n";
        assert_eq!(inputs_in(old), [PathBuf::from("rtl/a b.v")]);
        assert_eq!(inputs_in(new), [PathBuf::from("rtl/a b.v")]);
    }
}
