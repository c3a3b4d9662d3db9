#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the harness catches programs that misbehave.

    run_faults_test.py
"""

import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

import invariants

RUN = Path(__file__).with_name("run.sh")

# A substitute for ncfcopy: it copies by itself where nothing is wrong, and misbehaves otherwise.
PROGRAM = """#!/usr/bin/env bash
input="${@: -2:1}"
output="${@: -1}"
fail() { %s; }
cp "$input" "$output" 2>/dev/null || fail
"""


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def faults_of(self, misbehaviour, scenario="missing_folder"):
        """Returns the faults that the harness reports for a program that misbehaves like this."""
        program = self.folder / "ncfcopy"
        program.write_text(PROGRAM % misbehaviour, encoding="utf-8")
        program.chmod(0o755)
        return subprocess.run(["bash", RUN, "3", "--seed", "1", "--only", scenario, "--ncfcopy",
                               program, "--inputs", self.folder / "inputs"],
                              capture_output=True, text=True, check=False)

    def expect(self, text, misbehaviour, scenario="missing_folder"):
        done = self.faults_of(misbehaviour, scenario)
        self.assertIn(text, done.stdout, done.stderr)
        self.assertRegex(done.stdout.splitlines()[-1], r"^runs=3 faults=[1-9]\d* seed=1$")
        self.assertEqual(done.returncode, 1)

    def test_success_that_was_none(self):
        self.expect("exit status 0", "exit 0")

    def test_other_status(self):
        self.expect("exit status 3", 'echo "ncfcopy: $output: no" >&2; exit 3')

    def test_crash(self):
        self.expect("ended by SIGSEGV", "kill -SEGV $$")

    def test_silence(self):
        self.expect("0 lines of message", "exit 1")

    def test_noise_on_standard_output(self):
        self.expect("it failed and printed 'Error 28", 'echo "ncfcopy: $output: no" >&2; '
                                                       "echo Error 28; exit 1")

    def test_nameless_message(self):
        self.expect("the message names none of", 'echo "ncfcopy: no" >&2; exit 1')

    def test_leftover(self):
        self.expect("left is new", 'echo "ncfcopy: $output: no" >&2; touch left; exit 1')

    def test_changed_input(self):
        self.expect("in.nc was changed",
                    'echo "ncfcopy: $output: no" >&2; echo >>"$input"; exit 1')

    def test_well_behaved(self):
        done = self.faults_of('echo "ncfcopy: $output: no" >&2; exit 1')
        self.assertEqual(done.stdout.splitlines()[-1], "runs=3 faults=0 seed=1", done.stdout)
        self.assertEqual(done.returncode, 0)

    def test_fault_that_never_happens(self):
        self.expect("failing_rename never happened", "exit 1", scenario="failing_rename")


ERROR_IN_TEXT = "in.cdl:6:8: error: variable /v: no room\n   float v(t, x) ;\n         ^~~\n"


class Messages(unittest.TestCase):
    def faults_of(self, program, stderr):
        outcome = types.SimpleNamespace(stderr=stderr)
        return list(invariants.check_message(outcome, program, ["in.nc", "in.cdl"]))

    def expect_fine(self, program, stderr):
        self.assertEqual(self.faults_of(program, stderr), [])

    def expect_fault(self, program, stderr):
        self.assertNotEqual(self.faults_of(program, stderr), [])

    def test_errors_in_a_text(self):
        self.expect_fine("ncfgen", ERROR_IN_TEXT + "ncfgen: in.cdl: 1 error\n")
        self.expect_fine("ncfgen", 2 * ERROR_IN_TEXT + "ncfgen: in.cdl: 2 errors\n")
        self.expect_fine("ncfgen", "ncfgen: in.cdl: no such file\n")

    def test_other_lines_about_a_text(self):
        self.expect_fault("ncfgen", ERROR_IN_TEXT)
        self.expect_fault("ncfgen", ERROR_IN_TEXT + "ncfgen: in.cdl: 2 errors\n")
        self.expect_fault("ncfgen", "ncfgen: in.cdl: 1 error\n")
        self.expect_fault("ncfgen", ERROR_IN_TEXT + "Error 28\nncfgen: in.cdl: 1 error\n")
        self.expect_fault("ncfgen", ERROR_IN_TEXT.replace("         ^~~", "noise") +
                          "ncfgen: in.cdl: 1 error\n")

    def test_broken_objects(self):
        broken = "ncfdump: in.nc: {} cannot be opened: HDF5: incorrect checksum\n"
        self.expect_fine("ncfdump", broken.format("/v") + broken.format("/g/w"))
        self.expect_fine("ncfdump", broken.format("/v") +
                         "ncfdump: in.nc: variable /v2: chunk at (0): no\n" +
                         broken.format(":title"))
        self.expect_fault("ncfdump", broken.format("/v") + broken.format("/v"))
        self.expect_fault("ncfdump", broken.format("/v") + "HDF5-DIAG: Error\n")
        self.expect_fault("ncfcopy", broken.format("/v") + broken.format("/w"))


if __name__ == "__main__":
    sys.exit(unittest.main())
