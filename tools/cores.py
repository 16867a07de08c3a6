#!/usr/bin/env python3
"""Verifies the counters of open cores and compares the verdicts with examples/cores/verdicts.csv.

    tools/cores.py [CONFIGURATION...]        all configurations, or these, such as cva6_rv32

The RTL of the cores comes from the Python packages in examples/cores/requirements.txt, which are installed below
build/cores/. Each program in examples/cores/CORE/programs/CONFIGURATION/ must diverge. docs/cores.md explains the verdicts.
Exit status 1: a verdict differs, a program does not diverge, or a core cannot be run; 2: there is no such configuration; 3: the
packages cannot be installed.
"""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

from packages import fail, install

ROOT = Path(__file__).resolve().parent.parent
TOOL = "target/release/pmu-cosim"
EXAMPLES = Path("examples/cores")
REQUIREMENTS = EXAMPLES / "requirements.txt"
VERDICTS = EXAMPLES / "verdicts.csv"
BUILD = Path("build/cores")
CYCLES = 5_000_000


def selection(config):
    """The options that select the RTL of a configuration. Its port map is next to it; without one, it is that of the core."""
    folder = config.parent
    own = config.with_suffix(".ports.toml")
    ports = own if own.is_file() else folder / f"{folder.name}.ports.toml"
    return ["--rtl", folder, "--top", f"{folder.name}_counters", "--ports", ports]


def run(config):
    """Runs a configuration and returns its row."""
    configuration, rtl = config.stem, selection(config)
    out = BUILD / "results" / configuration
    known = config.with_suffix(".known.toml")
    accepted = ["--known", known] if known.is_file() else []
    command = [TOOL, "--config", config, "run", "--pmu", configuration, *rtl, *accepted, "--cycles", str(CYCLES), "--out", out]
    (out / "results.json").unlink(missing_ok=True)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1) or not (out / "results.json").is_file():
        fail(1, f"{configuration}: {done.stderr.strip()}")
    pmu = json.loads((out / "results.json").read_text())["pmus"][0]
    violated = [oracle["name"] for oracle in pmu["oracles"] if oracle["violation"]]
    # An entry that no longer occurs fails a run; here the verdict may be a failure already.
    occurring = [known for known in pmu.get("known_divergences", []) if known["programs"] > 0]
    return [configuration, pmu["verdict"], str(pmu["divergences"]), str(len(occurring)), " ".join(violated)]


def replay(config):
    """Runs the programs of a configuration, and returns those that do not diverge."""
    rtl = selection(config)
    held = []
    for program in sorted((config.parent / "programs" / config.stem).glob("*.pmu")):
        done = subprocess.run([TOOL, "--config", config, "replay", program, *rtl], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            fail(1, f"{program}: {done.stderr.strip()}")
        if done.returncode == 0:
            held.append(str(program))
    return held


def main():
    os.chdir(ROOT)
    configs = {path.stem: path for path in sorted(EXAMPLES.glob("*/*.toml")) if "." not in path.stem}
    chosen = sys.argv[1:] or list(configs)
    for name in chosen:
        if name not in configs:
            fail(2, f"there is no configuration {name}; there is {', '.join(configs)}")
    install(REQUIREMENTS, BUILD, "the RTL of the cores", "make cores")
    with VERDICTS.open(newline="") as file:
        expected = {row[0]: row for row in list(csv.reader(file))[1:]}
    unknown = sorted(expected.keys() - configs.keys())
    if unknown:
        print(f"{VERDICTS} has {', '.join(unknown)}, but there is no such configuration")
    differs = bool(unknown)
    for name in chosen:
        row = run(configs[name])
        print(f"{name}: {row[1].replace('_', ' ')}, {row[2]} divergences, {row[3]} known divergences"
              + (f", violated metamorphic checks: {row[4]}" if row[4] else ""), flush=True)
        if row != expected.get(name):
            differs = True
            print(f"  {VERDICTS} has {','.join(expected.get(name, ['nothing']))}; the run has {','.join(row)}")
        for program in replay(configs[name]):
            differs = True
            print(f"  {program} does not diverge")
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
