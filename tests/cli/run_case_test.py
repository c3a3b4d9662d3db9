#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the runner of the command-line cases notices every kind of difference."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNNER = HERE / "run_case.py"
sys.path.append(str(HERE.parent / "support"))

from planted import PlantedTest


class RunCase(PlantedTest):
    def run_case(self, script, **expectations):
        """Returns the exit status and output of the runner; stdout_exact="..." writes
        case.stdout.exact."""
        case = self.plant("case.sh", script)
        for name, text in expectations.items():
            self.plant(f"case.{name.replace('_', '.')}", text)
        done = subprocess.run([sys.executable, RUNNER, case],
                              env=os.environ | {"NCF_BIN": "/nowhere", "HDF5_PLUGIN_PATH": "/x"},
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.strip()

    def test_silence_and_status_0_are_the_expectation_without_files(self):
        self.assertEqual(self.run_case("true"), (0, ""))

    def test_output_where_silence_was_expected(self):
        self.assertEqual(self.run_case("echo hello")[0], 1)
        self.assertEqual(self.run_case("echo hello >&2")[0], 1)

    def test_exact_output(self):
        self.assertEqual(self.run_case("echo a[1]*", stdout_exact="a[1]*\n")[0], 0)
        status, message = self.run_case("echo b", stdout_exact="a\n")
        self.assertEqual(status, 1)
        self.assertEqual(message.splitlines()[-2:], ["-a", "+b"])

    def test_a_missing_last_newline(self):
        self.assertEqual(self.run_case("printf a", stdout_exact="a\n"),
                         (1, "stdout: the last line ends otherwise"))

    def test_glob_output(self):
        self.assertEqual(self.run_case("echo '[3.21] MB'", stdout_glob="[*] MB\n")[0], 0)
        self.assertEqual(self.run_case("echo '[3.21] GB'", stdout_glob="[*] MB\n")[0], 1)
        self.assertEqual(self.run_case("echo x MB; echo y", stdout_glob="* MB\n")[0], 1)

    def test_any_number_of_lines(self):
        expected = "first\n...\nlast\n"
        self.assertEqual(self.run_case("echo first; echo last", stdout_glob=expected)[0], 0)
        self.assertEqual(self.run_case("printf 'first\\n2\\n3\\nlast\\n'")[0], 0)
        self.assertEqual(self.run_case("printf 'first\\n2\\n3\\n'")[0], 1)

    def test_ignored_output(self):
        self.assertEqual(self.run_case("echo $RANDOM", stdout_ignore="")[0], 0)

    def test_exit_status(self):
        self.assertEqual(self.run_case("exit 2"), (1, "exit status 2, expected 0"))
        self.assertEqual(self.run_case("exit 2", exit="2\n"), (0, ""))
        self.assertEqual(self.run_case("exit 1"), (1, "exit status 1, expected 2"))

    def test_the_first_failing_command_ends_a_case(self):
        self.assertEqual(self.run_case("false; true"), (1, "exit status 1, expected 0"))

    def test_a_skipped_case_gives_its_reason(self):
        self.assertEqual(self.run_case("echo no corpus; exit 77"), (77, "no corpus"))

    def test_the_folder_is_empty_and_plugins_are_not_in_the_environment(self):
        self.assertEqual(self.run_case('[[ -z "$(ls -A)" && -z "${HDF5_PLUGIN_PATH:-}" ]]'), (0, ""))

    def test_the_prelude_skips_without_a_tool(self):
        self.assertEqual(self.run_case('. "$NCF_CASES/prelude.sh"\nneed no_such_tool'),
                         (77, "no_such_tool is not here"))


if __name__ == "__main__":
    unittest.main()
