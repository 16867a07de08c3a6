#!/usr/bin/env python3
"""Runs the cocotb tests of a PMU of this project; needs pmu_cosim and cocotb.

    run.py [--pmu k8] [--simulator icarus|verilator] [--rtl DIR] [--seed N] [--programs N] [--out DIR]
"""

import argparse
import os
import sys
from pathlib import Path

from rtl import Rtl

try:
    from cocotb_tools.runner import get_results, get_runner  # cocotb 2
except ImportError:
    from cocotb.runner import get_results, get_runner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOLDERS = {"k8": "amd_k8/core", "ivt_cbox": "intel_ivt/cbox", "riscv_hpm32": "riscv/hpm32"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pmu", default="k8", choices=FOLDERS, help="the PMU")
    parser.add_argument("--simulator", default="icarus", choices=["icarus", "verilator"])
    parser.add_argument("--rtl", type=Path, help="folder with its RTL and rtl.toml, by default that of the tree")
    parser.add_argument("--seed", default="1", help="seed of the random programs")
    parser.add_argument("--programs", default="3", help="number of random programs")
    parser.add_argument("--out", type=Path, default=ROOT / "build/cocotb", help="folder of the build and the results")
    arguments = parser.parse_args()
    folder = (arguments.rtl or ROOT / "rtl" / FOLDERS[arguments.pmu]).resolve()
    rtl = Rtl(folder)
    build = arguments.out.resolve() / arguments.pmu / arguments.simulator
    # A Verilator that was built on another machine has the compiler options and the Python of that.
    # Appended, because a make that runs this has set its own.
    os.environ["MAKEFLAGS"] = f"{os.environ.get('MAKEFLAGS', '')} CFG_CXXFLAGS_PCH_I=-include PYTHON3=python3"
    runner = get_runner(arguments.simulator)
    runner.build(
        verilog_sources=rtl.sources,
        includes=rtl.include,
        hdl_toplevel=rtl.top,
        build_dir=build,
        build_args=["-Wno-fatal"] if arguments.simulator == "verilator" else [],
        timescale=("1ns", "1ns"),
        always=True,
    )
    environment = {
        "PMU": arguments.pmu,
        "RTL": str(folder),
        "SEED": arguments.seed,
        "PROGRAMS": arguments.programs,
        "RESULTS": str(build / "results"),
        "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path]),
    }
    modules = ["test_random"] + (["test_k8"] if arguments.pmu == "k8" else [])
    results = runner.test(hdl_toplevel=rtl.top, test_module=modules, test_dir=build, extra_env=environment)
    tests, failures = get_results(results)
    return int(not tests or failures > 0)


if __name__ == "__main__":
    sys.exit(main())
