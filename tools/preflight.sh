#!/bin/sh
# Checks for tools that cannot be installed below build/: prints one line for each missing tool and exits with status 3.
missing=0
say() {
    echo "error: $1" >&2
    missing=1
}
command -v cargo >/dev/null 2>&1 || say "cargo is not on PATH; install Rust 1.85 or later"
if [ -n "$CXX" ]; then
    # shellcheck disable=SC2086 # CXX may contain arguments
    command -v $CXX >/dev/null 2>&1 || say "\$CXX is $CXX, which is not a program; correct it or unset it"
elif ! command -v c++ >/dev/null 2>&1 && ! command -v g++ >/dev/null 2>&1 && ! command -v clang++ >/dev/null 2>&1; then
    say "there is no C++ compiler on PATH (c++, g++ or clang++); install one or set CXX"
fi
[ "$missing" = 0 ] || exit 3
