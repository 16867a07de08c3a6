#!/usr/bin/env python3
"""Measures the time from a changed line in the RTL of a PMU to its verdict.

    tools/turnaround.py [PMU...]

Changes one line in the top module of a copy of the RTL and runs a million random cycles and all programs, three times with a change and
three times without one. Writes the medians in seconds to build/bench/turnaround.json. Without an argument all PMUs are measured."""

import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from checks import ROOT, TOOL, Failure, check, run
from packages import fail

ROUNDS = 3
CYCLES = 1_000_000
# A public wire is not optimised away, so the generated C++ changes as with a new register.
WIRE = "\n  wire changed_{number} /*verilator public_flat_rd*/ = bus_valid ^ rst;\nendmodule"


def folders():
    """The folder of each PMU below rtl/."""
    text = (ROOT / "golden-model/descriptions/pmus.toml").read_text().split("\n]")[0]
    return dict(re.findall(r'\bid = "(\w+)", folder = "([\w/]+)"', text))


def top_module(folder):
    """The file with the top module of an RTL folder."""
    top = re.search(r'^top = "(\w+)"', (folder / "rtl.toml").read_text(), re.MULTILINE).group(1)
    return folder / f"{top}.v"


def seconds(pmu, rtl, results):
    """Duration of a run, which must pass."""
    began = time.monotonic()
    result = run(TOOL, "run", "--pmu", pmu, "--rtl", rtl, "--cycles", CYCLES, "--out", results)
    check(result[0] == 0, f"{pmu} must pass", result)
    return time.monotonic() - began


def measured(pmu, rtl, results):
    """Medians with and without a change. The first run builds what later ones need, and is not measured."""
    file = top_module(rtl)
    text = file.read_text()
    seconds(pmu, rtl, results)
    unchanged = [seconds(pmu, rtl, results) for _ in range(ROUNDS)]
    changed = []
    for number in range(ROUNDS):
        # No earlier measurement has built this RTL.
        wire = WIRE.format(number=f"{number}_{time.time_ns()}")
        edited, edits = re.subn(r"\nendmodule", wire, text, count=1)
        if edits == 0:
            raise Failure(f"{file.relative_to(rtl)} has no line with endmodule to change")
        file.write_text(edited)
        changed.append(seconds(pmu, rtl, results))
    file.write_text(text)
    return {"changed": round(statistics.median(changed), 1), "unchanged": round(statistics.median(unchanged), 1)}


def main(pmus):
    os.chdir(ROOT)
    known = folders()
    unknown = [pmu for pmu in pmus if pmu not in known]
    if unknown:
        fail(2, f"there is no PMU {unknown[0]}; the PMUs are {', '.join(known)}")
    turnaround = {}
    file = ROOT / "build/bench/turnaround.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        rtl = Path(scratch) / "rtl"
        shutil.copytree(ROOT / "rtl", rtl)
        print("seconds from a changed line of RTL, and without a change, to the verdict", flush=True)
        for pmu in pmus or known:
            times = turnaround[pmu] = measured(pmu, rtl / known[pmu], Path(scratch) / "results")
            print(f"{pmu:20} {times['changed']:5} {times['unchanged']:5}", flush=True)
            # What is measured is not lost if a later PMU fails.
            file.write_text(json.dumps({"turnaround": turnaround}, indent=2) + "\n")


try:
    main(sys.argv[1:])
except Failure as failure:
    fail(1, f"tools/turnaround.py: {failure}")
