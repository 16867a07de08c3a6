#!/usr/bin/env python3
"""Checks trailing whitespace and ends of files by .editorconfig: whitespace.py [FILE...], by default all files that Git tracks."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRAILING_ALLOWED = {".md", ".patch"}


def findings(path):
    data = path.read_bytes()
    if b"\0" in data:
        return
    lines = data.split(b"\n")
    if lines[-1]:
        yield f"{path}:{len(lines)}: no newline at the end of the file"
    elif len(lines) > 1 and not lines[-2].strip():
        yield f"{path}:{len(lines) - 1}: blank line at the end of the file"
    for number, line in enumerate(lines, 1):
        if line.endswith(b"\r"):
            yield f"{path}:{number}: carriage return"
        elif line != line.rstrip() and path.suffix not in TRAILING_ALLOWED:
            yield f"{path}:{number}: trailing whitespace"


def tracked():
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in names.split("\0") if name]


paths = [Path(name) for name in sys.argv[1:]] or tracked()
found = [finding for path in paths if path.is_file() for finding in findings(path)]
print("\n".join(found), end="\n" if found else "")
sys.exit(bool(found))
