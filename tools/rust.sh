#!/bin/sh
# Checks the features of dependencies and runs rustfmt and clippy. A tool that is not installed is skipped, or an error with REQUIRE_TOOLS=1.
set -e
has() {
    if cargo "$1" --version >/dev/null 2>&1; then
        return 0
    fi
    if [ "${REQUIRE_TOOLS:-0}" != 0 ]; then
        echo "error: cargo $1: the tool is not installed; install it with \`rustup component add $2\`" >&2
        exit 3
    fi
    echo "Rust: cargo $1: SKIPPED, the tool is not installed"
    return 1
}
"$(dirname "$0")/features.sh"
if has fmt rustfmt; then
    cargo fmt --all --check
fi
if has clippy clippy; then
    # The profile of the build, with which it shares procedural macros and build scripts.
    cargo clippy --quiet --release --workspace --all-targets -- -D warnings
fi
