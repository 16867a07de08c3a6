#!/usr/bin/env python3
"""Types the steps of docs/riscv.md, "A quarter of an hour", and prints the time that they took.

    tools/steps.py           in a new clone of this repository
    tools/steps.py --here    in this folder

A line that begins with `$` is a command; each of the other lines of its block must be part of a line that the command prints. A command
whose block has FAIL must fail, all others must not. Exit status 1: a command did something else.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECTION = "## A quarter of an hour"
INDENT = "    "


def steps(text):
    """The commands of the section, each with the lines that it prints."""
    section = text.split(f"{SECTION}\n", 1)[1].split("\n## ", 1)[0]
    found = []
    for line in section.splitlines():
        if line.startswith(f"{INDENT}$ "):
            found.append((line.removeprefix(f"{INDENT}$ "), []))
        elif line.startswith(INDENT):
            found[-1][1].append(line.strip())
    return found


def follow(folder):
    """Types the commands in a folder."""
    start = time.monotonic()
    for command, printed in steps((folder / "docs/riscv.md").read_text()):
        print(f"$ {command}", flush=True)
        done = subprocess.run(["sh", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        missing = [line for line in printed if not any(line in own for own in done.stdout.splitlines())]
        if missing or (done.returncode != 0) != any("FAIL" in line for line in printed):
            print(done.stdout)
            print(f"error: exit status {done.returncode}" + "".join(f"; not printed: {line}" for line in missing), file=sys.stderr)
            sys.exit(1)
        print(f"  {time.monotonic() - start:.0f} s", flush=True)


def main():
    if sys.argv[1:] == ["--here"]:
        follow(ROOT)
        return
    if sys.argv[1:]:
        sys.exit(f"error: unknown arguments {' '.join(sys.argv[1:])}; the only one is --here")
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "pmu-cosim"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        follow(clone)


if __name__ == "__main__":
    main()
