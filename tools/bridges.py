#!/usr/bin/env python3
"""Lints the bridges in rtl/bus/, and verifies them with slave models that others wrote, in Icarus.

    tools/bridges.py

The models come from the Python packages in tools/bridges/requirements.txt, which are installed below build/bridges/. Exit status 1:
a bridge fails; 3: the packages cannot be installed, or a tool is missing.
"""

import os
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

from packages import fail, install

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path("tools/bridges")
BUILD = Path("build/bridges")
MODULES = ("pmu_bus_apb", "pmu_bus_axi4_lite", "pmu_bus_ahb_lite")
DATA_WIDTHS = (32, 64)
# Probabilities that a slave waits in a cycle.
PAUSES = (0.0, 0.3, 0.8)
SEED = 1
TOOLS = {"iverilog": "Icarus Verilog", "verilator": "Verilator", "yosys": "Yosys"}


def lint(top, width):
    """The warnings of Verilator and Yosys."""
    sources = sorted(str(file) for file in Path("rtl/bus").glob("*.v"))
    parameter = f"-GDATA_W={width}" if top in MODULES else "-GADDR_W=32" if top == "pmu_bus_request" else "-GLATENCY=4"
    script = f"read_verilog {' '.join(sources)}; synth_ice40 -top {top}; check -assert"
    commands = (
        ["verilator", "--lint-only", "-Wall", "--default-language", "1364-2005", parameter, "--top-module", top, *sources],
        ["yosys", "-q", "-e", ".", "-p", script],
    )
    done = [subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for command in commands]
    return "".join(one.stdout for one in done) or "".join("exit status" for one in done if one.returncode)


def simulate(module, width, pause, environment):
    """Runs the test of a bridge and returns whether it passes; prints its output if not."""
    command = [sys.executable, FOLDER / "run.py", module, width, pause, SEED, BUILD / f"{module}-{width}"]
    done = subprocess.run([str(part) for part in command], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr)
    return done.returncode == 0


def main():
    os.chdir(ROOT)
    for tool, name in TOOLS.items():
        if shutil.which(tool) is None:
            fail(3, f"{tool} is not on PATH; install {name}")
    install(FOLDER / "requirements.txt", BUILD, "models of bus slaves", "make bridges")
    environment = {**os.environ, "PYTHONPATH": str(BUILD.resolve())}
    # 32 of the 64 bits of data are not used on a narrower bus.
    warnings = "".join(lint(top, 64) for top in (*MODULES, "pmu_bus_request", "pmu_bus_answer"))
    if warnings:
        print(warnings)
    failures = 0
    for module, width in product(MODULES, DATA_WIDTHS):
        failed = [pause for pause in PAUSES if not simulate(module, width, pause, environment)]
        failures += len(failed)
        verdict = f"FAIL with slaves that wait with probability {', '.join(map(str, failed))}" if failed else "pass"
        print(f"{module}: {width} bits of data: {verdict}", flush=True)
    sys.exit(1 if warnings or failures else 0)


if __name__ == "__main__":
    main()
