# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests ncf.copy and ncf.plan: their results, notes and errors."""

import os
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import ncf
from support import TestInFolder

FILTERS = {"t2m": [2, 32015], "crs": []}


def filters_of(report):
    return {one["path"].strip("/"): [stored["id"] for stored in one["filters"]]
            for one in report["variables"]}


class Copying(TestInFolder):
    def test_filters_are_applied(self):
        report = ncf.copy("in.nc", Path("out.nc"), filters="t2m,shuffle|zstd,3", verify=True)
        self.assertEqual(filters_of(report), FILTERS)
        self.assertTrue(report["verified"])
        self.assertEqual(filters_of(ncf.info("out.nc")), FILTERS)

    def test_several_options(self):
        report = ncf.copy("in.nc", "out.zarr", filters=["*,none", "t2m,zstd,3"], variables=["t2m"],
                          chunks="time/1,x/250", format="zarr", threads=1, max_memory="100M")
        self.assertEqual(filters_of(report), {"t2m": [32015]})
        self.assertEqual(report["variables"][0]["chunks"], [1, 250])
        self.assertTrue(Path("out.zarr/.zgroup").is_file())

    def test_files_are_joined_cut_and_appended(self):
        ncf.generate("netcdf t { dimensions: time = 4 ; variables: int time(time), v(time) ; "
                     "data: time = 1, 2, 3, 4 ; v = 5, 6, 7, 8 ; }", "t.nc", format="nc4")
        for name, part in ("a", "1..2"), ("b", "3..4"):
            ncf.copy("t.nc", f"{name}.nc", select=[f"time={part}"])
        ncf.copy(["b.nc", "a.nc"], "joined.nc", concat="time")
        self.assertTrue(ncf.compare("t.nc", "joined.nc")["equal"])
        self.assertIn("v = 6 ;", ncf.dump("t.nc", select="time=2"))
        self.assertFalse(ncf.compare("a.nc", "b.nc", select="time[0]")["equal"])
        ncf.copy("a.nc", "store.zarr", chunks={"time": 1}, unlimited=["time"])
        ncf.copy(["b.nc"], "store.zarr", append="time")
        self.assertTrue(ncf.compare("t.nc", "store.zarr", variables=["v"])["equal"])
        with self.assertRaisesRegex(ncf.Error, "overlap"):
            ncf.copy("b.nc", "store.zarr", append="time")
        with self.assertWarnsRegex(ncf.Note, "b.nc: skipped"):
            ncf.copy("b.nc", "store.zarr", append="time", resume=True)
        self.assertTrue(ncf.compare("t.nc", "store.zarr", variables=["v"])["equal"])
        for rename in {"v": "w"}, ["v=w"], "v=w":
            ncf.copy("t.nc", "renamed.nc", rename=rename)
            self.assertIn("int w(time) ;", ncf.dump("renamed.nc", header=True))
        with self.assertRaisesRegex(TypeError, "rename: expected a string or a number"):
            ncf.copy_many(["in.nc"], into="copies", rename=["a", "b"])
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'concat'"):
            ncf.copy_many(["in.nc"], into="copies", concat="time")

    def test_a_plan_writes_nothing(self):
        plan = ncf.plan("in.nc", "out.nc", filters="t2m,shuffle|zstd,3")
        self.assertEqual(filters_of(plan), FILTERS)
        self.assertFalse(Path("out.nc").exists())

    def test_a_note_is_a_warning(self):
        with self.assertWarnsRegex(ncf.Note, "^no filters for 1 variable.*/crs"):
            ncf.copy("in.nc", "out.nc", filters="*,zstd,3")
        with self.assertRaisesRegex(ncf.Error, "no filters for 1 variable"):
            ncf.copy("in.nc", "strict.nc", filters="*,zstd,3", strict=True)
        self.assertFalse(Path("strict.nc").exists())

    def test_errors(self):
        with self.assertRaisesRegex(ncf.UsageError, "unknown filter 'foo'.*\n.*\n +\\^~~"):
            ncf.copy("in.nc", "out.nc", filters="t2m,foo")
        with self.assertRaisesRegex(ncf.Error, "no.nc: no such file") as caught:
            ncf.copy("no.nc", "out.nc")
        self.assertNotIsInstance(caught.exception, ncf.UsageError)
        with self.assertRaises(TypeError):
            ncf.copy("in.nc", "out.nc", filter="zstd")
        self.assertEqual(sorted(os.listdir()), ["in.nc"])

    def test_errors_name_the_keyword(self):
        for options, message in (({"chunks": "time"}, "chunks: expected DIM/N"),
                                 ({"deflate": 10}, "deflate '10': expected a whole number from 0 "
                                  "to 9$"),
                                 ({"chunks": "nosuch/1"}, "in.nc: chunks nosuch/1: there is no dim"),
                                 ({"variables": "nosuch"}, "in.nc: variables: there is no variable"),
                                 ({"filters": "t2m,foo"}, "filters: unknown filter")):
            with self.subTest(options), self.assertRaises(ncf.Error) as caught:
                ncf.copy("in.nc", "out.nc", **options)
            self.assertRegex(str(caught.exception).replace("\n", " "), f"^{message}")
        with self.assertRaisesRegex(ncf.Error, "^goal foo: expected size, balanced or speed$"):
            ncf.tune("in.nc", goal="foo")

    def test_chunks_by_dimension_and_by_variable(self):
        def chunks_of(chunks):
            plan = ncf.plan("in.nc", "out.nc", chunks=chunks, filters="t2m,zstd,3")
            return plan["variables"][0]["chunks"]

        self.assertEqual(chunks_of({"time": 1, "x": None}), [1, 500])
        self.assertEqual(chunks_of({"x": 100, "time": 2}), [2, 100])
        self.assertEqual(chunks_of({"t2m": (3, 50), "time": 1}), [3, 50])
        report = ncf.copy("in.nc", "out.zarr", format="zarr3", chunks={"time": 1, "x": 100},
                          shards={"time": 2, "x": None})
        self.assertEqual(report["variables"][0]["shards"], [2, 500])

    def test_layout(self):
        report = ncf.copy("in.nc", "out.nc", layout="paged=8192", filters="none")
        self.assertEqual((report["layout"], report["layout_by"]), ("paged=8192", "requested"))
        self.assertEqual(ncf.plan("out.nc", "again.nc")["layout_by"], "as the input")
        with self.assertRaisesRegex(ncf.Error, "^layout 'page': expected consolidated"):
            ncf.plan("in.nc", "out.nc", layout="page")

    def test_values_of_the_wrong_kind_are_refused(self):
        for options in ({"filters": {"t2m": "zstd,3"}}, {"variables": {"t2m": 1}},
                        {"variables": True}, {"deflate": True}, {"threads": False},
                        {"variables": [True]}, {"filters": ["*,zstd,3", None]}):
            keyword = next(iter(options))
            takes_list = keyword not in ("deflate", "threads")
            expected = "a string, a number or a list" if takes_list else "a string or a number,"
            with self.assertRaisesRegex(TypeError, f"{keyword}: expected {expected}"):
                ncf.plan("in.nc", "out.nc", **options)
        for options in {"deflate": [1, 2]}, {"format": ("nc3", "nc4")}:
            keyword = next(iter(options))
            with self.assertRaisesRegex(TypeError, f"{keyword}: expected a string or a number, not"):
                ncf.plan("in.nc", "out.nc", **options)
        for value in "no", 2, 1:
            with self.assertRaisesRegex(TypeError, "verify: expected True or False, not"):
                ncf.copy("in.nc", "out.nc", verify=value)

    def test_wrong_arguments_are_told_as_of_the_function(self):
        for function in ncf.copy, ncf.plan:
            with self.assertRaisesRegex(TypeError, rf"{function.__name__}\(\) got .*'into'"):
                function("in.nc", "out.nc", into="folder")
        with self.assertRaises(TypeError):
            ncf.copy(["in.nc"], "out.nc")

    def test_names_may_contain_commas(self):
        cdl = "netcdf f { dimensions: x = 1 ; variables: int a(x), a\\,b(x), b(x) ; }"
        ncf.generate(cdl, "commas.nc", format="nc4")
        report = ncf.copy("commas.nc", "out.nc", variables=["a,b"])
        self.assertEqual([one["path"] for one in report["variables"]], ["/a,b"])

    def test_names_are_no_options(self):
        os.rename("in.nc", "-F")
        ncf.copy("-F", "-s", deflate=1)
        self.assertTrue(Path("-s").is_file())

    def test_progress_is_told_from_the_beginning_to_the_end(self):
        told = []
        ncf.copy("in.nc", "out.nc", filters="t2m,zstd,3", verify=True,
                 progress=lambda *done: told.append(done))
        self.assertEqual(told[0], (0, 2 * 16004))
        self.assertEqual(told[-1], (2 * 16004, 2 * 16004))
        self.assertEqual(told, sorted(told))

    def test_notes_come_beside_progress(self):
        with self.assertWarnsRegex(ncf.Note, "^no filters for 1 variable.*/crs"):
            ncf.copy("in.nc", "out.nc", filters="*,zstd,3", progress=lambda *done: None)

    def make_big(self):
        """Makes a file that takes some seconds to compress by the options returned."""
        ncf.generate("netcdf big { dimensions: x = 4000000 ; variables: double v(x) ; }", "big.nc",
                     format="nc5")
        return {"filters": "v,bzip2,9", "chunks": "x/200000", "threads": 1, "format": "nc4"}

    def test_a_store_that_changes_during_the_copy(self):
        ncf.copy("in.nc", "in.zarr", chunks={"time": 1})
        chunk = next(path for path in Path("in.zarr/t2m").iterdir() if path.name[0] != ".")

        def change(done, bytes):
            chunk.write_bytes(chunk.read_bytes())  # the same size, at another time

        with self.assertRaisesRegex(ncf.Error, "a file of the store changed while it was read"):
            ncf.copy("in.zarr", "out.nc", progress=change)
        self.assertFalse(Path("out.nc").exists())

    def test_an_exception_of_progress_stops_the_copy(self):
        def refuse(*done):
            raise RuntimeError("enough")

        options = self.make_big()
        with self.assertRaisesRegex(RuntimeError, "enough"):
            ncf.copy("big.nc", "out.nc", progress=refuse, **options)
        self.assertEqual(sorted(os.listdir()), ["big.nc", "in.nc"])

    def test_ctrl_c_stops_the_copy_and_leaves_nothing(self):
        code = f"""
import os, signal, ncf
def interrupt(done, bytes):
    if done > 0: os.killpg(0, signal.SIGINT)
ncf.copy("big.nc", "out.nc", progress=interrupt, **{self.make_big()})
"""
        done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True,
                              start_new_session=True, check=False)
        self.assertIn("KeyboardInterrupt", done.stderr)
        self.assertEqual(sorted(os.listdir()), ["big.nc", "in.nc"])

    def test_threads_copy_at_the_same_time(self):
        failures = []

        def copy(number):
            try:
                ncf.copy("in.nc", f"{number}.nc", filters="t2m,zstd,3")
            except ncf.Error as error:
                failures.append(error)

        threads = [threading.Thread(target=copy, args=[number]) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual({Path(f"{number}.nc").stat().st_size for number in range(4)},
                         {Path("0.nc").stat().st_size})


if __name__ == "__main__":
    unittest.main()
