#!/usr/bin/env python3
"""Packages the crate golden-model with those that it consists of, and uses the packages in a new project: tools/crates.py.

`cargo package` must build each crate alone, and `cargo publish --dry-run` must accept it. A project below build/crates/ then depends on
the packages as a user does, and must build. The packages are moved away before the examples run, so neither they nor the checkout
can give descriptions to them. The project is also checked with the oldest Rust that the crates allow, if rustup has it. Without
network, or with cargo before 1.90, the checks are SKIPPED, or an error with REQUIRE_TOOLS=1. Exit status 1: a check fails; 3: network
or tool is missing.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from checks import ROOT, Failure, check, run, skip

BUILD = Path("build/crates")
FACADE = "golden-model"
# The first cargo that packages several crates which depend on each other.
OLDEST_CARGO = (1, 90)
# What each example must print.
EXAMPLES = {
    "count_event": "read core0.PerfCtr0 = 0xa",
    "check_reads": "  field INV: expected 0x1, got 0x0",
}
MANIFEST = """\
[package]
name = "user"
version = "0.1.0"
edition = "2021"
rust-version = "{msrv}"
# Selects dependencies that this Rust can build.
resolver = "3"

[workspace]

[dependencies]
{facade} = "{version}"

[patch.crates-io]
{patches}
"""


def missing():
    """Why the crates cannot be packaged, or None."""
    version = run("cargo", "--version")[1]
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST_CARGO:
        return f"{version.strip()} cannot package crates that depend on each other; install 1.90 or later with `rustup update`"
    if os.environ.get("CARGO_NET_OFFLINE", "false") not in ("false", "0"):
        return "CARGO_NET_OFFLINE is set; the checks need the index of the registry"
    status, output, _ = run("cargo", "update", "--dry-run")
    return None if status == 0 else f"cargo cannot read the index of the registry; it needs network access: {output.strip().splitlines()[-1].strip()}"


def publishable():
    """The crates that may be published."""
    listed = subprocess.run(["cargo", "metadata", "--no-deps", "--format-version", "1"], capture_output=True, text=True, check=True)
    return [package for package in json.loads(listed.stdout)["packages"] if package["publish"] is None]


def forget_packages(crates):
    """Removes earlier packages of the crates that cargo has unpacked or compiled: it would use them instead of new ones of the same version."""
    shutil.rmtree(BUILD / "target", ignore_errors=True)
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    for crate in crates:
        # The folder of a registry without a host is that of `cargo package`.
        for unpacked in home.glob(f"registry/src/-*/{crate['name']}-{crate['version']}"):
            shutil.rmtree(unpacked)


def package(crates):
    """Packages the crates, and unpacks them. Returns the folder with them."""
    target = BUILD / "target"
    forget_packages(crates)
    selected = [argument for crate in crates for argument in ("--package", crate["name"])]
    options = ["--allow-dirty", "--target-dir", target, *selected]
    packaged = run("cargo", "package", *options)
    check(packaged[0] == 0, "each crate must build from its package", packaged)
    published = run("cargo", "publish", "--dry-run", "--no-verify", *options)
    check(published[0] == 0, "each crate must be fit to be published", published)
    unpacked = BUILD / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    for crate in crates:
        with tarfile.open(target / "package" / f"{crate['name']}-{crate['version']}.crate") as archive:
            archive.extractall(unpacked)
    return unpacked


def new_project(crates, unpacked):
    """Writes the project of a user, whose programs are the examples."""
    (facade,) = (crate for crate in crates if crate["name"] == FACADE)
    folders = {crate["name"]: unpacked / f"{crate['name']}-{crate['version']}" for crate in crates}
    patches = "\n".join(f'{name} = {{ path = "../{folder.relative_to(BUILD)}" }}' for name, folder in folders.items())
    text = MANIFEST.format(facade=FACADE, version=facade["version"], msrv=facade["rust_version"], patches=patches)
    project = BUILD / "user"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(folders[FACADE] / "examples", project / "src/bin")
    (project / "Cargo.toml").write_text(text)
    return project, facade["rust_version"]


def check_oldest(project, msrv):
    """Checks the project with the oldest Rust that the crates allow."""
    toolchains = run("rustup", "toolchain", "list")[1] if shutil.which("rustup") else ""
    toolchain = next((line.split()[0] for line in toolchains.splitlines() if re.match(rf"{re.escape(msrv)}(\.\d+)?-", line)), None)
    if toolchain is None:
        print(f"Rust {msrv}: SKIPPED, rustup has no toolchain {msrv}; install it with `rustup toolchain install {msrv}`", flush=True)
        return
    checked = run("rustup", "run", toolchain, "cargo", "check", "--target-dir", "target-oldest", folder=project)
    check(checked[0] == 0, f"the project must build with Rust {msrv}", checked)
    print(f"Rust {msrv}: pass", flush=True)


def run_examples(project, unpacked):
    """Builds the examples, and runs them where no file of the packages is left."""
    built = run("cargo", "build", "--target-dir", "target", folder=project)
    check(built[0] == 0, "a project that depends on the packages must build", built)
    unpacked.rename(unpacked.with_name("moved"))
    for name, expected in EXAMPLES.items():
        done = run(project / "target/debug" / name)
        check(done[0] == 0 and expected in done[1].splitlines(), f"{name} must print {expected!r}", done)
        print(f"{name}: pass", flush=True)


def main():
    os.chdir(ROOT)
    if what := missing():
        skip("crates", what)
        return
    try:
        crates = publishable()
        unpacked = package(crates)
        print(f"packaged {', '.join(sorted(crate['name'] for crate in crates))}", flush=True)
        shutil.rmtree(BUILD / "moved", ignore_errors=True)
        project, msrv = new_project(crates, unpacked)
        check_oldest(project, msrv)
        run_examples(project, unpacked)
    except Failure as failure:
        print(f"crates: FAIL: {failure}", flush=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
