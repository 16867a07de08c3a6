#!/bin/sh
# Checks that tests turn on no feature of a dependency that the tool lacks: `cargo test` would build all crates again.
set -e
list=$(mktemp -d)
trap 'rm -rf "$list"' EXIT
# Not in a pipe, which would hide the failure of cargo: without packages there is no difference.
features() {
    cargo tree --workspace --edges "$1" --prefix none --format '{p} [{f}]' >"$list/all"
    sed 's/ (\*)$//' "$list/all" | sort -u
}
features normal,build >"$list/tool"
features normal,build,dev >"$list/tests"
# A package of the tool with features that no test build of it has is built twice.
twice=$(comm -23 "$list/tool" "$list/tests")
if [ -n "$twice" ]; then
    echo "error: tests need other features of these packages; add them to harness/crates/pmu-support/Cargo.toml:" >&2
    echo "$twice" >&2
    exit 1
fi
