//! The RTL of a sub-block that is verified alone: a wrapper that instantiates the top of which it is a part, and its manifest.

use super::interface::required_ports;
use super::manifest::{self, Manifest, State};
use super::rtl_design::folder_of;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::decisions::Choice;
use golden_model_core::description::{BUS_REQUEST, BUS_RESPONSE};
use golden_model_core::suggest::unknown;
use golden_model_core::{Description, Pmu};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};
use verilated::{Direction, Port};

/// The generated files of a sub-block, its wrapper and its `rtl.toml`: path below the root and text of each.
///
/// The ports are those of its description. Inputs of the top that the sub-block lacks are 0; outputs are not connected. The
/// `rtl.toml` of the top gives the parameters, the sources and the locations of state words.
///
/// # Errors
/// [`BuildError::Manifest`] when the top's `rtl.toml` cannot be read, has no entry for the sub-block, or has one for a PMU that
/// does not exist.
pub fn sub_block_files(
    workspace: &Workspace,
    top: &Description,
    sub_block: &Description,
) -> Result<[(PathBuf, String); 2], BuildError> {
    let id = &sub_block.id;
    let path = Path::new("rtl").join(&top.folder).join("rtl.toml");
    let folder = Path::new("rtl").join(&sub_block.folder);
    let of_top = manifest::read(workspace, &path)?;
    let wrong = |what: String| BuildError::Manifest { path: path.clone(), what };
    if let Some(stranger) = of_top.wrapper.iter().find(|wrapper| !Pmu::ids().any(|id| id == wrapper.pmu)) {
        return Err(wrong(format!("[[wrapper]]: {}", unknown("PMU", &stranger.pmu, Pmu::ids()))));
    }
    let wrapper = of_top.wrapper.iter().find(|wrapper| wrapper.pmu == *id);
    let wrapper = wrapper.ok_or_else(|| wrong(format!("it has no [[wrapper]] with pmu = \"{id}\"")))?;
    let instance = format!("u_{}", top.folder.rsplit('/').next().unwrap_or(&top.id));
    let file = format!("{id}.v");

    let from_here = |given: &PathBuf| relative(&workspace.relative(&folder_of(&path).join(given)), &folder);
    let mut sources = Vec::new();
    for source in &of_top.sources {
        sources.push(from_here(source));
        if source.file_stem().is_some_and(|stem| stem == of_top.top.as_str()) {
            sources.push(PathBuf::from(&file));
        }
    }
    let mut state = Vec::new();
    for entry in &of_top.state {
        let pattern = entry.placement().pattern().map_err(wrong)?;
        if sub_block.states.iter().any(|word| pattern.is_match(&word.name)) {
            state.push(State { path: format!("{instance}.{}", entry.path), ..entry.clone() });
        }
    }
    let own = Manifest {
        top: id.clone(),
        sources,
        include: of_top.include.iter().map(from_here).collect(),
        select: None,
        sub_blocks: Vec::new(),
        counted_sources: wrapper.counted_sources.iter().map(from_here).collect(),
        state,
        ports: BTreeMap::new(),
        wrapper: Vec::new(),
    };
    let own = toml::to_string_pretty(&own).map_err(|error| wrong(error.to_string()))?;
    let header = |comment: &str| {
        format!(
            "{comment} {}: {} without the other sub-blocks.\n\
             {comment} Generated from its description and {} by `make gen`; do not edit.\n",
            sub_block.name,
            top.id,
            path.display()
        )
    };
    let verilog = module(&of_top.top, &instance, &wrapper.parameters, top, sub_block);
    Ok([
        (folder.join(file), format!("{}{verilog}", header("//"))),
        (folder.join("rtl.toml"), format!("{}\n{}", header("#"), own.replace("\n    ", "\n  "))),
    ])
}

