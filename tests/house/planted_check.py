# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a check of the house over planted files."""

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parent
sys.path.append(str(HOUSE.parent / "support"))

from planted import PlantedTest


class PlantedCheck(PlantedTest):
    def run_check(self, script, *arguments):
        return subprocess.run([sys.executable, HOUSE / script, *arguments, self.root],
                              capture_output=True, text=True, check=False)

    def expect_finding(self, finding, script, *arguments):
        """Expects that the check fails with this finding, "file:line: message", and no other."""
        result = self.run_check(script, *arguments)
        self.assertEqual(result.stderr, f"{finding}\n1 finding(s)\n")
        self.assertEqual(result.returncode, 1)

    def expect_clean(self, script, *arguments):
        result = self.run_check(script, *arguments)
        self.assertEqual((result.stderr, result.returncode), ("", 0))
