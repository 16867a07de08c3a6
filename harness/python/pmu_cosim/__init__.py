"""Golden models of performance monitoring units (PMUs).

    import pmu_cosim

    k8 = pmu_cosim.Model("k8")
    k8.write("core0.PerfEvtSel0", 0x430040)
    k8.set_event("DATA_CACHE_ACCESSES", 2, unit="core0")
    k8.step(5)
    print(k8.read("core0.PerfCtr0"))

`pmu_cosim.cocotb` has the scoreboard for cocotb.
"""

from ._native import Checker, Model, Program, __version__, describe, layout, pmus, random_program

__all__ = ["Checker", "Model", "Program", "__version__", "describe", "layout", "pmus", "random_program"]
