#!/bin/sh
# Runs the tests with cargo-nextest if it is installed, otherwise with cargo test.
set -e
if command -v cargo-nextest >/dev/null 2>&1; then
    cargo nextest run --workspace --release --no-fail-fast "$@"
    cargo test --quiet --workspace --release --doc
    exit
fi
cargo test --workspace --release --no-run
# The unit tests prove mutants on one processor for minutes, so they run together with the others.
mkdir -p build
cargo test --workspace --release --no-fail-fast --lib --bins "$@" >build/unit-tests.log 2>&1 &
unit=$!
trap 'kill $unit 2>/dev/null || :' EXIT
trap 'exit 130' INT TERM
status=0
cargo test --workspace --release --no-fail-fast --test '*' "$@" || status=$?
wait $unit || status=$?
cat build/unit-tests.log
cargo test --quiet --workspace --release --doc
exit $status
