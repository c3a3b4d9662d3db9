#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that an output is on the disk before it has its name, and its name before the program
ends.

    sync_order_test.py
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import shim

PROGRAMS = Path(os.environ["NCF_BIN"])
CDL = """netcdf in {
dimensions:
  x = 60 ;
variables:
  int v(x) ;
    v:_ChunkSizes = 4 ;
data:
  v = %s ;
}
""" % ", ".join(map(str, range(60)))


class SyncOrder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name).resolve()
        (self.folder / "in.cdl").write_text(CDL, encoding="utf-8")
        self.run_program("ncfgen", "-4", "-o", "in.nc", "in.cdl")
        self.run_program("ncfcopy", "-k", "classic", "in.nc", "classic.nc")
        self.run_program("ncfcopy", "in.nc", "in.zarr")

    def run_program(self, program, *arguments, environment=()):
        subprocess.run([PROGRAMS / program, *arguments], cwd=self.folder, check=True,
                       env={**os.environ, **dict(environment)}, capture_output=True)

    def check_order(self, *command):
        log = self.folder / "log"
        log.unlink(missing_ok=True)
        self.run_program(*command, environment=shim.tracing(log, "in.nc"))
        calls = shim.read_trace(log)
        rename = next(i for i, call in enumerate(calls) if call[0] == "rename")
        written = {path: i for i, (call, file, path) in enumerate(calls)
                   if call == "write" and file == "output"}
        synced = {path: i for i, (call, file, path) in enumerate(calls)
                  if call == "sync" and file == "output"}
        self.assertTrue(written, calls)
        for path, last_write in written.items():
            self.assertLess(last_write, synced.get(path, -1), path)
            self.assertLess(synced[path], rename, path)
            folder = os.path.dirname(path)
            while ".ncf-" in folder:  # each folder of a store
                self.assertLess(synced.get(folder, len(calls)), rename, folder)
                folder = os.path.dirname(folder)
        names = [i for i, call in enumerate(calls) if call[:2] == ("sync", "folder")]
        self.assertEqual(len(names), 1, calls)
        self.assertLess(rename, names[0])

    def test_copies(self):
        for options in ([], ["-d", "1"], ["-c", "x/7"], ["-w"], ["-k", "classic"],
                        ["-w", "-k", "classic"], ["--verify"]):
            with self.subTest(options=options):
                self.check_order("ncfcopy", *options, "in.nc", "out.nc")

    def test_stores(self):
        for target in ("new.zarr", "new.zarr", "file://new.zarr#mode=nczarr,file,consolidated"):
            with self.subTest(target=target):  # the second replaces the first
                self.check_order("ncfcopy", "in.nc", target)
        self.check_order("ncfcopy", "in.zarr", "out.nc")

    def test_generation(self):
        for options in (["-4"], ["-x", "-4"]):
            with self.subTest(options=options):
                self.check_order("ncfgen", *options, "-o", "out.nc", "in.cdl")

    def test_references(self):
        self.check_order("ncfcopy", "--kerchunk", "in.json", "classic.nc")

    def test_many(self):
        (self.folder / "many").mkdir()
        self.check_order("ncfcopy", "--into", "many", "in.nc")


if __name__ == "__main__":
    sys.exit(unittest.main())
