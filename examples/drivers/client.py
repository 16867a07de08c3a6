#!/usr/bin/env python3
"""A client of `pmu-cosim serve --pmu k8` in Python: writes a counter of K8, lets cycles pass, and reads it.

    PMU_COSIM_SOCKET=build/pmu.socket examples/drivers/client.py
"""

import os
import socket
import struct

connection = socket.socket(socket.AF_UNIX)
connection.connect(os.environ["PMU_COSIM_SOCKET"])


def received(count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise SystemExit("the server closed the connection")
        data += more
    return data


def exchange(message):
    """Sends a message, and returns the body of the reply."""
    connection.sendall(struct.pack("<I", len(message)) + message)
    reply = received(*struct.unpack("<I", received(4)))
    if reply[0] in (132, 133):
        raise SystemExit(f"the server says: {reply[3:].decode()}")
    return reply[1:]


def text(value):
    return struct.pack("<H", len(value)) + value.encode()


def done(message):
    """Runs cycles. Returns whether the access was refused, and its data."""
    cycles, advanced, refused, data = struct.unpack_from("<QQBQ", exchange(message))
    return bool(refused), data


exchange(struct.pack("<B4sH", 1, b"PMUD", 1) + text("k8"))
exchange(b"\x06" + text("core0.halted") + struct.pack("<Q", 1))
done(struct.pack("<BBBIQ", 3, 0, 0, 0xC0010004, 1234))
done(struct.pack("<BQ", 4, 10))
refused, data = done(struct.pack("<BBBI", 2, 0, 0, 0xC0010004))
holds = not refused and data == 1234
exchange(struct.pack("<BB", 10, holds) + text(f"the counter reads {data}"))
exchange(struct.pack("<BB", 11, 0 if holds else 1))
