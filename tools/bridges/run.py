"""Builds a bridge for cocotb with Icarus and runs test_bridges.py: run.py MODULE DATA_W PAUSE SEED BUILD"""

import os
import sys
import warnings
from pathlib import Path

warnings.filterwarnings("ignore", message="Python runners")
from cocotb.runner import get_results, get_runner  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent


def main(module, data_width, pause, seed, build):
    build = Path(build).resolve()
    runner = get_runner("icarus")
    runner.build(
        verilog_sources=[ROOT / "rtl/bus" / f"{module}.v"],
        hdl_toplevel=module,
        parameters={"ADDR_W": 16, "DATA_W": int(data_width)},
        build_dir=build,
        timescale=("1ns", "1ns"),
    )
    results = runner.test(
        hdl_toplevel=module,
        test_module="test_bridges",
        test_dir=build,
        extra_env={
            "BRIDGE_DATA_W": data_width,
            "BRIDGE_PAUSE": pause,
            "BRIDGE_SEED": seed,
            "COCOTB_LOG_LEVEL": "INFO",
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).resolve().parent), os.environ["PYTHONPATH"]]),
        },
    )
    tests, failures = get_results(results)
    return 0 if tests and not failures else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
