"""A test of the K8 PMU as you would write it, with the golden model next to it. run.py starts it."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from pmu_cosim.cocotb import Scoreboard

MSR = 0
PERF_EVT_SEL0, PERF_CTR0 = 0xC0010000, 0xC0010004
# EN, OS, USR, and the event RETIRED_INSTRUCTIONS, whose line in ev is the one of index 0xC0's row.
COUNT_INSTRUCTIONS = 0x4300C0
# What the scoreboard compares in addition to the outputs.
STATE = {f"core0.PerfCtr{index}": f"u_core0.g_counter[{index}].u_counter.u_ctr.value_q" for index in range(4)}


async def access(dut, address, data=None):
    """Writes `data`, or reads and returns the read data."""
    dut.bus_valid.value = 1
    dut.bus_write.value = int(data is not None)
    dut.bus_space.value = MSR
    dut.bus_unit.value = 0
    dut.bus_addr.value = address
    dut.bus_wdata.value = data or 0
    await RisingEdge(dut.clk)
    read = dut.bus_rdata.value
    dut.bus_valid.value = 0
    return read


@cocotb.test()
async def counter_is_written_and_read(dut):
    for port in dut.bus_valid, dut.c0_ev, dut.c1_ev, dut.c0_cpl, dut.c1_cpl, dut.c0_halted, dut.c1_halted:
        port.value = 0
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    with Scoreboard(dut, "k8", state=STATE, results=os.environ["RESULTS"] + "/counter_is_written_and_read"):
        dut.rst.value = 1
        await RisingEdge(dut.clk)
        await RisingEdge(dut.clk)
        dut.rst.value = 0
        await access(dut, PERF_EVT_SEL0, COUNT_INSTRUCTIONS)
        await access(dut, PERF_CTR0, 0x123)
        for _ in range(20):
            await RisingEdge(dut.clk)
        await access(dut, PERF_CTR0)
