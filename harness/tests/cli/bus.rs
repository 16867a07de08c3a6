//! RTL whose register port is a slave of a standard bus: `[bus]` of the port map.

use super::support::{pmu_cosim, root, run};
use regex::Regex;
use rstest::rstest;
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use toml::Table;

const SLAVES: &str = include_str!("bus/slaves.v");

/// A PMU of the tree behind a bus.
struct Block {
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
    /// The PMU with its RTL in `folder` of `rtl`, behind a slave with this many wait states.
    fn new(pmu: &'static str, rtl: &Path, folder: &str, protocol: &str, wait: u32) -> Self {
        let manifest_folder = rtl.join(folder);
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
        let _ = write!(
            map,
            "\"slaves.v\", \"block.v\"]\n[bus]\nprotocol = \"{protocol}\"\nwait_states = {wait}\n\
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

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs directed and random programs and returns the results of the PMU.
    fn run(&self, cycles: &str) -> Value {
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

/// The first divergence of each program: its cycle and the values that differ.
fn divergences(pmu: &Value) -> Vec<(String, Value)> {
    let programs = pmu["programs"].as_array().expect("programs");
    let failed = programs.iter().filter(|program| program["verdict"] == "fail");
    failed.map(|program| (program["name"].to_string(), program["divergence"].clone())).collect()
}

#[rstest]
#[case("k8", "amd_k8/core", "apb", 0)]
#[case("k8", "amd_k8/core", "axi", 3)]
#[case("k8", "amd_k8/core", "ahb", 7)]
#[case("ivt_cbox", "intel_ivt/cbox", "apb", 5)]
#[case("ivt_cbox", "intel_ivt/cbox", "axi", 0)]
#[case("ivt_cbox", "intel_ivt/cbox", "ahb", 2)]
#[case("riscv_hpm32", "riscv/hpm32", "apb", 4)]
#[case("riscv_hpm32", "riscv/hpm32", "axi", 7)]
#[case("riscv_hpm32", "riscv/hpm32", "ahb", 1)]
fn block_behind_a_bus_passes(
    #[case] pmu: &'static str,
    #[case] folder: &str,
    #[case] protocol: &str,
    #[case] wait: u32,
) {
    let results = Block::new(pmu, &root().join("rtl"), folder, protocol, wait).run("20000");
    assert_eq!(results["verdict"], "pass", "{:?}", divergences(&results));
    let requirements = &results["requirements"];
    let (covered, total) = (requirements["covered"].as_u64(), requirements["total"].as_u64());
    assert!(covered.expect("a number") * 10 >= total.expect("a number") * 8, "{covered:?} of {total:?}");
}
