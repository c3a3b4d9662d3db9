# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests copies of many files, references, and what is said about open datasets."""

import inspect
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

import ncf
from support import TestInFolder

try:
    import h5py
    import netCDF4
    import xarray
except ImportError:
    h5py = None


class Trees(TestInFolder):
    def setUp(self):
        super().setUp()
        for name in ("tree/a.nc", "tree/b/c.nc"):
            Path(name).parent.mkdir(exist_ok=True, parents=True)
            Path(name).write_bytes(Path("in.nc").read_bytes())

    def test_into_a_folder(self):
        report = ncf.copy_many("tree", into="out", deflate=1, checksums=True, journal="journal")
        self.assertEqual([(one["output"], one["outcome"]) for one in report["files"]],
                         [("out/a.nc", "copied"), ("out/b/c.nc", "copied")])
        self.assertRegex(report.summary, r"^2 files, 2 copied; [\d.]+ kB to [\d.]+ kB \(\d+%\)$")
        self.assertEqual(len(Path("journal").read_text().splitlines()), 3)
        again = ncf.copy_many(["tree"], into=Path("out"), deflate=1, resume=True)
        self.assertEqual([one["outcome"] for one in again["files"]], ["skipped", "skipped"])

    def test_in_place(self):
        before = Path("tree/a.nc").stat().st_size
        report = ncf.copy_many(["tree"], in_place=True, exclude="b", deflate=9, journal="journal")
        self.assertEqual([one["verified"] for one in report["files"]], [True])
        self.assertLess(Path("tree/a.nc").stat().st_size, before)
        with self.assertRaisesRegex(TypeError, "into or in_place, not both"):
            ncf.copy_many("tree", into="out", in_place=True)

    def test_a_plan_writes_nothing(self):
        report = ncf.copy_many("tree", in_place=True, plan=True, deflate=9)
        self.assertEqual({one["outcome"] for one in report["files"]}, {"planned"})

    def test_failures(self):
        Path("tree/b/bad.nc").write_text("bad")
        with self.assertRaisesRegex(ncf.Error, "bad.nc: not a netCDF file") as caught:
            ncf.copy_many("tree", into="out", deflate=1)
        outcomes = sorted(one["outcome"] for one in caught.exception.report["files"])
        self.assertEqual(outcomes, ["copied", "copied", "failed"])
        with self.assertRaisesRegex(ncf.UsageError, "^stop_after 'x'"):
            ncf.copy_many("tree", into="out", stop_after="x")

    def test_progress(self):
        seen = []
        ncf.copy_many("tree", into="out", deflate=1, progress=lambda *done: seen.append(done))
        self.assertEqual(seen[-1][0], seen[-1][1])

    def test_references(self):
        made = ncf.kerchunk("in.nc", url="https://host/in.nc")
        self.assertEqual(made["refs"]["t2m/0.0"][0], "https://host/in.nc")
        for number in (1, 2):
            ncf.generate("netcdf a { dimensions: time = 2 ; variables: int time(time) ; data: "
                         f"time = {2 * number}, {2 * number + 1} ; }}", f"{number}.nc", format="nc4")
        ncf.kerchunk(["1.nc", "2.nc"], "joined.json", concat="time")
        array = json.loads(json.loads(Path("joined.json").read_text())["refs"]["time/.zarray"])
        self.assertEqual(array["shape"], [4])


class Others(TestInFolder):
    def test_parts(self):
        ncf.copy("in.nc", "out.nc", select="time[:1]", unpack=True)
        self.assertIn("time = 1 ;", ncf.dump("out.nc", header=True))

    def test_coordinates_and_history(self):
        ncf.copy("in.nc", "out.nc", variables="t2m", with_coordinates=True, history=True)
        dumped = ncf.dump("out.nc", as_dict=True, header=True)
        self.assertEqual(dumped["dimensions"], {"time": 4, "x": 500})
        self.assertIn("ncfcopy", dumped["attributes"]["history"]["data"])
        self.assertNotIn("data", dumped["variables"]["t2m"])

    def test_options_are_in_signatures(self):
        names = set(inspect.signature(ncf.copy_many).parameters)
        self.assertLess({"into", "filters", "with_coordinates", "resume", "journal"}, names)
        hints = set(ncf._copying.ManyOptions.__annotations__)
        self.assertEqual(hints, set(ncf._copying._MANY))
        self.assertEqual(set(ncf._copying.OneOptions.__annotations__), set(ncf._copying._ONE))

    @unittest.skipUnless(h5py, "needs h5py, netCDF4 and xarray")
    def test_open_datasets(self):
        message = "^expected the path of a file, not {}; it was read from '.*in.nc', so pass that$"
        with xarray.open_dataset("in.nc") as dataset, \
                self.assertRaisesRegex(TypeError, message.format("xarray.Dataset")):
            ncf.tune(dataset)
        with netCDF4.Dataset("in.nc") as dataset, \
                self.assertRaisesRegex(TypeError, message.format("netCDF4.Dataset")):
            ncf.tune(dataset)
        with h5py.File("in.nc") as dataset, \
                self.assertRaisesRegex(TypeError, message.format("h5py.File")):
            ncf.copy(dataset, "out.nc")
        with self.assertRaisesRegex(TypeError, "not xarray.Dataset; write it to a file and pass its"):
            ncf.compare(xarray.Dataset(), "in.nc")
        with self.assertRaisesRegex(TypeError, "^expected the path of a file, not int$"):
            ncf.info(5)

    def test_the_package_runs_programs(self):
        def run(*words):
            return subprocess.run([sys.executable, "-m", "ncf", *words], capture_output=True,
                                  text=True, check=False)

        self.assertEqual(run("dump", "-k", "in.nc").stdout, "netCDF-4\n")
        self.assertEqual(run("ncfinfo", "nosuch").returncode, 2)
        self.assertRegex(run().stderr, "^ncf [0-9.]+\nUsage: python -m ncf {copy,dump,gen,info}")
        self.assertEqual(os.listdir(), ["in.nc"])


if __name__ == "__main__":
    unittest.main()
