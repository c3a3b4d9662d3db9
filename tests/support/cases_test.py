#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs scripts of planted cases, and expects cases.py to find what is wrong with them."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = """
import os
import signal
import sys
from pathlib import Path

from cases import Failure, main, skip


def passes():
    Path("left").touch()


def passes_after_another():
    assert not Path("left").exists() and "CHANGED" not in os.environ
    os.environ["CHANGED"] = ""


def skips():
    skip("no such thing")


def fails():
    raise Failure("two, not one")


def raises():
    assert 1 == 2


def is_killed():
    os.kill(os.getpid(), signal.SIGKILL)


def ends_early():
    os._exit(3)


if __name__ == "__main__":
    sys.exit(main([passes, passes_after_another, skips, fails, raises, is_killed, ends_early]))
"""


class Cases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.script = Path(folder.name) / "script.py"
        self.script.write_text(SCRIPT, encoding="utf-8")

    def run_script(self, *arguments):
        """Returns the exit status and the lines printed, without times."""
        done = subprocess.run([sys.executable, "-B", self.script, *arguments], text=True,
                              capture_output=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)})
        self.assertEqual(done.stderr, "")
        return done.returncode, [line.rpartition(", ")[0] or line
                                 for line in done.stdout.splitlines()]

    def test_cases_that_pass_do_not_see_each_other(self):
        self.assertEqual(self.run_script("passes", "passes_after_another", "passes"),
                         (0, ["passed: passes", "passed: passes_after_another"]))

    def test_a_script_is_skipped_if_all_its_cases_are(self):
        self.assertEqual(self.run_script("skips"), (77, ["no such thing", "skipped: skips"]))
        self.assertEqual(self.run_script("skips", "passes")[0], 0)

    def test_every_way_to_fail_fails_the_script_and_no_other_case(self):
        for case, outcome in (("fails", "FAILED (1): fails"), ("raises", "FAILED (1): raises"),
                              ("is_killed", "FAILED (-9): is_killed"),
                              ("ends_early", "FAILED (3): ends_early")):
            status, lines = self.run_script(case, "passes", "skips")
            self.assertEqual((status, lines[-3:]),
                             (1, ["passed: passes", "no such thing", "skipped: skips"]), case)
            self.assertIn(outcome, lines)
        self.assertIn("two", self.run_script("fails")[1])

    def test_shards_have_each_case_once(self):
        lines = [line for shard in ("1/3", "2/3", "3/3")
                 for line in self.run_script("--shard", shard)[1] if ": " in line]
        names = [line.rpartition(": ")[2] for line in lines]
        self.assertEqual(sorted(names), sorted(self.run_script("--list")[1]))

    def test_there_must_be_such_a_case(self):
        done = subprocess.run([sys.executable, "-B", self.script, "absent"], capture_output=True,
                              check=False,
                              env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)})
        self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
