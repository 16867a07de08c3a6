"""A scoreboard for cocotb 1.9 and 2: the golden model runs next to your PMU.

    from pmu_cosim.cocotb import Scoreboard

    @cocotb.test()
    async def counts(dut):
        with Scoreboard(dut, "k8", state={"core0.PerfCtr0": "u_core0.ctr_q"}) as scoreboard:
            ...

The values of a cycle are sampled after the falling edge of the clock, so inputs must be driven before or at that edge, and not
change until the next rising edge.
"""

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly

from . import _native

__all__ = ["Mismatch", "Scoreboard"]


class Mismatch(AssertionError):
    """The DUT and the golden model differ, or nothing was compared."""


class Scoreboard:
    """Compares a PMU with its golden model in every cycle.

    dut             handle of the PMU
    pmu             id of the golden model
    clock           name of the clock port
    ports           for ports with other names than those of the description: name in the description -> name in your RTL. An
                    input with the value None is absent, and `tied` has its value; an output with None is not compared
    inverted        ports that are active low, by their names in the description
    tied            values of absent inputs
    state           name of a state word -> path of its signal below `dut`; other state words are not compared
    results         folder of results.json, report.html and repro.pmu; None writes none
    max_mismatches  number of mismatches after which nothing more is compared
    fail_at_once    whether the first mismatch fails the test at once; otherwise it fails at the end
    """

    def __init__(
        self,
        dut,
        pmu,
        *,
        clock="clk",
        ports=None,
        inverted=(),
        tied=None,
        state=None,
        choices="",
        configuration="",
        asynchronous_reset=False,
        results="pmu_results",
        max_mismatches=5,
        fail_at_once=True,
    ):
        selected = {"choices": choices, "configuration": configuration}
        frame, observation = _native.layout(pmu, **selected)
        ports, state, tied = ports or {}, state or {}, tied or {}
        known = {place[3] for place in frame + observation if place[3]}
        _check_names("port", [*ports, *inverted, *tied], known)
        _check_names("state word", state, {place[0] for place in observation if not place[3]})
        self._dut = dut
        self._clock = getattr(dut, clock)
        self._fail_at_once = fail_at_once
        self._inputs, missing = self._sampled(frame, ports, inverted, state)
        self._tied = sum(tied.get(place[3], 0) << place[1] for place in missing)
        self._outputs, missing = self._sampled(observation, ports, inverted, state)
        self._checker = _native.Checker(
            pmu,
            name=str(getattr(dut, "_path", pmu)),
            not_compared=[place[0] for place in missing],
            asynchronous_reset=asynchronous_reset,
            max_mismatches=max_mismatches,
            results=results,
            **selected,
        )
        self._task = None
        self.mismatches = []

    def _sampled(self, places, ports, inverted, state):
        """The handles of values, and the values without one. A handle has the places of all values of its port."""
        handles, missing = {}, []
        for place in places:
            name, at, width, port, low = place
            path = ports.get(port, port) if port else state.get(name)
            if path is None:
                missing.append(place)
                continue
            handles.setdefault(path, []).append((at, low, (1 << width) - 1, port in inverted))
        return [(self._find(path), found) for path, found in handles.items()], missing

    def _find(self, path):
        handle = self._dut
        for part in path.replace("]", "").replace("[", ".[").split("."):
            try:
                handle = handle[int(part[1:])] if part.startswith("[") else getattr(handle, part)
            except (AttributeError, IndexError, ValueError) as error:
                raise ValueError(f"{path}: there is no such signal below {self._dut._path}") from error
        return handle

    def start(self):
        """Begins to compare at the next reset. The context manager calls it."""
        self._task = cocotb.start_soon(self._run())
        return self

    def finish(self):
        """Ends the comparison and writes the results. Raises Mismatch unless the verdict is a pass."""
        if self._task is not None:
            self._stop()
        passed = self._checker.finish()
        verdict = self._checker.message
        if not passed:
            raise Mismatch("\n".join([*self.mismatches, verdict]))
        cocotb.log.info(verdict)

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, *_):
        if kind is None:
            self.finish()
        else:
            self._stop()

    def _stop(self):
        task, self._task = self._task, None
        # Since cocotb 2, kill() is deprecated; before, cancel() ends a task later.
        (task.kill if cocotb.__version__.startswith("1.") else task.cancel)()

    async def _run(self):
        while True:
            await FallingEdge(self._clock)
            await ReadOnly()
            inputs, unknown = _packed(self._inputs)
            verdict = self._checker.cycle((inputs | self._tied, unknown), _packed(self._outputs))
            if verdict == "mismatch":
                self.mismatches.append(self._checker.message)
                if self._fail_at_once:
                    self._checker.finish()
                    raise Mismatch(self.mismatches[0])
            elif verdict == "stopped":
                return


def _check_names(what, names, known):
    wrong = sorted(set(names) - known)
    if wrong:
        raise ValueError(f"there is no {what} {', '.join(wrong)}; there are {', '.join(sorted(known))}")


def _packed(handles):
    """The packed values of signals, and ones at their bits that are X or Z."""
    value = unknown = 0
    for handle, places in handles:
        bits, unknown_bits = _bits(str(handle.value))
        for at, low, mask, invert in places:
            own = (bits >> low ^ (mask if invert else 0)) & mask
            value |= own << at
            unknown |= (unknown_bits >> low & mask) << at
    return value & ~unknown, unknown


def _bits(text):
    """The value of a signal, and ones at its bits that are X or Z. Cocotb writes a bit as a character, the highest first."""
    try:
        return int(text, 2), 0
    except ValueError:
        known = "".join(bit if bit in "01" else "0" for bit in text)
        return int(known, 2), int("".join("0" if bit in "01" else "1" for bit in text), 2)