/// `file` as seen from `folder`; both are relative to the root, or absolute.
pub(crate) fn relative(file: &Path, folder: &Path) -> PathBuf {
    let shared = file.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

/// The ports of a PMU in sections, in the order of the wrapper.
pub(crate) fn sections(description: &Description) -> [(&'static str, Vec<Port>); 4] {
    let mut ports = required_ports(description).into_iter().map(|required| required.port);
    let clock = ports.by_ref().take(2).collect();
    let mut bus: Vec<Port> = ports.by_ref().take(BUS_REQUEST.len()).collect();
    let inputs = ports.by_ref().take(description.in_ports.len()).collect();
    // The read data comes before the error.
    let response: Vec<Port> = ports.by_ref().take(BUS_RESPONSE.len()).collect();
    bus.extend(response.into_iter().rev());
    [("Clock and reset", clock), ("Register port", bus), ("Inputs", inputs), ("Outputs", ports.collect())]
}

/// The module of the wrapper.
fn module(
    top_module: &str,
    instance: &str,
    parameters: &[(String, u32)],
    top: &Description,
    sub_block: &Description,
) -> String {
    let own = sections(sub_block);
    let all: Vec<Port> = sections(top).into_iter().flat_map(|(_, ports)| ports).collect();
    let range = |port: &Port| match port.width {
        1 => String::new(),
        width => format!("[{}:0]", width - 1),
    };
    let longest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let range_column = longest(&mut all.iter().map(|port| range(port).len()));
    let name_column = longest(&mut all.iter().map(|port| port.name.len()));
    let choices: Vec<String> = sub_block.choices.iter().map(Choice::parameter).collect();
    let values = parameters.iter().map(|(name, value)| (name.clone(), value.to_string()));
    let values: Vec<(String, String)> = values.chain(choices.iter().map(|name| (name.clone(), name.clone()))).collect();
    let parameter_column = longest(&mut values.iter().map(|(name, _)| name.len()));

    let declaration = |port: &Port| {
        let direction = match port.direction {
            Direction::Input => "input ",
            Direction::Output => "output",
        };
        format!("    {direction} wire {:<range_column$} {}", range(port), port.name)
    };
    let is_own = |port: &Port| own.iter().any(|(_, ports)| ports.contains(port));
    let connection = |port: &Port| {
        let value = match port.direction {
            _ if is_own(port) => port.name.clone(),
            Direction::Input => format!("{}'d0", port.width),
            Direction::Output => String::new(),
        };
        format!("        .{:<name_column$} ({value})", port.name)
    };
    let parameter = |(name, value): &(String, String)| format!("        .{name:<parameter_column$} ({value})");

    let mut text = format!("`default_nettype none\n\nmodule {} ", sub_block.id);
    if !choices.is_empty() {
        let declarations = choices.iter().map(|name| format!("    parameter {name} = 0"));
        let _ = write!(text, "#(\n    // Choices, as in {top_module}\n{}\n) ", list(declarations));
    }
    text.push_str("(\n");
    let sections: Vec<String> = own
        .iter()
        .filter(|(_, ports)| !ports.is_empty())
        .map(|(title, ports)| format!("    // {title}\n{}", list(ports.iter().map(declaration))))
        .collect();
    let _ = write!(
        text,
        "{}
);

    // The outputs of the excluded sub-blocks are not connected.
    // verilator lint_off PINCONNECTEMPTY
    {top_module} #(
{}
    ) {instance} (
{}
    );
    // verilator lint_on PINCONNECTEMPTY

endmodule

`default_nettype wire
",
        sections.join(",\n\n"),
        list(values.iter().map(parameter)),
        list(all.iter().map(connection)),
    );
    text
}

/// Lines with a comma between each two.
fn list(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join(",\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ToolChoice;
    use regex::Regex;
    use rstest::rstest;
    use std::collections::BTreeSet;

    /// The captures of each match.
    fn find(pattern: &str, text: &str) -> Vec<[String; 2]> {
        let pattern = Regex::new(pattern).expect("a valid expression");
        pattern.captures_iter(text).map(|found| found.extract().1.map(str::to_owned)).collect()
    }

    /// Direction with range, and name, of the ports that a Verilog text declares.
    fn declared(text: &str) -> Vec<[String; 2]> {
        find(r"(?m)^    ((?:input|output) +wire +(?:\[\d+:0\])?) *(\w+),?$", text)
    }

    #[rstest]
    fn wrapper_has_the_ports_of_the_sub_block_and_connects_all_of_the_top(
        #[values("itanium_core_tagger", "itanium_core_iear", "itanium_core_dear", "itanium_core_trace")] id: &str,
    ) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let workspace = Workspace::new(&root, &root.join("build"), ToolChoice::default()).expect("a workspace");
        let sub_block = Pmu::find(id).expect("a PMU").description;
        let top = Pmu::find("itanium_core").expect("a PMU").description;
        let [(_, wrapper), _] = sub_block_files(&workspace, &top, &sub_block).expect("its files");
        let core = root.join("rtl/intel_itanium/core/itanium_core.v");
        let of_core = declared(&std::fs::read_to_string(core).expect("the RTL of the top"));

        let bus = BUS_REQUEST.iter().chain(&BUS_RESPONSE).map(|(name, _)| *name);
        let inputs = sub_block.in_ports.iter().map(|port| port.verilog.as_str());
        let outputs = sub_block.outputs.iter().map(|output| output.verilog.as_str());
        let names: BTreeSet<&str> = ["clk", "rst"].into_iter().chain(bus).chain(inputs).chain(outputs).collect();
        let expected: Vec<_> = of_core.iter().filter(|[_, name]| names.contains(name.as_str())).cloned().collect();
        assert_eq!(expected.len(), names.len());
        assert_eq!(declared(&wrapper), expected);

        let connections = find(r"(?m)^        \.([a-z]\w*) +\((.*)\),?$", &wrapper);
        let expected = of_core.iter().map(|[kind, name]| {
            let high = kind.split(['[', ':']).nth(1).map_or(0, |high| high.parse::<u32>().expect("a range"));
            let unused = if kind.starts_with("input") { format!("{}'d0", high + 1) } else { String::new() };
            [name.clone(), if names.contains(name.as_str()) { name.clone() } else { unused }]
        });
        assert_eq!(connections, expected.collect::<Vec<_>>());
    }
    #[rstest]
    #[case(
        "itanium_core_tager",
        "[[wrapper]]: there is no PMU `itanium_core_tager`; did you mean `itanium_core_tagger`"
    )]
    #[case("itanium_core_iear", "it has no [[wrapper]] with pmu = \"itanium_core_tagger\"")]
    fn wrapper_of_another_pmu_is_an_error(#[case] pmu: &str, #[case] expected: &str) {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("rtl/intel_itanium/core");
        std::fs::create_dir_all(&folder).expect("a folder");
        let manifest =
            format!("top = \"itanium_core\"\nsources = []\n[[wrapper]]\npmu = \"{pmu}\"\nparameters = []\ncounted_sources = []\n");
        std::fs::write(folder.join("rtl.toml"), manifest).expect("a manifest");
        let workspace = Workspace::new(root.path(), &root.path().join("build"), ToolChoice::default());
        let [top, sub_block] =
            ["itanium_core", "itanium_core_tagger"].map(|id| Pmu::find(id).expect("a PMU").description);
        let error =
            sub_block_files(&workspace.expect("a workspace"), &top, &sub_block).expect_err("an error").to_string();
        assert!(error.contains("rtl.toml") && error.contains(expected), "{error}");
    }
}
