#!/usr/bin/env python3
"""FuseSoC generator: writes a core with the netlist of a PMU for a board. FuseSoC calls it with a file of parameters."""

import os
import re
import shutil
import sys

import bitstream


def main():
    with open(sys.argv[1]) as file:
        text = file.read()
    found = re.search(r"^\s*pmu:\s*(\S+)\s*$", text, re.MULTILINE)
    name = re.search(r"^vlnv:\s*(\S+)\s*$", text, re.MULTILINE)
    pmu = os.environ.get("PMU") or (found.group(1) if found else None)
    if not (pmu and name):
        sys.exit("error: the parameter pmu is missing")
    place = os.getcwd()
    os.chdir(bitstream.ROOT)
    folder = f"build/hil/{pmu}"
    bitstream.generated(pmu, folder)
    bitstream.netlist(folder)
    for file in ("hil_pmu.vh", "hil_pmu_netlist.v"):
        shutil.copy(f"{folder}/{file}", place)
    with open(f"{place}/hil_pmu.core", "w") as file:
        file.write(f"""CAPI=2:
name: "{name.group(1)}"
filesets:
  rtl:
    files:
      - hil_pmu.vh: {{is_include_file: true}}
      - hil_pmu_netlist.v
    file_type: verilogSource-2005
targets:
  default:
    filesets: [rtl]
""")


if __name__ == "__main__":
    main()
