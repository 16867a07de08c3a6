#!/bin/sh
# Checks licences and sources of the crates by deny.toml. Skipped without cargo-deny, or an error with REQUIRE_TOOLS=1.
# Advisories are not checked here: their database is on a Git host that a build machine may be unable to reach.
set -e
name="Cargo.lock: cargo-deny"
if ! cargo deny --version >/dev/null 2>&1; then
    if [ "${REQUIRE_TOOLS:-0}" != 0 ]; then
        echo "error: cargo-deny: the tool is not on PATH; install it with \`cargo install --locked cargo-deny\`" >&2
        exit 3
    fi
    echo "$name: SKIPPED, the tool is not on PATH; install it with \`cargo install --locked cargo-deny\`"
    exit 0
fi
# `cargo deny check` reports warnings, such as two versions of a crate.
cargo deny --locked --log-level error check --hide-inclusion-graph bans licenses sources >/dev/null
echo "$name: clean"
