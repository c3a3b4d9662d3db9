# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Helpers for the tests: a separate folder, and a small file in it."""

import os
import shutil
import tempfile
import unittest
import warnings
from pathlib import Path

import ncf

TEXT = """netcdf in {
dimensions: time = 4 ; x = 500 ;
variables: double t2m(time, x) ; t2m:units = "K" ;
           int crs ;
data: t2m = %s ; crs = 1 ;
}
""" % ", ".join(str(number % 7) for number in range(2000))


class TestInFolder(unittest.TestCase):
    """Each test runs in an empty folder with in.nc. Notes are errors unless a test expects them."""

    def setUp(self):
        self.before = os.getcwd()
        self.folder = Path(tempfile.mkdtemp())
        os.chdir(self.folder)
        self.addCleanup(self.leave)
        catcher = warnings.catch_warnings()
        catcher.__enter__()
        self.addCleanup(catcher.__exit__, None, None, None)
        warnings.simplefilter("error", ncf.Note)
        ncf.generate(TEXT, "in.nc", format="nc4")

    def leave(self):
        os.chdir(self.before)
        shutil.rmtree(self.folder)
