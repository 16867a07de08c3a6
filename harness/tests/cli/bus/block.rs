//! A PMU of the tree on a slave of a standard bus.

use super::super::support::{pmu_cosim, root, run};
use golden_model_core::Pmu;
use harness::rtl::{ensure_model, RtlSource, SimulatedDut, Variant, Workspace};
use regex::Regex;
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use toml::Table;

const SLAVES: &str = include_str!("slaves.v");

/// The block and its port map in a folder.
pub(super) struct Block {
    folder: TempDir,
    pmu: &'static str,
}

/// The module of a slave, its ports and the name of the protocol in a port map.
fn slave(protocol: &str) -> (String, Vec<(String, String, String)>) {
    let name = format!("{protocol}_slave");
    let text = SLAVES.split_once(&format!("module {name} ")).expect("the slave").1;
    (name, ports(text))
}

/// The ports of the first module of a text: direction, range and name.
fn ports(text: &str) -> Vec<(String, String, String)> {
    let header = text.split_once(");").expect("a header").0;
    let comment = Regex::new("//.*").expect("an expression");
    let port = Regex::new(r"(input|output)\s+wire\s+(\[[^\]]*\])?\s*(\w+)").expect("an expression");
    let header = comment.replace_all(header, "").into_owned();
    port.captures_iter(&header)
        .map(|found| {
            let range = found.get(2).map_or("", |range| range.as_str());
            (found[1].to_owned(), range.to_owned(), found[3].to_owned())
        })
        .collect()
}

impl Block {
    /// A PMU, with the tree of RTL in `rtl`, on a slave of `apb`, `axi` or `ahb` with this many wait states.
    pub(super) fn new(pmu: &'static str, rtl: &Path, protocol: &str, wait: u32) -> Self {
        let manifest_folder = rtl.join(Pmu::folder(pmu));
        let manifest: Table =
            fs::read_to_string(manifest_folder.join("rtl.toml")).expect("a manifest").parse().expect("a manifest");
        let top = manifest["top"].as_str().expect("a top");
        let sources: Vec<PathBuf> = manifest["sources"]
            .as_array()
            .expect("sources")
            .iter()
            .map(|source| manifest_folder.join(source.as_str().expect("a file")))
            .collect();
        let file = sources.iter().find(|file| file.file_stem().is_some_and(|stem| stem == top)).expect("the top");
        let of_top = ports(&fs::read_to_string(file).expect("the top"));
        let (module, of_slave) = slave(protocol);
        let block = Self { folder: tempfile::tempdir().expect("a folder"), pmu };
        fs::write(block.path("slaves.v"), SLAVES).expect("a file");
        fs::write(block.path("block.v"), block_text(top, &of_top, &module, &of_slave, wait)).expect("a file");

        let mut map = String::from("[sources]\nfiles = [");
        for source in &sources {
            let _ = write!(map, "\"{}\", ", source.canonicalize().expect("a source").display());
        }
        let protocol = match protocol {
            "axi" => "axi4_lite",
            "ahb" => "ahb_lite",
            other => other,
        };
        map.push_str("\"slaves.v\", \"block.v\"]\n");
        if let Some(include) = manifest.get("include") {
            let folders = include.as_array().expect("folders").iter();
            let folders: Vec<_> =
                folders.map(|folder| manifest_folder.join(folder.as_str().expect("a folder"))).collect();
            let _ = writeln!(map, "include = {folders:?}");
        }
        let _ = write!(
            map,
            "[bus]\nprotocol = \"{protocol}\"\nwait_states = {wait}\n\
             address = [\"bus_addr\", \"bus_unit\", \"bus_space\"]\n[ports]\n"
        );
        if of_top.iter().any(|(.., name)| name == "csr_old") {
            map.push_str("csr_old = { absent = true }\n");
        }
        map.push_str("[state]\n");
        for state in manifest["state"].as_array().expect("states") {
            let text = |key: &str| state[key].as_str().expect("a text");
            let _ = writeln!(
                map,
                "\"{}\" = {{ path = \"pmu.{}\", module = \"{}\" }}",
                text("name"),
                text("path"),
                text("module")
            );
        }
        fs::write(block.path("ports.toml"), map).expect("a map");
        block
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Its port map.
    pub(super) fn map(&self) -> PathBuf {
        self.path("ports.toml")
    }

    /// Replaces a text in one of its files.
    pub(super) fn edit(&self, file: &str, find: &str, replace: &str) {
        let text = fs::read_to_string(self.path(file)).expect("the file");
        assert!(text.contains(find), "{text}");
        fs::write(self.path(file), text.replace(find, replace)).expect("the file");
    }

    /// Its model.
    pub(super) fn dut(&self) -> SimulatedDut {
        let (folder, map) = (self.folder.path().to_owned(), Some(self.map()));
        dut(self.pmu, &RtlSource::Folder { folder, top: "block".to_owned(), map })
    }

    /// Runs directed and random programs and returns the results of the PMU.
    pub(super) fn run(&self, cycles: &str) -> Value {
        let [rtl, map, out] = ["", "ports.toml", "out"].map(|name| self.path(name).display().to_string());
        let command = ["run", "--pmu", self.pmu, "--cycles", cycles, "--no-waves", "--out", &out];
        let output =
            run(&mut pmu_cosim(&[command.as_slice(), &["--rtl", &rtl, "--top", "block", "--ports", &map]].concat()));
        assert!(output.status < 2, "{}", output.err);
        let results: Value =
            serde_json::from_str(&fs::read_to_string(self.path("out/results.json")).expect("results")).expect("JSON");
        results["pmus"][0].clone()
    }
}

/// The PMU and the slave in one module.
fn block_text(
    top: &str,
    of_top: &[(String, String, String)],
    module: &str,
    of_slave: &[(String, String, String)],
    wait: u32,
) -> String {
    let is_bus = |name: &str| name.starts_with("bus_");
    let is_common = |name: &str| ["clk", "rst"].contains(&name);
    let outside = of_top.iter().filter(|(.., name)| !is_bus(name) && name != "csr_old");
    let outside = outside.chain(of_slave.iter().filter(|(.., name)| !is_bus(name) && !is_common(name)));
    let declared: Vec<_> =
        outside.map(|(direction, range, name)| format!("    {direction} wire {range} {name}")).collect();
    let mut text = format!("module block (\n{}\n);\n", declared.join(",\n"));
    for (_, range, name) in of_slave.iter().filter(|(.., name)| is_bus(name)) {
        let _ = writeln!(text, "    wire {range} {name};");
    }
    let connected = |ports: &[(String, String, String)]| {
        let one = |(.., name): &(String, String, String)| match name.as_str() {
            "csr_old" => ".csr_old()".to_owned(),
            name => format!(".{name}({name})"),
        };
        ports.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(text, "    {module} #(.WAIT({wait})) slave ({});", connected(of_slave));
    let _ = writeln!(text, "    {top} pmu ({});\nendmodule", connected(of_top));
    text
}

/// The model of an RTL of a PMU.
pub(super) fn dut(pmu: &str, rtl: &RtlSource) -> SimulatedDut {
    let description = Pmu::find(pmu).expect("a PMU of the tree").description;
    let workspace = Workspace::find(&root()).expect("the workspace");
    let built = ensure_model(&workspace, &description, rtl.clone(), Variant::Fast, &mut |_| {}).expect("a model");
    SimulatedDut::new(&built, 0).expect("the model")
}
