//! The checked-in header is that of the exported functions, and the SystemVerilog package imports them.

use pmu_session::PACKAGE;
use std::collections::BTreeSet;
use std::path::Path;

/// Where the crate is.
fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The header of the sources.
fn generated() -> String {
    let config = cbindgen::Config::from_file(folder().join("cbindgen.toml")).expect("a configuration");
    let sources = ["version", "border", "model", "checker"].map(|name| folder().join(format!("src/{name}.rs")));
    let builder = sources.iter().fold(cbindgen::Builder::new(), |builder, source| builder.with_src(source));
    let mut text = Vec::new();
    builder.with_config(config).generate().expect("a header").write(&mut text);
    String::from_utf8(text).expect("text")
}

#[test]
fn header_is_up_to_date() {
    let (file, expected) = (folder().join("include/pmu_model.h"), generated());
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&file, &expected).expect("the header");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    let test = "UPDATE_HEADER=1 cargo test --release --package pmu-c --test header";
    assert!(found == expected, "include/pmu_model.h is not up to date; run `{test}`");
}

#[test]
fn package_imports_functions_of_the_header() {
    let names = |text: &str, before: &str| -> BTreeSet<String> {
        let lines = text.lines().filter(|line| line.contains(before));
        let name = |line: &str| Some(line.split_once('(')?.0.rsplit([' ', '*']).next()?.to_owned());
        lines.filter_map(name).collect()
    };
    let header = generated();
    let imported = names(PACKAGE, "import \"DPI-C\"");
    let declared = names(&header, "pmu_");
    assert!(imported.len() > 20 && imported.is_subset(&declared), "{:?}", imported.difference(&declared));
    for line in header.lines().filter_map(|line| line.strip_prefix("#define PMU_")) {
        let Some((name, value)) = line.split_once(' ') else { continue };
        let parameter = format!("localparam int PMU_{name} = {value};");
        assert!(PACKAGE.contains(&parameter), "{parameter}");
    }
}
