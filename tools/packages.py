"""Installs Python packages below build/ for a tool."""

import subprocess
import sys


def fail(status, what):
    print(f"error: {what}", file=sys.stderr)
    sys.exit(status)


def install(requirements, folder, what, command):
    """Installs the packages of a requirements file in a folder, unless exactly these are there. Exit status 3: they
    cannot be installed; the message says that `command` needs them."""
    installed = folder / "requirements.txt"
    if installed.is_file() and installed.read_text() == requirements.read_text():
        return
    print(f"installing {what} below {folder}/", file=sys.stderr)
    environment = folder / "venv"
    # A distribution's Python may lack venv, or pip outside of it.
    made = subprocess.run([sys.executable, "-m", "venv", environment], capture_output=True)
    python = environment / "bin/python" if made.returncode == 0 else sys.executable
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade", "--target",
           folder, "--requirement", requirements]
    done = subprocess.run(pip, capture_output=True, text=True)
    if done.returncode != 0:
        fail(3, f"cannot install {requirements}: {done.stderr.strip()}\n{command} needs network access and pip or venv of Python")
    installed.write_text(requirements.read_text())
