"""The K8 PMU as a reference model in Python, written from chapter 10 of the manual and docs/decisions/k8.md."""

CORES = 2
COUNTERS = 4
MSR, RDPMC = 0, 1
BROADCAST = 255
PERF_EVT_SEL = 0xC0010000
PERF_CTR = 0xC0010004
SELECT_BITS = 0xFFDFFFFF
COUNTER_BITS = (1 << 48) - 1


class Counter:
    """A counter with its event select register."""

    def __init__(self, events):
        self.events = events
        self.value = 0
        self.history = 0
        self.pin = 0
        self.write_select(0)

    def write_select(self, value):
        self.select = value & SELECT_BITS
        self.cnt_mask = value >> 24 & 0xFF
        self.inv = value >> 23 & 1
        self.enabled = value >> 22 & 1
        self.interrupt = value >> 20 & 1
        self.pin_control = value >> 19 & 1
        self.edge = value >> 18 & 1
        self.os = value >> 17 & 1
        self.usr = value >> 16 & 1
        self.lines = self.events.selected(value & 0xFF, value >> 8 & 0xFF)
        self.claim = self.enabled and value & 0xFF >= 0xE0

    def clock(self, ev, cpl, blocked, written):
        """One cycle in which the core is not halted. Returns whether an interrupt is requested."""
        number = 0
        condition = 0
        if self.lines is not None:
            for line in self.lines:
                number += ev >> 2 * line & 3
            number = min(number, 3)
            if self.cnt_mask == 0:
                condition = int(number != 0)
            elif self.inv:
                condition = int(number < self.cnt_mask)
            else:
                condition = int(number >= self.cnt_mask)
        if self.edge:
            increment = condition & ~self.history
        else:
            increment = number if self.cnt_mask == 0 else condition
        self.history = condition
        qualified = self.usr if cpl else self.os
        if not (self.enabled and qualified) or blocked or written:
            return False
        total = self.value + increment
        carry = total >> 48
        self.value = total & COUNTER_BITS
        if carry if self.pin_control else increment:
            self.pin ^= 1
        return bool(carry and self.interrupt)


class Core:
    """The counters of a core."""

    def __init__(self, events):
        self.counters = [Counter(events) for _ in range(COUNTERS)]
        self.apic_int = 0

    def claims(self):
        return [counter.claim for counter in self.counters]


class Pmu:
    """Two cores, and the ownership of the counter indices between them."""

    def __init__(self, events):
        self.events = events
        self.reset()

    def reset(self):
        self.cores = [Core(self.events) for _ in range(CORES)]
        self.owners = [None] * COUNTERS

    def _decode(self, frame):
        """The cores, the index and whether it is a counter; None if the register does not exist."""
        if frame.unit == BROADCAST and frame.write:
            cores = self.cores
        elif frame.unit < CORES:
            cores = [self.cores[frame.unit]]
        else:
            return None
        if frame.space == MSR and PERF_EVT_SEL <= frame.addr < PERF_CTR + COUNTERS:
            return cores, frame.addr & 3, frame.addr >= PERF_CTR
        if frame.space == RDPMC and frame.addr < COUNTERS and not frame.write:
            return cores, frame.addr, True
        return None

    def outputs(self, frame):
        """The outputs of the PMU in a cycle, before the clock edge."""
        rdata, error = 0, 0
        if frame.valid:
            target = self._decode(frame)
            if target is None:
                error = 1
            elif not frame.write:
                (core,), index, is_counter = target
                counter = core.counters[index]
                rdata = counter.value if is_counter else counter.select
        result = {"bus_rdata": rdata, "bus_error": error}
        owners = self._owners()
        for number, core in enumerate(self.cores):
            counters = core.counters
            blocked = [owner is not None and owner != number for owner in owners]
            result[f"c{number}_pm"] = bits(counter.pin for counter in counters)
            result[f"c{number}_apic_int"] = core.apic_int
            result[f"c{number}_nb_claim"] = bits(core.claims())
            result[f"c{number}_nb_block"] = bits(blocked)
        return result

    def _owners(self):
        claims = [core.claims() for core in self.cores]
        owners = []
        for index, owner in enumerate(self.owners):
            if owner is None or not claims[owner][index]:
                owner = next((core for core in range(CORES) if claims[core][index]), None)
            owners.append(owner)
        return owners

    def clock(self, frame):
        """The clock edge."""
        if frame.rst:
            self.reset()
            return
        self.owners = self._owners()
        target = self._decode(frame) if frame.valid and frame.write else None
        for number, core in enumerate(self.cores):
            interrupt = False
            for index, counter in enumerate(core.counters):
                if frame.halted[number]:
                    break
                owner = self.owners[index]
                blocked = owner is not None and owner != number
                written = target is not None and core in target[0] and target[1:] == (index, True)
                if counter.clock(frame.ev[number], frame.cpl[number], blocked, written):
                    interrupt = True
            core.apic_int = int(interrupt)
        if target is not None:
            cores, index, is_counter = target
            for core in cores:
                if is_counter:
                    core.counters[index].value = frame.wdata & COUNTER_BITS
                else:
                    core.counters[index].write_select(frame.wdata)


def bits(flags):
    """Flags as a number, the first in bit 0."""
    return sum(1 << position for position, flag in enumerate(flags) if flag)
