# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests how the package describes filters, specs and files."""

import importlib.metadata
import os
import re
import unittest
from pathlib import Path

import ncf
from support import TEXT, TestInFolder

SOURCE = Path(__file__).resolve().parents[2]


class Inspecting(TestInFolder):
    def test_specs(self):
        self.assertEqual(ncf.parse("shuffle|zstd,level=3"), [(2, ()), (32015, (3,))])
        self.assertEqual(ncf.parse("deflate,9|shuffle|deflate,1"), [(1, (1,)), (2, ())])
        with self.assertRaisesRegex(ncf.UsageError, "did you mean shuffle"):
            ncf.parse("shufle")
        notations = {one["name"]: one["text"] for one in ncf.explain("zstd,3")["notations"]}
        self.assertEqual(notations["numbers"], "32015,3")

    def test_filters(self):
        by_name = {one["name"]: one for one in ncf.filters()}
        self.assertEqual(by_name["deflate"]["id"], 1)
        self.assertTrue(by_name["zstd"]["decode"])

    def test_files(self):
        self.assertEqual([one["path"] for one in ncf.info("in.nc")["variables"]], ["/t2m", "/crs"])
        advice = ncf.tune("in.nc", goal="size", variables=["t2m"], error="0.5")
        self.assertEqual(advice["command"][0], "ncfcopy")
        ncf.copy("in.nc", "same.nc")
        self.assertIn("command", ncf.tune(["in.nc", "same.nc"]))
        self.assertEqual(ncf.tune("in.nc", variables=["t2m"], error=0.5)["command"][0], "ncfcopy")

    def test_comparisons(self):
        ncf.copy("in.nc", "same.zarr", filters="t2m,zstd,3")
        self.assertTrue(ncf.compare("in.nc", "same.zarr")["equal"])
        ncf.copy("in.nc", "rounded.nc", quantize="t2m,bitround,1", filters="t2m,deflate,1")
        different = ncf.compare("in.nc", "rounded.nc", variables=["t2m"])
        self.assertFalse(different["within_limits"])
        largest = different["variables"][0]["numbers"]["largest_error"]
        self.assertEqual((largest["at"], largest["error"]), ([0, 5], 1.0))
        within = ncf.compare("in.nc", "rounded.nc", error=1)
        self.assertEqual((within["equal"], within["within_limits"]), (False, True))
        with self.assertRaisesRegex(ncf.Error, "nosuch.nc: no such file"):
            ncf.compare("in.nc", "nosuch.nc")

    def test_invalid_requests_are_told_from_failures(self):
        for keyword, value in (("error", "x"), ("error", "t2m,relative,-1"), ("threads", 0),
                               ("max_memory", "x")):
            with self.assertRaisesRegex(ncf.UsageError, rf"^{keyword}.*: expected [^\n]*$"):
                ncf.compare("in.nc", "in.nc", **{keyword: value})
        with self.assertRaisesRegex(ncf.UsageError, "input and output are the same file"):
            ncf.compare("in.nc", "in.nc", html="in.nc")
        with self.assertRaises(ncf.Error) as caught:
            ncf.compare("in.nc", "in.nc", variables=["nosuch"])
        self.assertNotIsInstance(caught.exception, ncf.UsageError)

    def test_pages(self):
        ncf.copy("in.nc", "rounded.nc", quantize="t2m,bitround,1", filters="t2m,deflate,1")
        for name, make in (("file", lambda page: ncf.info("in.nc", html=page)),
                           ("tune", lambda page: ncf.tune("in.nc", variables=["t2m"],
                                                          information="99%", html=page)),
                           ("compare", lambda page: ncf.compare("in.nc", "rounded.nc", maps=True,
                                                                html=page))):
            make(f"{name}.html")
            self.assertIn("/t2m", Path(f"{name}.html").read_text(encoding="utf-8"))

    def test_texts(self):
        self.assertIn("double t2m(time, x) ;", ncf.dump("in.nc", header=True))
        ncf.generate(ncf.dump("in.nc", exact=True), "again.nc", format="nc4")
        self.assertEqual(ncf.dump("in.nc"), ncf.dump("again.nc").replace("again {", "in {"))

    def test_only_text_is_generated(self):
        for cdl, kind in ((TEXT.encode(), "bytes"), (None, "NoneType"), (Path("in.cdl"), "PosixPath")):
            with self.assertRaisesRegex(TypeError, f"^cdl: expected a string, not {kind}$"):
                ncf.generate(cdl, "new.nc")
        for cdl in ("netcdf a { :a = \"\ud800\" ; }", "netcdf \udfff { }"):
            with self.assertRaisesRegex(ValueError, "^cdl: .* is half of a pair of surrogates"):
                ncf.generate(cdl, "new.nc")
        with self.assertRaisesRegex(ValueError, "is half of a pair of surrogates"):
            ncf.copy("in.nc", "new.nc", variables=["\ud800"])
        self.assertFalse(Path("new.nc").exists())

    def test_bytes_that_are_not_utf8(self):
        Path("latin1.cdl").write_bytes(b'netcdf a { :a = "\xe9" ; }')
        ncf.generate(os.fsdecode(Path("latin1.cdl").read_bytes()), "new.nc")
        ncf.generate(ncf.dump("new.nc"), "again.nc")
        self.assertEqual(ncf.dump("again.nc").replace("again {", "new {"), ncf.dump("new.nc"))

    def test_plugins_of_a_call(self):
        ncf.copy("in.nc", "zstd.nc", filters="t2m,zstd,3")
        for call in (lambda path: ncf.filters(plugin_path=path),
                     lambda path: ncf.explain("zstd,3", plugin_path=path),
                     lambda path: ncf.info("zstd.nc", plugin_path=path),
                     lambda path: ncf.dump("zstd.nc", plugin_path=path),
                     lambda path: ncf.tune("zstd.nc", plugin_path=path),
                     lambda path: ncf.generate(TEXT, "new.nc", plugin_path=path)):
            call([Path("."), str(self.folder)])
            with self.assertRaisesRegex(ncf.UsageError, "plugin_path"):
                call("")

    def test_the_version_is_that_of_the_programs(self):
        header = SOURCE / "lib" / "include" / "ncf" / "version.hpp"
        numbers = re.findall(r"^#define NCF_VERSION_\w+ (\d+)", header.read_text(), re.MULTILINE)
        self.assertEqual(ncf.__version__, ".".join(numbers))
        self.assertEqual(importlib.metadata.version("ncf"), ncf.__version__)


if __name__ == "__main__":
    unittest.main()
