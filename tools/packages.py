"""Installs Python packages below build/ for a tool."""

import subprocess
import sys


def fail(status, what):
    print(f"error: {what}", file=sys.stderr)
    sys.exit(status)


def missing(requirements, folder, what):
    """Installs the packages of a requirements file in a folder, unless exactly these are there. Returns why they cannot be installed,
    or None."""
    installed = folder / "requirements.txt"
    if installed.is_file() and installed.read_text() == requirements.read_text():
        return None
    print(f"installing {what} below {folder}/", file=sys.stderr)
    environment = folder / "venv"
    # A distribution's Python may lack venv, or pip outside of it.
    made = subprocess.run([sys.executable, "-m", "venv", environment], capture_output=True)
    python = environment / "bin/python" if made.returncode == 0 else sys.executable
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade", "--target",
           folder, "--requirement", requirements]
    done = subprocess.run(pip, capture_output=True, text=True)
    if done.returncode != 0:
        return f"cannot install {requirements}: {done.stderr.strip()}"
    installed.write_text(requirements.read_text())
    return None


def install(requirements, folder, what, command):
    """The same as `missing`, but a failure ends the tool with exit status 3; the message says that `command` needs the packages."""
    if failure := missing(requirements, folder, what):
        fail(3, f"{failure}\n{command} needs network access and pip or venv of Python")
