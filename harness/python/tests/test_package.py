"""Tests of the package without a simulator."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pmu_cosim

PROGRAM = """pmu k8
write core0.PerfEvtSel0 EVENT_SELECT=0x40 OS=1 USR=1 EN=1
hold core0 DATA_CACHE_ACCESSES = 2
wait 5
hold core0 DATA_CACHE_ACCESSES = 0
wait
"""


class ModelTest(unittest.TestCase):
    def test_counter_counts(self):
        k8 = pmu_cosim.Model("k8")
        k8.write("core0.PerfEvtSel0", 0x430040)
        k8.set_event("DATA_CACHE_ACCESSES", 2, unit="core0")
        k8.step(5)
        self.assertEqual(k8.read("core0.PerfCtr0"), 10)
        self.assertEqual((k8.get("core0.PerfCtr0"), k8.response, k8.cycles), (10, (10, False), 7))
        self.assertIn("EN=0x1", k8.decode("core0.PerfEvtSel0", 0x430040))
        coverage = k8.coverage()
        self.assertEqual((coverage["pmu"], coverage["cycles"]), ("k8", 7))
        k8.reset()
        self.assertEqual((k8.cycles, k8.read("core0.PerfCtr0")), (0, 0))

    def test_options_change_the_model(self):
        def width(choices):
            states = pmu_cosim.describe("ivt_ubox", choices=choices)["states"]
            (counter,) = [word for word in states if word["name"] == "ubox.U_MSR_PMON_UCLK_FIXED_CTR"]
            return counter["width"]

        self.assertEqual((width(""), width("UBOX-A02=48")), (44, 48))

    def test_wrong_input_is_one_clear_error(self):
        k8 = pmu_cosim.Model("k8")
        for call, text in [
            (lambda: pmu_cosim.Model("k9"), "there is no PMU `k9`"),
            (lambda: pmu_cosim.Model("k8", choices="K8-A15=x"), "K8-A15"),
            (lambda: k8.set("core0.clp", 1), "core0.cpl"),
            (lambda: k8.set("core0.cpl", 4), "width of 2 bits"),
            (lambda: k8.write("core0.PerfCtr9", 1), "core0.PerfCtr"),
            (lambda: k8.access(16, 0, 0), "the spaces are 0 to 15"),
            (lambda: pmu_cosim.Program.parse("pmu k8\nwrite core0.Nothing = 1\n"), "Nothing"),
        ]:
            with self.assertRaisesRegex(ValueError, text):
                call()


    def test_variable_names_the_descriptions(self):
        def pmus(folder):
            environment = {**os.environ, "PMU_DESCRIPTIONS": str(folder)}
            command = [sys.executable, "-c", "import pmu_cosim; print(pmu_cosim.pmus())"]
            return subprocess.run(command, env=environment, capture_output=True, text=True)

        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("there is no pmus.toml in it", pmus(folder).stderr)
            Path(folder, "pmus.toml").write_text('pmus = [{ id = "own", folder = "own/core" }]\nconfigurable = []\n')
            self.assertEqual(pmus(folder).stdout, "['own']\n")


class ProgramTest(unittest.TestCase):
    def test_frames_drive_the_model(self):
        program = pmu_cosim.Program.parse(PROGRAM)
        self.assertEqual((program.pmu, program.cycles, len(program.frames())), ("k8", 7, 7))
        k8 = pmu_cosim.Model("k8")
        for frame in program.frames():
            k8.step_frame(frame)
        self.assertEqual(k8.get("core0.PerfCtr0"), 10)

    def test_every_pmu_has_random_programs(self):
        for pmu in pmu_cosim.pmus():
            self.assertGreater(pmu_cosim.random_program(pmu, 1, 0).cycles, 0, pmu)

    def test_random_programs_depend_on_seed_and_number(self):
        one, again = (pmu_cosim.random_program("knc", 7, 2) for _ in range(2))
        self.assertEqual(str(one), str(again))
        self.assertNotEqual(str(one), str(pmu_cosim.random_program("knc", 7, 3)))
        self.assertEqual(pmu_cosim.Program.parse(str(one)).frames(), one.frames())


class CheckerTest(unittest.TestCase):
    def setUp(self):
        self.frames = pmu_cosim.Program.parse(PROGRAM).frames()
        (rst,) = [place for place in pmu_cosim.layout("k8")[0] if place[0] == "rst"]
        self.reset = 1 << rst[1]

    def run_checker(self, change, results=None):
        """Compares another model with the checker's, with some of its observations changed."""
        k8, checker = pmu_cosim.Model("k8"), pmu_cosim.Checker("k8", results=results)
        verdicts = [checker.cycle((self.reset, 0), (0, 0))]
        for cycle, frame in enumerate(self.frames):
            verdicts.append(checker.cycle((frame, 0), change(cycle, k8.step_frame(frame))))
        return verdicts, checker

    def test_equal_observations_pass_and_the_results_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            verdicts, checker = self.run_checker(lambda _, observed: (observed, 0), folder)
            self.assertEqual(verdicts, ["waiting"] + ["equal"] * 7)
            self.assertTrue(checker.finish())
            self.assertEqual(json.loads((Path(folder) / "results.json").read_text())["verdict"], "pass")

    def test_one_wrong_or_unknown_bit_is_a_mismatch(self):
        (counter,) = [place for place in pmu_cosim.layout("k8")[1] if place[0] == "core0.PerfCtr0"]
        bit = 1 << counter[1]
        for change in (lambda observed: (observed ^ bit, 0), lambda observed: (observed, bit)):
            verdicts, checker = self.run_checker(lambda cycle, observed, change=change: change(observed) if cycle == 4 else (observed, 0))
            self.assertEqual(verdicts, ["waiting"] + ["equal"] * 4 + ["mismatch"] + ["equal"] * 2)
            self.assertIn("diverges in cycle 4: core0.PerfCtr0", checker.message)
            self.assertFalse(checker.finish())

    def test_nothing_compared_is_no_pass(self):
        checker = pmu_cosim.Checker("k8")
        self.assertEqual(checker.cycle((0, 0), (0, 0)), "waiting")
        self.assertFalse(checker.finish())
        self.assertIn("no cycle was compared", checker.message)


if __name__ == "__main__":
    unittest.main()
