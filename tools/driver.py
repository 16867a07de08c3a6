#!/usr/bin/env python3
"""Runs the drivers of examples/drivers on RTL and golden model: tools/driver.py [NAME...], by default all.

Each driver must pass with several seeds, and its record must replay without a divergence. With -D BUG it must fail by the
expectation that is named here, and by nothing else. On RTL with a seeded bug it must diverge, and its record must diverge in
the same cycle there, and nowhere on the RTL of the tree. Without a C compiler all is skipped, or an error with REQUIRE_TOOLS=1.
Exit status 1: a check fails; 3: there is no C compiler.
"""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from checks import ROOT, TOOL, Failure, broken_rtl, check, run, skip
from packages import fail

DRIVERS = Path("examples/drivers")
BUILD = Path("build/driver")
SEEDS = range(1, 6)


class Example(NamedTuple):
    name: str
    pmu: str
    # The folder of the RTL below rtl/.
    rtl: str
    # The expectation that fails with -D BUG.
    finds: str
    # The seeded bug of the RTL.
    seeded: str


EXAMPLES = [
    Example("k8_sampling", "k8", "amd_k8/core", r"\d+ sampled, \d+ occurred", "counter_write_stops_neighbours"),
    Example("ivt_uncore", "ivt_r2pcie", "intel_ivt/r2pcie", r"a running count of \d+, with \d+ to \d+ events",
            "insertions_have_the_mask_of_egress"),
    Example("riscv_sbi_pmu", "riscv_hpm64", "riscv/hpm64", r"an interrupt is lost after \d+ samples",
            "overflow_one_count_early"),
]


def drive(example, record, *options):
    return run(TOOL, "drive", "--pmu", example.pmu, DRIVERS / f"{example.name}.c", "--record", record, *options)


def figure(output, name):
    """The number before a name in the verdict of a driver or program."""
    found = re.search(rf"(\d+) {name}", output)
    return int(found.group(1)) if found else 0


def passes(example, record):
    """The driver passes, and its record replays."""
    for seed in SEEDS:
        driven = drive(example, record, "--seed", seed)
        _, output, _ = driven
        check(driven[0] == 0 and ": pass: " in output, "the driver must pass", driven)
        check(figure(output, "accesses") > 0 and figure(output, "expectations") > 0, "it must do something", driven)
        replayed = run(TOOL, "replay", record)
        check(replayed[0] == 0 and "no divergence in" in replayed[1], "its record must replay", replayed)
        same = all(figure(output, name) == figure(replayed[1], name) > 0 for name in ("cycles", "comparisons"))
        check(same, "its record must have the same cycles and comparisons", replayed)


def finds_bug(example, record):
    """With -D BUG, the named expectation fails, and nothing else."""
    driven = drive(example, record, "-D", "BUG")
    status, output, _ = driven
    failed = re.findall(r"^  (expectation failed after .*)$", output, re.MULTILINE)
    check(status == 1 and failed and ": FAIL: " in output, "with -D BUG it must fail", driven)
    check(all(re.search(example.finds, text) for text in failed), "only the named expectation may fail", driven)
    others = [line for line in output.splitlines() if line.startswith("  ") and not line.startswith(("  expectation failed", "  and ", "  record: "))]
    check(not others and "no divergence" in output, "nothing else may fail", driven)
    return failed[0]


def finds_seeded_bug(example, record):
    """On RTL with a seeded bug, driver and record diverge in the same cycle."""
    rtl = broken_rtl(BUILD / example.pmu, example.pmu, example.seeded) / example.rtl
    driven = drive(example, record, "--rtl", rtl)
    headline = re.search(r"diverges in .*", driven[1])
    check(driven[0] == 1 and headline, "on RTL with a seeded bug it must diverge", driven)
    replayed = run(TOOL, "replay", record, "--rtl", rtl)
    check(replayed[0] == 1 and headline.group() in replayed[1], "its record must diverge alike", replayed)
    replayed = run(TOOL, "replay", record)
    check(replayed[0] == 0, "its record must not diverge on the RTL of the tree", replayed)
    return headline.group()


def main():
    os.chdir(ROOT)
    names = [example.name for example in EXAMPLES]
    if unknown := [name for name in sys.argv[1:] if name not in names]:
        fail(2, f"unknown driver {unknown[0]}; the drivers are {', '.join(names)}")
    compiler = (os.environ.get("CC") or "cc").split()[0]
    if not shutil.which(compiler):
        skip("drivers", f"no C compiler `{compiler}`; install one, or name yours in CC")
        return
    failures = 0
    BUILD.mkdir(parents=True, exist_ok=True)
    for example in EXAMPLES:
        if sys.argv[1:] and example.name not in sys.argv[1:]:
            continue
        record = BUILD / f"{example.name}.pmu"
        try:
            passes(example, record)
            print(f"{example.name}: {example.pmu}: passes with {len(SEEDS)} seeds, and its records replay", flush=True)
            print(f"  with -D BUG: {finds_bug(example, record)}", flush=True)
            print(f"  on RTL with {example.seeded}: {finds_seeded_bug(example, record)}", flush=True)
        except Failure as failure:
            failures += 1
            print(f"{example.name}: {example.pmu}: FAIL: {failure}", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
