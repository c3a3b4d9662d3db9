# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""A temporary tree with planted files, and a check of the house run over it."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOUSE = Path(__file__).resolve().parent


class PlantedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def plant(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())

    def run_check(self, script, *arguments):
        return subprocess.run([sys.executable, HOUSE / script, *arguments, self.root],
                              capture_output=True, text=True, check=False)

    def expect_finding(self, finding, script, *arguments):
        """The check fails with this finding, "file:line: message", and no other."""
        result = self.run_check(script, *arguments)
        self.assertEqual(result.stderr, f"{finding}\n1 finding(s)\n")
        self.assertEqual(result.returncode, 1)

    def expect_clean(self, script, *arguments):
        result = self.run_check(script, *arguments)
        self.assertEqual((result.stderr, result.returncode), ("", 0))
