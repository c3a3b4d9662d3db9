# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests how results show themselves."""

import json
import pickle
import unittest

import ncf
from support import TestInFolder


class Results(TestInFolder):
    def test_results_are_dictionaries(self):
        report = ncf.copy("in.nc", "out.nc", filters="t2m,zstd,3")
        self.assertIsInstance(report, dict)
        self.assertEqual(json.loads(json.dumps(report)), report)
        self.assertEqual(pickle.loads(pickle.dumps(report)).summary, report.summary)

    def test_summaries(self):
        report = ncf.copy("in.nc", "out.nc", filters="t2m,zstd,3", verify=True)
        self.assertRegex(report.summary, r"^out.nc: [\d.]+ kB to [\d.]+ kB \(\d+%\); 2 variables, "
                                         "1 by rechunk, 1 by passthrough; verified$")
        self.assertEqual(ncf.plan("in.nc", "out.zarr", filters="t2m,zstd,3").summary,
                         "out.zarr would be Zarr v2; 2 variables, 1 by rechunk, 1 by "
                         "passthrough")
        self.assertRegex(ncf.info("in.nc").summary,
                         r"^in.nc \(netCDF-4\): 2 variables, 16.0 kB raw, [\d.]+ kB stored$")
        self.assertRegex(ncf.tune("in.nc").summary,
                         r"^16.0 kB to [\d.]+ k?B \(\d+%\) of values; ncfcopy -F t2m,.* in.nc "
                         "in.tuned.nc$")
        self.assertEqual(ncf.compare("in.nc", "out.nc").summary, "in.nc and out.nc: equal")
        ncf.copy("in.nc", "rounded.nc", quantize="t2m,bitround,1", filters="t2m,deflate,1")
        self.assertEqual(ncf.compare("in.nc", "rounded.nc").summary,
                         "in.nc and rounded.nc differ in /t2m")
        self.assertEqual(ncf.compare("in.nc", "rounded.nc", error=1).summary,
                         "in.nc and rounded.nc differ within the limits in /t2m")

    def test_tables(self):
        for result, cells in (
                (ncf.copy("in.nc", "a&b.nc", filters="t2m,zstd,3"),
                 ["/t2m", "double", "4 x 500", "zstd level=3", "rechunk", "16.0 kB", "a&amp;b.nc"]),
                (ncf.info("a&b.nc"), ["/crs", "zstd level=3"]),
                (ncf.tune("in.nc"), ["/t2m"]),
                (ncf.tune(["in.nc", "a&b.nc"]), ["t2m"]),
                (ncf.copy_many(["in.nc"], into="out", deflate=1), ["out/in.nc", "copied"])):
            shown = result._repr_html_()
            for cell in cells:
                self.assertIn(cell, shown)
        ncf.copy("in.nc", "rounded.nc", quantize="t2m,bitround,1", filters="t2m,deflate,1")
        self.assertIn("<td>1</td></tr>", ncf.compare("in.nc", "rounded.nc")._repr_html_())

    def test_a_page_is_shown(self):
        shown = ncf.info("in.nc", html="page.html")._repr_html_()
        self.assertRegex(shown, '^<iframe srcdoc="&lt;!')


if __name__ == "__main__":
    unittest.main()
