#!/usr/bin/env python3
"""Runs the tests of the K8 PMU: run.py [--simulator icarus|verilator] [--rtl DIR] [--out DIR]. Needs pmu_cosim and cocotb."""

import argparse
import os
import sys
from pathlib import Path

try:
    from cocotb_tools.runner import get_results, get_runner  # cocotb 2
except ImportError:
    from cocotb.runner import get_results, get_runner

ROOT = Path(__file__).resolve().parents[2]


def sources(folder):
    """The sources of the RTL in a folder: that of the PMU, or a copy of it."""
    text = (folder / "rtl.toml").read_text()
    listed = text[text.index("sources = [") :]
    listed = listed[: listed.index("]")]
    return [(folder / line.strip(' ",')).resolve() for line in listed.splitlines()[1:] if line.strip(' ",')]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulator", default="icarus", choices=["icarus", "verilator"])
    parser.add_argument("--rtl", type=Path, default=ROOT / "rtl/amd_k8/core")
    parser.add_argument("--out", type=Path, default=ROOT / "build/cocotb")
    arguments = parser.parse_args()
    build = arguments.out.resolve() / arguments.simulator
    runner = get_runner(arguments.simulator)
    runner.build(
        sources=sources(arguments.rtl),
        includes=[arguments.rtl],
        hdl_toplevel="k8_pmu",
        build_dir=build,
        build_args=["-Wno-fatal"] if arguments.simulator == "verilator" else [],
        timescale=("1ns", "1ns"),
        always=True,
    )
    environment = {"RESULTS": str(build / "results"), "PYTHONPATH": os.pathsep.join([str(ROOT / "examples/cocotb"), *sys.path])}
    results = runner.test(hdl_toplevel="k8_pmu", test_module="test_k8", test_dir=build, extra_env=environment)
    tests, failures = get_results(results)
    return int(not tests or failures > 0)


if __name__ == "__main__":
    sys.exit(main())
