#!/bin/sh
# Renders the site with mdBook in build/site/html/, with the API documentation in target/doc/ as its folder api/. mdBook is
# installed below build/tools/ if it is not on PATH.
set -e
site=build/site
PATH=$PATH:$PWD/build/tools/cargo/bin
export PATH
if ! command -v mdbook >/dev/null 2>&1; then
    echo "installing mdBook below build/tools/, which takes a few minutes" >&2
    # The release profile of mdBook would take minutes more to optimise a run of seconds.
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=0 \
        cargo install --quiet --locked --version 0.5.4 --no-default-features --features search --root build/tools/cargo mdbook
fi
rm -rf $site
target/release/pmu-cosim site $site/source
MDBOOK_LOG=warn mdbook build $site/source --dest-dir "$PWD/$site/html"
cp -R target/doc $site/html/api
test -f $site/html/api/harness/index.html
echo "$site/html/index.html"
