//! The block of a user: its files, its module, and the ports of that module.

use super::header::{Header, HeaderPort};
use crate::design::missing_ports::MissingPorts;
use crate::design::port_map::Parameter;
use crate::design::rtl_design::Design;
use crate::design::source_list::{Listed, SourceList};
use crate::design::structure::{modules, Module};
use crate::error::BuildError;
use crate::model::elaborated_ports::ElaboratedPort;
use crate::model::invocation::Invocation;
use crate::model::Variant;
use crate::tools::toolchain::find_verilator;
use crate::workspace::Workspace;
use golden_model_core::suggest::unknown;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use verilated::Direction;

/// The files of a block and its module, as a user gives them. Paths are absolute.
#[derive(Clone, Debug, Default)]
pub struct BlockFiles {
    /// Verilog files, in order; at most one file list, whose name ends in `.f`.
    pub files: Vec<PathBuf>,
    /// Folders of included files.
    pub include: Vec<PathBuf>,
    /// Macros, with their values.
    pub define: BTreeMap<String, String>,
    /// Parameters of the module, with their values.
    pub parameters: BTreeMap<String, String>,
    /// The module; by default the only one that no other module instantiates.
    pub top: Option<String>,
}

impl BlockFiles {
    /// The Verilog files.
    pub(super) fn verilog(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().filter(|file| !is_list(file))
    }

    /// The file list.
    pub(super) fn list(&self) -> Option<&PathBuf> {
        self.files.iter().find(|file| is_list(file))
    }

    fn resolve(&self, workspace: &Workspace) -> Result<Listed, BuildError> {
        if let Some(missing) = self.files.iter().find(|file| !file.is_file()) {
            let what = if missing.is_dir() { "this is a folder; name its files" } else { "there is no such file" };
            return Err(wrong(missing, what));
        }
        if let Some(second) = self.files.iter().filter(|file| is_list(file)).nth(1) {
            return Err(wrong(second, "a second file list; let the first one read it with -F"));
        }
        let sources = SourceList {
            files: self.verilog().cloned().collect(),
            list: self.list().cloned(),
            include: self.include.clone(),
            define: self.define.iter().map(|(name, value)| (name.clone(), Parameter(value.clone()))).collect(),
            own: Vec::new(),
        };
        let listed = sources.resolve(workspace, Path::new(""), Listed::default());
        listed.map_err(|what| wrong(self.list().or(self.files.first()).map_or(Path::new(""), PathBuf::as_path), &what))
    }
}

/// An elaborated block.
pub(super) struct Block {
    /// Name of its module.
    pub name: String,
    /// The file that declares it, relative to the workspace's root if it is below it.
    pub file: PathBuf,
    /// The files that the user gave.
    pub given: BlockFiles,
    /// Its header.
    pub header: Header,
    /// Its ports.
    pub ports: Vec<BlockPort>,
    /// The text of all sources, without comments and macros.
    pub code: String,
}

/// A port of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockPort {
    /// Its name.
    pub name: String,
    /// Its width in bits; that of one element if it is an unpacked array.
    pub width: u32,
    /// Its direction.
    pub direction: Direction,
    /// Whether it is an unpacked array.
    pub is_array: bool,
    /// Its enumerated type, if it has one: a value needs a cast.
    pub enumeration: Option<String>,
}

impl Block {
    /// Finds the module in the files and elaborates it. No module may have the name `taken`.
    pub fn elaborate(
        workspace: &Workspace,
        given: &BlockFiles,
        taken: &str,
        notice: &mut dyn FnMut(&str),
    ) -> Result<Self, BuildError> {
        let listed = given.resolve(workspace)?;
        let (name, file) = module_of(workspace, &listed.sources, given.top.as_deref(), taken)?;
        let verilator = find_verilator(workspace, notice)?;
        let design = design(&name, &file, listed, given);
        let call =
            Invocation { workspace, verilator: &verilator, design: &design, variant: Variant::Fast, prefix: "Vblock" };
        let code = call.preprocessed()?;
        let header = Header::read(&code, &name).unwrap_or_default();
        if let Some((port, fault)) = header.ports.iter().find_map(|port| Some((&port.name, port.fault?))) {
            return Err(unsupported(&file, &name, port, fault));
        }
        let place = tempfile::tempdir().map_err(BuildError::io("create a directory in", std::env::temp_dir()))?;
        let elaborated = call.public(&place.path().join("block"))?.all_ports()?;
        let ports = elaborated.map_err(|what| wrong(&file, &what))?.into_iter().map(|port| match port.direction {
            Some(direction) => Ok(BlockPort::new(port, direction, &header.ports)),
            None => Err(unsupported(&file, &name, &port.name, "an inout port")),
        });
        let mut ports: Vec<BlockPort> = ports.collect::<Result<_, _>>()?;
        // Verilator sorts them by width.
        ports.sort_by_key(|port| header.ports.iter().position(|declared| declared.name == port.name));
        Ok(Self { given: given.clone(), name, file, header, ports, code })
    }
}

