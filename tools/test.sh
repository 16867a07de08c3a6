#!/bin/sh
# Runs the tests with cargo-nextest if it is installed, otherwise with cargo test.
set -e
if command -v cargo-nextest >/dev/null 2>&1; then
    cargo nextest run --workspace --release --no-fail-fast "$@"
    cargo test --quiet --workspace --release --doc
else
    cargo test --workspace --release "$@"
fi
