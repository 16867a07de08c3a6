"""Builds the K8 PMU for cocotb with Verilator and runs the test:

    run.py STIMULUS EVENTS BUILD TOP INCLUDE SOURCES...

Writes the duration in seconds to speed.json in the folder BUILD, only if every cycle agreed.
"""

import sys
import warnings
from pathlib import Path

try:
    from cocotb_tools.runner import get_results, get_runner
except ImportError:  # before cocotb 2
    warnings.filterwarnings("ignore", message="Python runners")
    from cocotb.runner import get_results, get_runner


def main(stimulus, events, build, top, include, *sources):
    build = Path(build).resolve()
    (build / "speed.json").unlink(missing_ok=True)
    runner = get_runner("verilator")
    runner.build(
        verilog_sources=[Path(source).resolve() for source in sources],  # `sources` in cocotb 2, which still accepts this name
        includes=[Path(include).resolve()],
        hdl_toplevel=top,
        # `make lint` reports warnings.
        build_args=["-Wno-lint", "-Wno-fatal"],
        build_dir=build,
        timescale=("1ns", "1ns"),
    )
    results = runner.test(
        hdl_toplevel=top,
        test_module="test_k8",
        test_dir=build,
        extra_env={
            "K8_STIMULUS": str(Path(stimulus).resolve()),
            "K8_EVENTS": str(Path(events).resolve()),
            "K8_SPEED": str(build / "speed.json"),
            "PYTHONPATH": str(Path(__file__).resolve().parent),
        },
    )
    tests, failures = get_results(results)
    return 0 if tests and not failures else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
