#!/bin/sh
# Licences and sources of the crates, by deny.toml. Without cargo-deny this is no failure, except in CI.
# Advisories are not checked here: their database is on a Git host that a build machine may not reach.
set -e
name="Cargo.lock: cargo-deny"
if ! cargo deny --version >/dev/null 2>&1; then
    if [ -n "$CI" ]; then
        echo "error: cargo-deny: the tool is not on PATH; install it with \`cargo install --locked cargo-deny\`" >&2
        exit 3
    fi
    echo "$name: NOT CHECKED, the tool is not on PATH; install it with \`cargo install --locked cargo-deny\`"
    exit 0
fi
# Warnings, such as two versions of a crate, are for `cargo deny check`.
cargo deny --locked --log-level error check --hide-inclusion-graph bans licenses sources >/dev/null
echo "$name: clean"
