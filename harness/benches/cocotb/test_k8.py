"""The K8 PMU against its reference model: bus response, outputs and counters in every cycle."""

import json
import os
import time

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from events import Events
from model import CORES, COUNTERS, Pmu
from stimulus import RESET, frames

# One name: Verilator 5.006 has no object for the generate block itself, in which attributes would be looked up.
PATH = "u_core{core}.g_counter[{index}].u_counter.u_ctr.value_q"


class Driver:
    """Drives inputs that change."""

    def __init__(self, dut):
        self.dut = dut
        self.driven = {}

    def drive(self, frame):
        values = {
            "rst": frame.rst,
            "bus_valid": frame.valid,
            "bus_write": frame.write,
            "bus_space": frame.space,
            "bus_unit": frame.unit,
            "bus_addr": frame.addr,
            "bus_wdata": frame.wdata,
        }
        for core in range(CORES):
            values[f"c{core}_halted"] = frame.halted[core]
            values[f"c{core}_cpl"] = frame.cpl[core]
            values[f"c{core}_ev"] = frame.ev[core]
        for name, value in values.items():
            if self.driven.get(name) != value:
                getattr(self.dut, name).value = value
                self.driven[name] = value


class Scoreboard:
    """Compares the DUT with the model."""

    def __init__(self, dut, pmu):
        self.dut = dut
        self.pmu = pmu
        self.counters = [
            (core, index, dut._id(PATH.format(core=core, index=index), extended=False))
            for core in range(CORES)
            for index in range(COUNTERS)
        ]

    def check(self, cycle, frame):
        for name, expected in self.pmu.outputs(frame).items():
            value = int(getattr(self.dut, name).value)
            assert value == expected, f"cycle {cycle}: {name} is {value:#x}, the model says {expected:#x}"
        for core, index, signal in self.counters:
            value, expected = int(signal.value), self.pmu.cores[core].counters[index].value
            assert value == expected, f"cycle {cycle}: core{core}.PerfCtr{index} is {value:#x}, not {expected:#x}"


@cocotb.test()
async def lockstep(dut):
    """All cycles of the stimulus, which is read before the measurement starts."""
    pmu = Pmu(Events(os.environ["K8_EVENTS"]))
    driver = Driver(dut)
    scoreboard = Scoreboard(dut, pmu)
    stimulus = list(frames(os.environ["K8_STIMULUS"]))
    cocotb.start_soon(Clock(dut.clk, 2, "ns").start())
    await RisingEdge(dut.clk)
    driver.drive(RESET)
    await RisingEdge(dut.clk)
    start = time.perf_counter()
    for cycle, frame in enumerate(stimulus):
        driver.drive(frame)
        await FallingEdge(dut.clk)
        scoreboard.check(cycle, frame)
        await RisingEdge(dut.clk)
        pmu.clock(frame)
    seconds = time.perf_counter() - start
    with open(os.environ["K8_SPEED"], "w", encoding="utf-8") as file:
        json.dump({"cycles": len(stimulus), "seconds": seconds}, file)
