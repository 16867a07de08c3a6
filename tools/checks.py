"""What the tools share that run commands and check their output."""

import os
import shutil
import subprocess
from pathlib import Path

from packages import fail

ROOT = Path(__file__).resolve().parent.parent
TOOL = os.environ.get("PMU_COSIM", "target/release/pmu-cosim")


class Failure(Exception):
    """A check that fails."""


def run(*command, folder=None, environment=None):
    """Exit status and output of a command."""
    command = [str(part) for part in command]
    variables = {**os.environ, **(environment or {})}
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=variables)
    return done.returncode, done.stdout, " ".join(command)


def check(holds, what, result):
    """Raises Failure with the result of a command, unless it holds."""
    if not holds:
        status, output, command = result
        raise Failure(f"{what}\n$ {command}\n{output}exit status {status}")


def skip(tool, what):
    """Prints what is not checked, or fails with REQUIRE_TOOLS=1."""
    if os.environ.get("REQUIRE_TOOLS", "0") not in ("", "0"):
        fail(3, what)
    print(f"{tool}: SKIPPED, {what}", flush=True)


def broken_rtl(folder, pmu, bug):
    """A copy of the RTL with a seeded bug, below a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree("rtl", folder / "rtl")
    shown = run(TOOL, "seeded-bugs", "--pmu", pmu, "--show", bug)
    check(shown[0] == 0, "the seeded bug must exist", shown)
    applied = subprocess.run(["git", "apply", f"--directory={folder}"], input=shown[1], stderr=subprocess.PIPE, text=True)
    check(applied.returncode == 0, f"the seeded bug must apply: {applied.stderr}", shown)
    return folder / "rtl"
