"""The stimulus: the cycles of the random programs of all measurements, in the file that the bench wrote."""

import struct
from dataclasses import dataclass

# Reset, the six inputs of the register port, and for each core whether it is halted, its privilege level, its event
# lines.
CLOCK = struct.Struct("<7Q 2Q48s 2Q48s")


@dataclass
class Frame:
    """The inputs of one cycle."""

    rst: int
    valid: int
    write: int
    space: int
    unit: int
    addr: int
    wdata: int
    halted: tuple
    cpl: tuple
    ev: tuple


RESET = Frame(1, 0, 0, 0, 0, 0, 0, (0, 0), (0, 0), (0, 0))


def frames(file):
    """All cycles of a file."""
    with open(file, "rb") as stream:
        for *request, halted0, cpl0, ev0, halted1, cpl1, ev1 in CLOCK.iter_unpack(stream.read()):
            events = int.from_bytes(ev0, "little"), int.from_bytes(ev1, "little")
            yield Frame(*request, (halted0, halted1), (cpl0, cpl1), events)
