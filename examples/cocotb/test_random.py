"""Random programs as stimulus of any PMU. run.py starts the test."""

import os
from pathlib import Path

import cocotb
import pmu_cosim
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from pmu_cosim.cocotb import Scoreboard
from rtl import Rtl

PMU, SEED, PROGRAMS = os.environ["PMU"], int(os.environ["SEED"]), int(os.environ["PROGRAMS"])


@cocotb.test()
async def random_programs(dut):
    """The programs of `pmu-cosim run --seed SEED`, in one simulation."""
    inputs, outputs = pmu_cosim.layout(PMU)
    ports = [(getattr(dut, port), at, (1 << width) - 1) for _, at, width, port, _ in inputs]
    state = Rtl(Path(os.environ["RTL"])).state(outputs)
    for handle, _, _ in ports:
        handle.value = 0
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    with Scoreboard(dut, PMU, state=state, results=os.environ["RESULTS"] + "/random_programs"):
        for number in range(PROGRAMS):
            dut.rst.value = 1
            await RisingEdge(dut.clk)
            await RisingEdge(dut.clk)
            for frame in pmu_cosim.random_program(PMU, SEED, number).frames():
                for handle, at, mask in ports:
                    handle.value = frame >> at & mask
                await RisingEdge(dut.clk)
