# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What the package says of filters, specs and files."""

import re
import unittest
from pathlib import Path

import ncf
from support import TestInFolder

PYPROJECT = Path(__file__).resolve().parents[2] / "python" / "pyproject.toml"


class Inspecting(TestInFolder):
    def test_specs(self):
        self.assertEqual(ncf.parse("shuffle|zstd,level=3"), [(2, ()), (32015, (3,))])
        with self.assertRaisesRegex(ncf.UsageError, "did you mean shuffle"):
            ncf.parse("shufle")
        notations = {one["name"]: one["text"] for one in ncf.explain("zstd,3")["notations"]}
        self.assertEqual(notations["words"], "32015,3")

    def test_filters(self):
        by_name = {one["name"]: one for one in ncf.filters()}
        self.assertEqual(by_name["deflate"]["id"], 1)
        self.assertTrue(by_name["zstd"]["decode"])

    def test_files(self):
        self.assertEqual([one["path"] for one in ncf.info("in.nc")["variables"]], ["/t2m", "/crs"])
        advice = ncf.tune("in.nc", goal="size", variables=["t2m"], error="0.5")
        self.assertEqual(advice["command"][0], "ncfcopy")

    def test_texts(self):
        self.assertIn("double t2m(time, x) ;", ncf.dump("in.nc", header=True))
        ncf.generate(ncf.dump("in.nc", exact=True), "again.nc", format="nc4")
        self.assertEqual(ncf.dump("in.nc"), ncf.dump("again.nc").replace("again {", "in {"))

    def test_the_version_is_that_of_the_programs(self):
        version = re.search(r'^version = "(.*)"', PYPROJECT.read_text(), re.MULTILINE)[1]
        header = PYPROJECT.parents[1] / "lib/include/ncf/version.hpp"
        numbers = re.findall(r"^#define NCF_VERSION_\w+ (\d+)", header.read_text(), re.MULTILINE)
        self.assertEqual(version, ".".join(numbers))


if __name__ == "__main__":
    unittest.main()
