"""Bridges of rtl/bus/ as masters of the slave models of cocotbext-axi and cocotbext-ahb, with random wait states."""

import logging
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge
from cocotbext.ahb import AHBBus, AHBLiteSlaveRAM
from cocotbext.axi import ApbBus, ApbSlave, AxiLiteBus, AxiLiteSlave, MemoryRegion

TRANSFERS = 400
# The slave refuses addresses above; the bridges have 16 address bits.
SIZE = 1024
LONGEST = 100
SEED = int(os.environ["BRIDGE_SEED"])


def flips(probability, channel=0):
    """Pauses of a channel of a slave, independent of those of the others."""
    source = random.Random(f"{SEED} {channel}")
    while True:
        yield source.random() < probability


class ApbMemory(ApbSlave):
    """ApbSlave has no read of its target."""

    async def _read(self, address, length):
        return await self.target.read(address, length)


def apb(dut, probability):
    slave = ApbMemory(ApbBus.from_entity(dut), dut.clk, dut.rst, target=MemoryRegion(SIZE))
    slave.set_pause_generator(flips(probability))


def axi4_lite(dut, probability):
    slave = AxiLiteSlave(AxiLiteBus.from_entity(dut), dut.clk, dut.rst, target=MemoryRegion(SIZE))
    write, read = slave.write_if, slave.read_if
    channels = (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel)
    for number, channel in enumerate(channels):
        channel.set_pause_generator(flips(probability, number))


def ahb_lite(dut, probability):
    ready = (not pause for pause in flips(probability))
    AHBLiteSlaveRAM(AHBBus.from_entity(dut), dut.clk, dut.rst, ready, mem_size=SIZE, reset_act_low=False)


SLAVES = {"pmu_bus_apb": apb, "pmu_bus_axi4_lite": axi4_lite, "pmu_bus_ahb_lite": ahb_lite}

# What must not change while a transfer waits: the signals that say so, and those that are held.
HELD = {
    "pmu_bus_apb": [(["psel"], "pready", ["psel", "paddr", "pwrite", "pwdata", "pstrb", "pprot"])],
    "pmu_bus_axi4_lite": [
        (["awvalid"], "awready", ["awvalid", "awaddr", "awprot"]),
        (["wvalid"], "wready", ["wvalid", "wdata", "wstrb"]),
        (["arvalid"], "arready", ["arvalid", "araddr", "arprot"]),
    ],
    "pmu_bus_ahb_lite": [],
}


async def hold(dut, valid, ready, signals):
    """Checks that signals stay while a slave is not ready."""
    before = None
    while True:
        await RisingEdge(dut.clk)
        now = {name: int(getattr(dut, name).value) for name in signals}
        assert before is None or before == now, f"changed while {ready} was 0: {before}, {now}"
        waits = all(int(getattr(dut, name).value) for name in valid) and not int(getattr(dut, ready).value)
        before = now if waits and not int(dut.rst.value) else None


async def transfer(dut, write, address, data):
    """Does one transfer; returns the answer and whether it failed."""
    await FallingEdge(dut.clk)
    dut.start.value, dut.is_write.value, dut.address.value, dut.data.value = 1, write, address, data
    for _ in range(LONGEST):
        await RisingEdge(dut.clk)
        if int(dut.done.value):
            error = int(dut.error.value)
            answer = None if write or error else int(dut.answer.value)
            await FallingEdge(dut.clk)
            dut.start.value = 0
            return answer, error
        await FallingEdge(dut.clk)
        dut.start.value = 0
    raise AssertionError(f"no end of a transfer with address {address:#x}")


@cocotb.test()
async def transfers_agree_with_a_memory(dut):
    """Reads return what was written, refused addresses fail, and nothing changes while a slave is not ready."""
    name = dut._name
    # The models report each transfer.
    logging.getLogger(f"cocotb.{name}").setLevel(logging.WARNING)
    source = random.Random(SEED)
    cocotb.start_soon(Clock(dut.clk, 2, "ns").start())
    dut.start.value, dut.is_write.value, dut.address.value, dut.data.value = 0, 0, 0, 0
    dut.rst.value = 1
    SLAVES[name](dut, float(os.environ["BRIDGE_PAUSE"]))
    for _ in range(4):
        await FallingEdge(dut.clk)
    dut.rst.value = 0
    for _ in range(4):
        await FallingEdge(dut.clk)
    for held in HELD[name]:
        cocotb.start_soon(hold(dut, *held))
    lanes = int(os.environ["BRIDGE_DATA_W"]) // 8
    memory, refused, read = {}, 0, 0
    for _ in range(TRANSFERS):
        write, inside = source.random() < 0.5, source.random() < 0.9
        address = (source.randrange(32) if inside else (SIZE + source.randrange(SIZE)) // lanes) * lanes
        data = source.getrandbits(8 * lanes)
        answer, error = await transfer(dut, write, address, data)
        assert error == (not inside), f"address {address:#x}: error {error}"
        if not inside:
            refused += 1
        elif write:
            memory[address] = data
        else:
            read += 1
            assert answer == memory.get(address, 0), f"address {address:#x}: {answer:#x}, not {memory.get(address, 0):#x}"
        for _ in range(source.randrange(3)):
            await FallingEdge(dut.clk)
    assert refused > TRANSFERS // 50 and read > TRANSFERS // 5
