#!/bin/sh
# Builds the library of the golden models for C and SystemVerilog in build/dpi/, then runs testbenches with the bound checker. Those
# need a Verilator, which is installed below build/, and a C++ compiler with coroutines; without them they are skipped, or an error
# with REQUIRE_TOOLS=1.
set -e
cd "$(dirname "$0")/.."
cargo build --quiet --release --package pmu-c
crates=harness/crates
mkdir -p build/dpi/lib build/dpi/include build/dpi/sv
target=${CARGO_TARGET_DIR:-target}/release
for library in libpmu_model.so libpmu_model.dylib libpmu_model.a; do
    if [ -f "$target/$library" ]; then
        cp "$target/$library" build/dpi/lib/
        echo "wrote build/dpi/lib/$library"
    fi
done
cp $crates/pmu-c/include/pmu_model.h build/dpi/include/
echo "wrote build/dpi/include/pmu_model.h"
cp $crates/pmu-session/sv/pmu_model_pkg.sv build/dpi/sv/
echo "wrote build/dpi/sv/pmu_model_pkg.sv"
cargo test --quiet --release --package pmu-c
cargo test --quiet --release --package pmu-cosim --test dpi
