//! Compiles the host side of the bridge. It needs a C++17 compiler but no Verilator.

fn main() {
    cxx_build::bridge("src/bridge.rs")
        .file("src/host.cc")
        .include("include")
        .std("c++17")
        .flag_if_supported("-Wall")
        .flag_if_supported("-Wextra")
        .compile("verilated_host");
    // dlopen is in a separate library before glibc 2.34.
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-link-lib=dl");
    }
    for file in ["src/bridge.rs", "src/host.cc", "src/host.h", "include/verilated_abi.h"] {
        println!("cargo:rerun-if-changed={file}");
    }
}
