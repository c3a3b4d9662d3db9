# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests where the package finds the programs, and how it passes on their output."""

import os
import signal
import threading
import unittest
import unittest.mock
import warnings
from pathlib import Path

import ncf
from ncf import _programs
from support import TEXT, TestInFolder


class Programs(TestInFolder):
    def plant(self, script):
        """Creates a program with this text, which the package runs instead of ours."""
        program = Path("bin/ncfcopy")
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        place = unittest.mock.patch.object(_programs, "find_program", lambda name: str(program))
        place.start()
        self.addCleanup(place.stop)

    def test_those_of_the_build_tree_come_first(self):
        built = Path(ncf.__file__).resolve().parents[2] / "bin" / "ncfcopy"
        self.assertEqual(Path(ncf.find_program("ncfcopy")), built)

    def test_a_program_that_is_nowhere(self):
        with self.assertRaisesRegex(ncf.Error, "^ncfnone is neither in .* install ncf's programs$"):
            ncf.find_program("ncfnone")

    def test_notes_before_an_error_are_kept(self):
        self.plant("echo 'ncfcopy: note: one' >&2; echo 'ncfcopy: two' >&2; echo ' three' >&2; exit 1")
        with self.assertRaises(ncf.Error) as caught:
            ncf.copy("in.nc", "out.nc")
        self.assertEqual((str(caught.exception), caught.exception.notes), ("two\n three", ["one"]))

    def test_what_libraries_print_does_not_fail_a_call(self):
        self.plant("echo 'libnoisy: loaded' >&2; echo 'ncfcopy: note: one' >&2; echo {}")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.assertEqual(ncf.copy("in.nc", "out.nc"), {})
        self.assertEqual([str(one.message) for one in caught], ["libnoisy: loaded", "one"])
        self.assertEqual({one.category for one in caught}, {ncf.Note})

    def test_a_program_that_is_killed(self):
        self.plant("kill -KILL $$")
        with self.assertRaisesRegex(ncf.Error, "ncfcopy was ended by SIGKILL"):
            ncf.copy("in.nc", "out.nc")

    def test_a_program_that_fails_without_a_word(self):
        self.plant("exit 1")
        with self.assertRaisesRegex(ncf.Error, "ncfcopy failed without a message"):
            ncf.copy("in.nc", "out.nc")

    def test_an_interrupt_ends_the_program(self):
        self.plant("echo $$ >id; exec sleep 100")
        for call in (lambda: ncf.copy("in.nc", "out.nc"), lambda: ncf.plan("in.nc", "out.nc"),
                     lambda: ncf.info("in.nc"), lambda: ncf.generate(TEXT, "out.nc")):
            threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT]).start()
            with self.assertRaises(KeyboardInterrupt):
                call()
            with self.assertRaises(ProcessLookupError):
                os.kill(int(Path("id").read_text()), 0)

    def test_bytes_that_are_not_text(self):
        os.rename("in.nc", b"\xff.nc")
        name = os.fsdecode(b"\xff.nc")
        ncf.copy(name, "out.nc")
        with self.assertRaisesRegex(ncf.Error, "no such file"):
            ncf.copy(name + "x", "out.nc")


if __name__ == "__main__":
    unittest.main()
