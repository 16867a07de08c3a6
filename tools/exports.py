#!/usr/bin/env python3
"""Checks the registers that `pmu-cosim export` writes with the tools of others: tools/exports.py [PMU...], by default all PMUs.

PeakRDL must make documentation, a C header, a UVM model and IP-XACT from the SystemRDL without a warning, the C header must compile,
the IP-XACT must be valid by its schema, and PeakRDL must read the same registers from it. The packages in
tools/exports/requirements.txt are installed below build/exports/. Without them the checks are skipped, or an error with
REQUIRE_TOOLS=1. Exit status 1: a check fails; 3: the packages cannot be installed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from packages import fail, missing

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path("build/exports")
TOOL = os.environ.get("PMU_COSIM", "target/release/pmu-cosim")
SCHEMA = "pyEDAA/IPXACT/Schema/ieee-1685-2014/index.xsd"
# The exporters of PeakRDL, and what each writes.
EXPORTERS = {"html": "html", "c-header": "registers.h", "uvm": "registers.sv", "ip-xact": "peakrdl.xml"}


def said(*command):
    """What a command writes to standard error, or its exit status if it fails silently."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.stderr.strip() or ("" if done.returncode == 0 else f"exit status {done.returncode}")


def peakrdl(*arguments):
    return said(sys.executable, "-m", "peakrdl", *arguments)


def findings(pmu, folder):
    """What the tools say about the registers of a PMU."""
    rdl, xml = folder / "registers.rdl", folder / "registers.xml"
    for form, file in (("systemrdl", rdl), ("ip-xact", xml)):
        if what := said(TOOL, "export", pmu, "--format", form, "--out", file):
            yield f"export: {what}"
            return
    for exporter, output in EXPORTERS.items():
        if what := peakrdl(exporter, rdl, "-o", folder / output):
            yield f"peakrdl {exporter}: {what}"
            return
    if what := said(os.environ.get("CXX", "c++"), "-fsyntax-only", "-Wall", "-Werror", "-x", "c++", folder / "registers.h"):
        yield f"C header: {what}"
    yield from ip_xact_findings(rdl, xml)


def ip_xact_findings(rdl, xml):
    from lxml import etree

    validator = etree.XMLSchema(etree.parse(str(BUILD / SCHEMA)))
    if not validator.validate(etree.parse(str(xml))):
        yield f"IP-XACT: {validator.error_log[0]}"
    expected, found = of_systemrdl(rdl), of_ip_xact(xml)
    if expected != found or not found:
        yield f"IP-XACT and SystemRDL differ: {sorted(expected ^ found, key=str)[:2]}"


def of_systemrdl(file):
    """The fields of all units in a SystemRDL file."""
    from systemrdl import RDLCompiler

    compiler = RDLCompiler()
    compiler.compile_file(str(file))
    return {fact for unit in compiler.elaborate().top.children() for fact in facts(unit.inst_name, unit)}


def of_ip_xact(file):
    """The fields of all memory maps in an IP-XACT file, as PeakRDL reads them."""
    from peakrdl_ipxact import IPXACTImporter
    from systemrdl import RDLCompiler

    compiler = RDLCompiler()
    IPXACTImporter(compiler).import_file(str(file))
    found = set()
    for name in compiler.root.comp_defs:
        # A memory map is COMPONENT__MAP, and a block in it COMPONENT__MAP__BLOCK.
        if name.count("__") == 1:
            found |= set(facts(name.split("__")[1], compiler.elaborate(name).top))
    return found


def facts(unit, block):
    """Place and width of each register below a block, with access and reset of each field. PeakRDL drops fields that IP-XACT marks as
    reserved."""
    from systemrdl.node import RegNode

    for register in block.descendants(unroll=True):
        if isinstance(register, RegNode):
            place = unit, register.get_rel_path(block), register.absolute_address - block.absolute_address
            yield *place, register.get_property("regwidth")
            for field in register.fields():
                access = [str(field.get_property(name)) for name in ("sw", "onwrite", "reset")]
                if not field.inst_name.startswith("RESERVED"):
                    yield *place, field.inst_name, field.low, field.width, *access


def main():
    os.chdir(ROOT)
    sys.path.insert(0, str(BUILD))
    os.environ["PYTHONPATH"] = str(BUILD.resolve())
    if what := missing(ROOT / "tools/exports/requirements.txt", BUILD, "PeakRDL"):
        if os.environ.get("REQUIRE_TOOLS", "0") not in ("", "0"):
            fail(3, f"{what}\ntools/exports.py needs network access and pip or venv of Python")
        print(f"exports: SKIPPED, {what}")
        return
    listed = subprocess.run([TOOL, "list"], capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    failures = 0
    for pmu in sys.argv[1:] or [line.split()[0] for line in listed]:
        folder = BUILD / "pmus" / pmu
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        found = list(findings(pmu, folder))
        failures += bool(found)
        print(f"{pmu}: {'; '.join(found) if found else 'pass'}", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
