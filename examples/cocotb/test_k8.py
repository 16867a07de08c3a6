"""Tests of the K8 PMU with cocotb and its golden model. run.py starts them."""

import os

import cocotb
import pmu_cosim
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from pmu_cosim.cocotb import Scoreboard

MSR = 0
PERF_EVT_SEL0, PERF_CTR0 = 0xC0010000, 0xC0010004
# EN, OS, USR and an event without a mask: RETIRED_INSTRUCTIONS.
COUNT_INSTRUCTIONS = 0x4300C0

# The state words of the RTL in the tree: rtl/amd_k8/core/rtl.toml.
COUNTER = "u_core{core}.g_counter[{index}].u_counter."
STATE = {"core{core}.PerfCtr{index}": COUNTER + "u_ctr.value_q", "core{core}.PerfEvtSel{index}": COUNTER + "u_evtsel.u_value.value_q"}
PLACES = [{"core": core, "index": index} for core in range(2) for index in range(4)]


def state():
    return {name.format(**place): path.format(**place) for name, path in STATE.items() for place in PLACES}


def scoreboard(dut, test):
    return Scoreboard(dut, "k8", state=state(), results=f"{os.environ['RESULTS']}/{test}")


async def begin(dut):
    """Starts the clock, with all inputs at 0, and resets."""
    for place in pmu_cosim.layout("k8")[0]:
        getattr(dut, place[3]).value = 0
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    dut.rst.value = 1
    await RisingEdge(dut.clk)
    await RisingEdge(dut.clk)
    dut.rst.value = 0


async def access(dut, address, data=None):
    """Writes `data`, or reads and returns the read data."""
    dut.bus_valid.value = 1
    dut.bus_write.value = int(data is not None)
    dut.bus_space.value = MSR
    dut.bus_addr.value = address
    dut.bus_wdata.value = data or 0
    await RisingEdge(dut.clk)
    dut.bus_valid.value = 0
    return dut.bus_rdata.value


@cocotb.test()
async def counter_counts(dut):
    """Your own test: the scoreboard compares everything else meanwhile."""
    with scoreboard(dut, "counter_counts"):
        await begin(dut)
        await access(dut, PERF_EVT_SEL0, COUNT_INSTRUCTIONS)
        for _ in range(100):
            await RisingEdge(dut.clk)
        await access(dut, PERF_CTR0)


@cocotb.test()
async def random_programs(dut):
    """The random programs of `pmu-cosim run --seed 1`, as stimulus."""
    places = [(getattr(dut, port), at, (1 << width) - 1) for _, at, width, port, _ in pmu_cosim.layout("k8")[0]]
    with scoreboard(dut, "random_programs"):
        for number in range(int(os.environ.get("PROGRAMS", "3"))):
            await begin(dut)
            for frame in pmu_cosim.random_program("k8", 1, number).frames()[:5000]:
                for handle, at, mask in places:
                    handle.value = frame >> at & mask
                await RisingEdge(dut.clk)
