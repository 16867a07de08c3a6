//! Builds the Verilog files in `K8_SOURCES` with ferrilator, which has no include path: they become one file without includes.

use std::env::var;
use std::path::Path;

fn main() {
    println!("cargo:rerun-if-env-changed=K8_SOURCES");
    println!("cargo:rerun-if-env-changed=K8_INCLUDE");
    let read = |file: &Path| std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let include = var("K8_INCLUDE").expect("the folder of included files");
    let line = |line: &str| match line.trim().strip_prefix("`include \"") {
        Some(name) => read(&Path::new(&include).join(name.trim_end_matches('"'))),
        None => format!("{line}\n"),
    };
    let sources = var("K8_SOURCES").expect("the Verilog files");
    let whole: String = sources.split(' ').map(|file| read(Path::new(file)).lines().map(line).collect::<String>()).collect();
    let file = format!("{}/k8.v", var("OUT_DIR").expect("the folder of cargo"));
    std::fs::write(&file, whole).expect("a writable folder");
    ferrilator::build("K8Slices", "src/main.rs", &[&file, "k8_slices.v"]).expect("the model");
}
