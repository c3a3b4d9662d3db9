# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests where the package finds the programs, and how it passes on their output."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock
import warnings
from pathlib import Path

import ncf
from ncf import _programs
from support import TEXT, TestInFolder


def interrupt_after(name):
    """Interrupts this process only, as Jupyter does, when the file exists."""
    while not os.path.exists(name):
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)


class Programs(TestInFolder):
    def plant(self, script):
        """Creates a program with this text, which the package runs instead of ours."""
        program = Path("bin/ncfcopy")
        program.parent.mkdir(exist_ok=True)
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

    def test_a_lost_exit_status_is_an_error(self):
        self.addCleanup(signal.signal, signal.SIGCHLD, signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        for status in 0, 1:
            self.plant(f"echo 'ncfcopy: note: one' >&2; echo 'ncfcopy: two' >&2; exit {status}")
            with warnings.catch_warnings(), self.assertRaisesRegex(
                    ncf.Error, "^two\nthe exit status of ncfcopy is lost, .* ignores SIGCHLD") as caught:
                warnings.simplefilter("error")
                ncf.copy("in.nc", "out.nc")
            self.assertEqual(caught.exception.notes, ["one"])

    def test_an_interrupt_ends_the_program(self):
        self.plant("echo $$ >id; exec sleep 100")
        for call in (lambda: ncf.copy("in.nc", "out.nc"), lambda: ncf.plan("in.nc", "out.nc"),
                     lambda: ncf.info("in.nc"), lambda: ncf.generate(TEXT, "out.nc")):
            threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT]).start()
            with self.assertRaises(KeyboardInterrupt):
                call()
            with self.assertRaises(ProcessLookupError):
                os.kill(int(Path("id").read_text()), 0)

    def test_an_interrupt_leaves_the_program_no_time(self):
        for text in (None, TEXT):
            self.plant("echo >begun; sleep 0.15; echo >late; sleep 100")
            threading.Thread(target=interrupt_after, args=["begun"]).start()
            with self.assertRaises(KeyboardInterrupt):
                ncf.copy("in.nc", "out.nc") if text is None else ncf.generate(text, "out.nc")
            time.sleep(0.3)
            self.assertFalse(os.path.exists("late"))
            os.remove("begun")

    def test_an_interrupt_while_a_program_starts(self):
        self.plant("echo >begun; exec sleep 100")
        start = subprocess.Popen

        def interrupted(*arguments, **options):
            program = start(*arguments, **options)
            os.kill(os.getpid(), signal.SIGINT)
            started.append(program)
            self.addCleanup(program.stdout.close)
            return program

        started = []
        with unittest.mock.patch.object(subprocess, "Popen", interrupted):
            with self.assertRaises(KeyboardInterrupt):
                ncf.copy("in.nc", "out.nc")
        self.assertEqual([program.returncode for program in started], [-signal.SIGTERM])

    def test_a_second_interrupt_does_not_leave_the_program_behind(self):
        self.plant("trap 'kill -INT $PPID; sleep 0.3; echo >ended; exit 1' TERM\n"
                   "echo >begun; sleep 0.1; sleep 0.1; while :; do sleep 0.05; done")
        threading.Thread(target=interrupt_after, args=["begun"]).start()
        with self.assertRaises(KeyboardInterrupt):
            ncf.copy("in.nc", "out.nc")
        self.assertTrue(os.path.exists("ended"))

    @unittest.skipIf(sys.version_info < (3, 11), "exceptions have no notes")
    def test_an_interrupt_says_what_the_program_did(self):
        for status, note in ((0, "one\nncfcopy: had already done its work"), (1, "one")):
            self.plant(f"trap 'echo one >&2; exit {status}' TERM\n"
                       "echo >begun; while :; do sleep 0.05; done")
            threading.Thread(target=interrupt_after, args=["begun"]).start()
            with self.assertRaises(KeyboardInterrupt) as caught:
                ncf.copy("in.nc", "out.nc")
            self.assertEqual(caught.exception.__notes__, [note])
            os.remove("begun")

    def test_bytes_that_are_not_text(self):
        os.rename("in.nc", b"\xff.nc")
        name = os.fsdecode(b"\xff.nc")
        ncf.copy(name, "out.nc")
        with self.assertRaisesRegex(ncf.Error, "no such file"):
            ncf.copy(name + "x", "out.nc")

    def test_names_are_utf8_in_every_locale(self):
        script = ("import ncf; ncf.generate('netcdf n { variables: int \\u00fc ; }', 'n.nc');"
                  "ncf.copy('n.nc', 'out.nc', variables=['\\u00fc']);"
                  "print(ascii(ncf.info('out.nc')['variables'][0]['path']));"
                  "print(ascii(ncf.dump('out.nc')))")
        for locale, of_python in (("C", "0"), ("C.UTF-8", "1")):
            environment = dict(os.environ, LC_ALL=locale, PYTHONUTF8=of_python)
            printed = subprocess.run([sys.executable, "-c", script], env=environment, check=True,
                                     capture_output=True, text=True).stdout
            self.assertIn(r"'/\xfc'", printed)
            self.assertIn(r"int \xfc ;", printed)


if __name__ == "__main__":
    unittest.main()