impl BlockPort {
    fn new(port: ElaboratedPort, direction: Direction, declared: &[HeaderPort]) -> Self {
        let ElaboratedPort { name, width, is_array, .. } = port;
        let enumeration = declared.iter().find(|declared| declared.name == name);
        let enumeration = enumeration.and_then(|declared| declared.enumeration.clone());
        Self { name, width, direction, is_array, enumeration }
    }
}

/// The module and its file: `wanted`, or the only one that no other module instantiates.
fn module_of(
    workspace: &Workspace,
    sources: &[PathBuf],
    wanted: Option<&str>,
    taken: &str,
) -> Result<(String, PathBuf), BuildError> {
    let mut found: Vec<Module> = Vec::new();
    for source in sources {
        let file = workspace.root.join(source);
        let text = std::fs::read(&file).map_err(BuildError::io("read", &file))?;
        found.extend(modules(source, &String::from_utf8_lossy(&text)));
    }
    let first = sources.first().map_or(Path::new(""), PathBuf::as_path);
    if let Some(module) = found.iter().find(|module| module.name == taken) {
        return Err(wrong(&module.file, &format!("module {taken} has the name of the wrapper; rename it")));
    }
    let instantiated: BTreeSet<_> = found.iter().flat_map(|module| &module.instances).map(|one| &one.module).collect();
    let tops: Vec<_> = match wanted {
        Some(wanted) => found.iter().filter(|module| module.name == wanted).collect(),
        None => found.iter().filter(|module| !instantiated.contains(&module.name)).collect(),
    };
    match (tops.as_slice(), wanted) {
        ([top, ..], Some(_)) | ([top], None) => Ok((top.name.clone(), top.file.clone())),
        ([], Some(wanted)) => {
            Err(wrong(first, &unknown("module", wanted, found.iter().map(|module| module.name.as_str()))))
        }
        ([], None) => {
            Err(wrong(first, "no module is a top; --wrap needs the file that declares the module of the block"))
        }
        (several, None) => {
            let names: Vec<_> = several.iter().map(|module| module.name.as_str()).collect();
            Err(wrong(
                &several[0].file,
                &format!("there are several top modules, {}; select one with --top", names.join(", ")),
            ))
        }
    }
}

/// The block as a design without state words.
fn design(name: &str, file: &Path, listed: Listed, given: &BlockFiles) -> Design {
    let parameters = given.parameters.iter().map(|(name, value)| (name.clone(), Parameter(value.clone())));
    Design {
        name: file.to_owned(),
        folder: file.to_owned(),
        settings: None,
        lists: listed.lists,
        top: name.to_owned(),
        sources: listed.sources,
        include: listed.include,
        define: listed.define,
        states: Vec::new(),
        select: None,
        own: Vec::new(),
        elsewhere: Vec::new(),
        parameters: parameters.collect(),
        map: None,
        absences: MissingPorts::default(),
        faults: Vec::new(),
    }
}

fn is_list(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "f")
}

fn unsupported(file: &Path, module: &str, port: &str, fault: &str) -> BuildError {
    wrong(file, &format!("port {port} of {module} is {fault}, which a wrapper cannot connect; put a module with inputs and outputs around it, and wrap that one"))
}

fn wrong(path: &Path, what: &str) -> BuildError {
    BuildError::Manifest { path: path.to_owned(), what: what.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ToolChoice;
    use rstest::rstest;
    use std::fs;

    const TWO: &str = "module a (input x);\n b u (.x(x));\nendmodule\nmodule b (input x); endmodule\n";

    /// The module of a file with that text.
    fn module(text: &str, wanted: Option<&str>) -> Result<String, String> {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.sv"), text).expect("a file");
        let workspace = Workspace::new(folder.path(), folder.path(), ToolChoice::default()).expect("a workspace");
        let found = module_of(&workspace, &[PathBuf::from("a.sv")], wanted, "pmu_wrapper");
        found.map(|(name, _)| name).map_err(|error| error.to_string())
    }

    #[test]
    fn module_is_the_named_or_the_only_top() {
        assert_eq!(module(TWO, None).as_deref(), Ok("a"));
        assert_eq!(module(TWO, Some("b")).as_deref(), Ok("b"));
    }

    #[rstest]
    #[case(TWO, Some("c"), "a.sv: there is no module `c`; there is `a`, `b`")]
    #[case(
        "module a; endmodule module b; endmodule",
        None,
        "a.sv: there are several top modules, a, b; select one with --top"
    )]
    #[case("package p; endpackage", None, "a.sv: no module is a top")]
    #[case("module pmu_wrapper; endmodule", None, "a.sv: module pmu_wrapper has the name of the wrapper")]
    fn wrong_modules_are_rejected(#[case] text: &str, #[case] wanted: Option<&str>, #[case] expected: &str) {
        let error = module(text, wanted).expect_err("an error");
        assert!(error.starts_with(expected), "{error}");
    }
}
