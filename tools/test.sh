#!/bin/sh
# Runs the tests with cargo-nextest if it is installed, otherwise with cargo test. The last lines name the tests that failed.
set -e
if command -v cargo-nextest >/dev/null 2>&1; then
    cargo nextest run --workspace --release --no-fail-fast "$@"
    cargo test --quiet --workspace --release --doc
    exit
fi
cargo test --workspace --release --no-run
mkdir -p build
rm -f build/*-tests.status
# Each part writes a log, and its exit status to a file: a pipe returns the status of its last command only.
part() (
    name=$1
    shift
    status=0
    cargo test --workspace --release --no-fail-fast "$@" 2>&1 || status=$?
    echo $status >"build/$name-tests.status"
)
# The unit tests prove mutants on one processor for minutes, so they run together with the others.
part unit --lib --bins "$@" >build/unit-tests.log &
unit=$!
trap 'kill $unit 2>/dev/null || :' EXIT
trap 'exit 130' INT TERM
part integration --test '*' "$@" | tee build/integration-tests.log
wait $unit
cat build/unit-tests.log
part doc --quiet --doc | tee build/doc-tests.log
failed=
for name in unit integration doc; do
    [ "$(cat build/$name-tests.status)" = 0 ] || failed="$failed $name"
done
[ -n "$failed" ] || exit 0
echo "tests failed:"
for name in $failed; do
    grep -E '^test .* FAILED$|^error' build/$name-tests.log || echo "all $name tests"
done
exit 1
