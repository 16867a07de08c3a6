"""Event lines of the K8 PMU, from the catalogue from which the list of the RTL is generated."""

import csv

# The paths of CPU and I/O requests: each has a separate line, and the mask rows of the event have none.
REQUESTS = 0xE9
PATHS = (0xA8, 0xA4, 0xA2, 0xA1, 0x98, 0x94, 0x92, 0x91, 0x64, 0x61)


class Events:
    """Lines by event code: pairs of a line number and a mask; the mask of an event without a mask table is `None`."""

    def __init__(self, catalogue):
        self.lines = {}
        self.largest = []
        with open(catalogue, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                code = int(row["code"], 16)
                if code != REQUESTS:
                    self._add(code, int(row["umask"], 16) if row["umask"] else None, int(row["max_inc"] or 3))
                elif code not in self.lines:
                    for path in PATHS:
                        self._add(code, path, 3)

    def _add(self, code, mask, largest):
        self.lines.setdefault(code, []).append((len(self.largest), mask))
        self.largest.append(largest)

    def selected(self, code, unit_mask):
        """Numbers of the lines that an event and a unit mask add up; None for a reserved event."""
        if code not in self.lines:
            return None
        if code == REQUESTS:
            return [line for line, path in self.lines[code] if unit_mask & path == path]
        return [line for line, mask in self.lines[code] if mask is None or unit_mask & mask]
