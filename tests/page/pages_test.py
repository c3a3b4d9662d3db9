#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks pages of `ncfinfo --html`: each is well formed and loads nothing, has the numbers of
`--json`, shows hostile names as text, and describes its pictures in words."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from page_reader import Page

try:
    import h5py
    import netCDF4
    import numpy
except ImportError:
    raise SystemExit(77)

NCFINFO = Path(os.environ["NCF_BIN"], "ncfinfo")
NCFCOPY = Path(os.environ["NCF_BIN"], "ncfcopy")
# Breaks out of text, attributes, comments, styles; steers a terminal; reverses; no UTF-8.
HOSTILE = "</title></table>\"'><script>alert(1)</script>&amp;<!-- ]]> \u202eevil\u2066"


def numbers(cell):
    return [float(number) for number in cell[1]]


class PagesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ncf-page-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *words, status=0):
        done = subprocess.run([str(word) for word in words], cwd=self.folder, check=False,
                              capture_output=True)
        self.assertEqual(done.returncode, status, done.stderr.decode(errors="replace"))
        return done.stdout.decode()

    def show(self, *words, status=0):
        """Returns the page and the JSON of one run."""
        printed = self.run_program(NCFINFO, words[0], "--html", "page.html", "--json", *words[1:],
                                   status=status)
        text = self.folder.joinpath("page.html").read_text(encoding="utf-8")
        return Page(text), json.loads(printed)

    def make_input(self, name="in.nc"):
        """Makes noise and smooth fields in two groups; some chunks of one variable are missing."""
        random = numpy.random.default_rng(7)
        with netCDF4.Dataset(self.folder / name, "w") as dataset:
            for dimension, length in (("time", 50), ("lat", 40), ("lon", 60)):
                dataset.createDimension(dimension, length)

            def add(place, variable, values, chunks, **options):
                made = place.createVariable(variable, values.dtype, ("time", "lat", "lon"),
                                            chunksizes=chunks, **options)
                made[:len(values)] = values
                return made
            for axis, units, values in (("time", "hours since 2020-03-01", numpy.arange(50) * 6),
                                        ("lat", "degrees_north", numpy.linspace(-78, 78, 40)),
                                        ("lon", "degrees_east", numpy.arange(60) * 6)):
                dataset.createVariable(axis, "f8", (axis,))[:] = values
                dataset[axis].units = units
            lat = numpy.linspace(-1, 1, 40)[:, None]
            lon = numpy.linspace(0, 6, 60)
            steps = numpy.arange(50)[:, None, None]
            smooth = 280 + 20 * numpy.cos(lat) + 5 * numpy.sin(lon + 0.1 * steps)
            made = add(dataset, "smooth",
                       (smooth + 0.01 * random.normal(size=(50, 40, 60))).astype("f4"),
                       (5, 20, 30), zlib=True, complevel=4)
            made.units = "K"
            made.long_name = "smooth temperature"
            add(dataset, "noise", random.integers(0, 256, (50, 40, 60), dtype="u1"), (1, 40, 60),
                zlib=True)
            group = dataset.createGroup("forecast")
            half = smooth[:20].astype("f8")
            add(group, "half", half, (10, 40, 60), zlib=True)

    def expect_rows(self, table, objects, columns):
        """Expects a row for each object, named by its path, with these members in these columns."""
        self.assertEqual(len(table.rows), len(objects))
        for one in objects:
            for title, member in columns.items():
                cell = table.cells(title)[one["path"]]
                expected = [] if one[member] is None else [float(one[member])]
                self.assertEqual(numbers(cell), expected, (one["path"], title))

    def expect_map(self, table, cells, columns):
        self.assertEqual(len(table.rows), len(cells))
        for row, cell in zip(table.rows, cells):
            for title, member in columns.items():
                self.assertEqual(numbers(row[table.column(title)]), [float(cell[member])])

    def test_file(self):
        self.make_input()
        page, info = self.show("file", "in.nc")
        bytes_of = {"raw": "raw_bytes", "stored": "stored_bytes"}
        self.expect_rows(page.table("Bytes by variable"), info["variables"], bytes_of)
        self.expect_rows(page.table("Bytes by group"), info["groups"],
                         {**bytes_of, "variables": "variables"})
        self.assertEqual([group["path"] for group in info["groups"]], ["/", "/forecast"])
        for variable in info["variables"]:
            if "chunk_map" not in variable:
                continue
            cells = variable["chunk_map"]["cells"]
            self.expect_map(page.table(variable["path"]), cells,
                            {**bytes_of, "stored chunks": "chunks"})
            self.assertEqual(sum(cell["stored_bytes"] for cell in cells),
                             variable["stored_bytes"])
            self.assertIn(f"Map of the chunks of {variable['path']},", " ".join(page.pictures))
        by_path = {variable["path"]: variable for variable in info["variables"]}
        smooth = by_path["/smooth"]["chunk_map"]
        self.assertEqual(smooth["down"], {"dimension": "time", "length": 10, "cells": 10})
        self.assertEqual(smooth["across"], {"dimension": "lon", "length": 2, "cells": 2})
        self.assertEqual([cell["chunks"] for cell in smooth["cells"]], [2] * 20)
        half = by_path["/forecast/half"]["chunk_map"]
        self.assertEqual(half["down"], {"dimension": None, "length": 1, "cells": 1})
        self.assertEqual([cell["chunks"] for cell in half["cells"]][:2], [1, 1])
        self.assertEqual(sum(cell["raw_bytes"] for cell in by_path["/noise"]["chunk_map"]["cells"]),
                         by_path["/noise"]["raw_bytes"])
        self.assertIn("/noise", page.text.partition("What is not compressed")[2])

    def test_numbers_of_pictures_without_a_page(self):
        self.make_input()
        _, shown = self.show("file", "in.nc")
        plain = json.loads(self.run_program(NCFINFO, "file", "--json", "in.nc"))
        self.assertFalse([one for one in plain["variables"] if "chunk_map" in one])
        full = json.loads(self.run_program(NCFINFO, "file", "--json", "--pictures", "in.nc"))
        self.assertEqual(full, shown)
        self.run_program(NCFCOPY, "-d", "2", "--quantize", "smooth,bitround,8", "in.nc", "other.nc")
        _, shown = self.show("compare", "in.nc", "other.nc", status=1)
        full = json.loads(self.run_program(NCFINFO, "compare", "--json", "--pictures", "in.nc",
                                           "other.nc", status=1))
        self.assertEqual(full, shown)
        self.assertTrue(all(("errors" in one["numbers"]) == (one["differing"] > 0)
                            for one in full["variables"] if one["numbers"]))
        self.run_program(NCFINFO, "file", "--pictures", "in.nc", status=2)
        self.run_program(NCFINFO, "compare", "--pictures", "in.nc", "in.nc", status=2)

    def test_file_as_zarr_and_classic(self):
        self.make_input()
        self.run_program(NCFCOPY, "in.nc", "in.zarr")
        page, info = self.show("file", "in.zarr")
        self.assertEqual(len(page.pictures),
                         len([one for one in info["variables"] if "chunk_map" in one]))
        self.run_program(NCFCOPY, "-k", "classic", "-F", "none", "-V", "smooth", "in.nc",
                         "classic.nc")
        page, _ = self.show("file", "classic.nc")
        self.assertEqual(page.pictures, [])

    def test_hostile_names(self):
        with h5py.File(self.folder / "in.nc", "w") as file:
            values = numpy.arange(100, dtype="f4")
            file.create_dataset(HOSTILE.replace("/", "|"), data=values, chunks=(10,))
            file.create_dataset("\u05d0\u05d1\u05d2", data=values)
            file.create_dataset(b"no\xffutf8", data=values)
            file.attrs["title"] = HOSTILE
        with h5py.File(self.folder / "other.nc", "w") as file:
            file.create_dataset(HOSTILE.replace("/", "|"), data=values + 1, chunks=(10,))
            file.attrs["title"] = HOSTILE + "2"
        input_name = HOSTILE.replace("/", "|") + ".nc"
        self.folder.joinpath(input_name).write_bytes(self.folder.joinpath("in.nc").read_bytes())
        # A copy cannot have names that netCDF refuses; so tune gets only such a file and attribute.
        tuned_name = "tuned " + input_name
        self.make_input(tuned_name)
        for words in (("file", input_name), ("compare", input_name, "other.nc"),
                      ("tune", tuned_name)):
            page, _ = self.show(*words, status=1 if words[0] == "compare" else 0)
            self.assertIn("<script>alert(1)", page.text)
            self.assertIn("\\u202eevil\\u2066", page.text)
            self.assertNotIn("\u202e", page.text)

    def test_compare(self):
        self.make_input()
        self.run_program(NCFCOPY, "--quantize", "smooth,bitround,8", "-c", "time/50,lat/7,lon/60",
                         "in.nc", "other.nc")
        with netCDF4.Dataset(self.folder / "other.nc", "r+") as dataset:
            dataset["smooth"][49, 39, 59] += 100
            dataset["noise"].set_auto_mask(False)
            dataset["noise"][3, 2, 1] ^= 1
        page, report = self.show("compare", "--decode", "in.nc", "other.nc", status=1)
        variables = [{**one, **one["numbers"],
                      "error": (one["numbers"]["largest_error"] or {}).get("error"),
                      "relative": (one["numbers"]["largest_relative_error"] or {}).get("error")}
                     for one in report["variables"]]
        self.expect_rows(page.table("Values"), variables, {
            "values": "values", "differing": "differing",
            "largest error": "error", "relative": "relative", "bias": "bias", "RMSE": "rmse",
            "PSNR dB": "psnr", "correlation": "correlation"})
        for one in variables:
            if not one["differing"]:
                continue
            ranges, cells = one["errors"]["ranges"], one["errors"]["cells"]
            histogram = page.table(one["path"], "Pairs")
            self.assertEqual(len(histogram.rows), len(ranges))
            for row, errors in zip(histogram.rows, ranges):
                limits = [] if errors["to"] == 0 else [errors["from"], errors["to"]]
                self.assertEqual(numbers(row[0]), limits)
                self.assertEqual(numbers(row[1]), [errors["pairs"]])
            self.assertEqual(sum(errors["pairs"] for errors in ranges), one["pairs"])
            for quantity, member in (("mean difference", "bias"),
                                     ("largest error", "largest_error")):
                self.expect_colors(page.maps[f"Map of the {quantity} of {one['path']} by position"],
                                   [cell[member] for cell in cells])
        self.assertIn("/smooth differs by up to 100 K, on average by +", page.text)
        self.assertIn(", most at 2020-03-13 06:00, 78 N 6 W (", page.text)
        self.assertIn("smooth temperature, K", page.text)
        self.assertNotIn("limit", page.text)
        self.assertIn(f"{self.folder}/other.nc: ", page.text)
        self.assertIn("ncfinfo compare --html page.html --json --decode in.nc other.nc", page.text)
        self.expect_numpy(next(one for one in variables if one["path"] == "/smooth"))

    def expect_colors(self, shown, values):
        """Larger numbers have the same or a later colour. Latitudes increase to the top."""
        colors = [color for row in reversed(shown) for color in row]
        self.assertEqual(len(colors), len(values))
        ordered = [color for _, color in sorted(zip(values, colors))]
        self.assertEqual(ordered, sorted(colors))
        self.assertGreater(len(set(colors)), 1)

    def test_limits_have_columns_if_there_are_any(self):
        self.make_input()
        self.run_program(NCFCOPY, "--quantize", "smooth,bitround,8", "in.nc", "other.nc")
        page, report = self.show("compare", "--error", "smooth,0.1", "in.nc", "other.nc", status=1)
        self.expect_rows(page.table("Values"), report["variables"], {
            "beyond the limit": "exceeding", "differing": "differing"})

    def expect_numpy(self, mine):
        with netCDF4.Dataset(self.folder / "in.nc") as first:
            with netCDF4.Dataset(self.folder / "other.nc") as second:
                differences = (second["smooth"][:].astype("f8") - first["smooth"][:]).data
        errors = numpy.abs(differences)
        for errors_in_range in mine["errors"]["ranges"]:
            low, high, pairs = (errors_in_range[key] for key in ("from", "to", "pairs"))
            inside = errors == 0 if high == 0 else (errors >= low) & (errors < high)
            self.assertEqual(pairs, int(inside.sum()))
        rows, columns = mine["errors"]["down"]["cells"], mine["errors"]["across"]["cells"]
        self.assertEqual((rows, columns), (40, 60))
        for number, cell in enumerate(mine["errors"]["cells"]):
            row, column = divmod(number, columns)
            cut = (slice(None), slice(row * 40 // rows, (row + 1) * 40 // rows),
                   slice(column * 60 // columns, (column + 1) * 60 // columns))
            part = errors[cut]
            self.assertEqual(cell["pairs"], part.size)
            self.assertEqual(cell["largest_error"], part.max())
            self.assertAlmostEqual(cell["bias"], float(differences[cut].mean()), places=12)
            self.assertAlmostEqual(cell["rmse"], float(numpy.sqrt((part ** 2).mean())), places=12)

    def test_equal_datasets(self):
        self.make_input()
        page, _ = self.show("compare", "in.nc", "in.nc")
        self.assertIn("result: equal", page.text)
        self.assertEqual(page.pictures, [])

    def expect_trials(self, page, heading, variable):
        table = page.table(heading, "Filters")
        self.assertEqual(len(table.rows), len(variable["trials"]))
        for row, trial in zip(table.rows, variable["trials"]):
            self.assertEqual(row[1][0], trial["filters"])
            for title, member in (("stored", "stored_bytes"),
                                  ("encode MB/s", "encode_bytes_per_second"),
                                  ("decode MB/s", "decode_bytes_per_second")):
                expected = [] if trial[member] is None else [float(trial[member])]
                self.assertEqual(numbers(row[table.column(title)]), expected)
            for remark, member in (("chosen", "chosen"), ("as now", "present"),
                                   ("front", "on_front")):
                self.assertEqual(remark in row[-1][0], trial[member])
        bits = page.tables_under(heading, "Information")
        self.assertEqual(len(bits), len(variable["information"]))
        for table, along in zip(bits, variable["information"]):
            self.assertIn(f"along {along['dimension']}: {along['bits']} bit", table.caption)
            self.assertEqual([numbers(row[1]) for row in table.rows],
                             [[bit] for bit in along["information"]])
        self.assertIn(f"Sizes of {heading} against", " ".join(page.pictures))

    def test_tune(self):
        self.make_input()
        page, report = self.show("tune", "--readers", "any", "--information", "99%", "in.nc")
        command = page.text.partition("Command")[2]
        self.assertTrue(all(word in command for word in report["command"]), command)
        for variable in report["variables"]:
            path = variable["path"]
            self.expect_trials(page, path, variable)

    def test_information_of_a_sample_is_that_of_a_copy(self):
        """If all values are read as one chunk, tune and copy see the same pairs."""
        self.make_input()
        self.run_program(NCFCOPY, "-V", "smooth", "-c", "time/50,lat/40,lon/60", "in.nc", "one.nc")
        report = json.loads(self.run_program(NCFINFO, "tune", "--json", "--information",
                                             "smooth,99%", "-v", "smooth", "one.nc"))
        plan = json.loads(self.run_program(NCFCOPY, "--report=json", "--quantize",
                                           "smooth,bitround,information=99%", "one.nc", "two.nc"))
        tuned = report["variables"][0]
        planned = next(one for one in plan["variables"] if one["path"] == "/smooth")
        self.assertEqual(tuned["information"], planned["information"])
        bits = max(along["bits"] for along in tuned["information"])
        self.assertEqual(tuned["rounding"], f"bitround,{bits}")
        self.assertIn(f"smooth,bitround,{bits}", report["command"])

    def test_information_as_a_figure(self):
        """The figure has the variables as rows and the bits as columns."""
        self.make_input()
        page, report = self.show("tune", "--information", "*,99%", "in.nc")
        rows = {}
        for kind in ("float", "double"):
            table = page.table("Information", f"Information in each bit of a {kind}")
            rows.update({row[0][0]: row for row in table.rows})
        tuned = [one for one in report["variables"] if one["information"]]
        self.assertEqual(set(rows), {one["path"] for one in tuned})
        for variable in tuned:
            self.expect_bits(rows[variable["path"]], variable["information"])

    def expect_bits(self, row, information):
        """Expects that the row shows the dimension that needs the most bits; omitted bits have
        nothing."""
        most = max(one["bits"] for one in information)
        along = next(one for one in information if one["bits"] == most)
        self.assertEqual(row[1][0], along["dimension"])
        self.assertEqual(numbers(row[2]), [along["bits"]])
        shown = [numbers(cell)[0] for cell in row[3:]]
        self.assertEqual(shown, along["information"][:len(shown)])
        self.assertFalse(any(along["information"][len(shown):]))

    def test_information_per_step(self):
        """Information is computed as if each step were a separate variable."""
        self.make_input()
        self.run_program(NCFCOPY, "-V", "smooth", "-c", "time/10,lat/40,lon/60", "in.nc", "one.nc")
        page, report = self.show("tune", "--information", "smooth,99%", "--per", "time", "-v",
                                 "smooth", "one.nc")
        steps = report["variables"][0]["steps"]
        self.assertEqual([one["step"] for one in steps], list(range(50)))
        table = page.table("/smooth", "Information in each bit of a float")
        for row, one in zip(table.rows, steps, strict=True):
            self.assertEqual(numbers(row[0]), [one["step"]])
            self.assertEqual(one["bits"], max(along["bits"] for along in one["information"]))
            self.expect_bits(row, one["information"])
        with netCDF4.Dataset(self.folder / "one.nc") as dataset:
            values = dataset["smooth"][:]
        for step in (0, 17, 49):
            with netCDF4.Dataset(self.folder / "step.nc", "w") as dataset:
                dataset.createDimension("lat", 40)
                dataset.createDimension("lon", 60)
                dataset.createVariable("smooth", "f4", ("lat", "lon"))[:] = values[step]
            alone = json.loads(self.run_program(NCFCOPY, "--plan", "--report=json", "--quantize",
                                                "smooth,bitround,information=99%", "step.nc",
                                                "no.nc"))
            self.assertEqual(steps[step]["information"], alone["variables"][0]["information"])

    def test_tune_of_an_archive(self):
        self.folder.joinpath("archive").mkdir()
        for name in ("a.nc", "b.nc"):
            self.make_input(f"archive/{name}")
        page, report = self.show("tune", "--information", "smooth,99%", "archive")
        table = page.table("Filters", "Variables")
        for column, member in (("values", "raw_bytes"), ("now", "input_bytes"),
                               ("predicted", "stored_bytes"), ("number", "count")):
            self.assertEqual([numbers(row[table.column(column)]) for row in table.rows],
                             [[variable[member]] for variable in report["variables"]])
        self.assertIn("--into archive.packed", page.text)
        self.assertIn(report["xarray"]["text"], page.text)
        for variable in report["variables"]:
            self.expect_trials(page, variable["paths"][0], variable)
            present, = [trial for trial in variable["trials"] if trial["present"]]
            if not variable["rounding"]:
                self.assertEqual(present["stored_bytes"], variable["input_bytes"])
        figure = page.table("Information", "Information in each bit of a float")
        self.assertEqual([row[0][0] for row in figure.rows], ["/smooth"])
        smooth, = [one for one in report["variables"] if one["paths"] == ["/smooth"]]
        self.assertEqual(smooth["rounding"],
                         f"bitround,{max(one['bits'] for one in smooth['information'])}")

    def test_who_may_read_the_inputs_may_read_the_page(self):
        self.make_input()
        self.make_input("other.nc")
        self.folder.joinpath("in.nc").chmod(0o640)
        self.folder.joinpath("other.nc").chmod(0o604)
        old = os.umask(0o022)
        self.addCleanup(os.umask, old)
        self.show("file", "in.nc")
        self.assertEqual(self.folder.joinpath("page.html").stat().st_mode & 0o777, 0o640)
        self.folder.joinpath("page.html").unlink()
        self.show("compare", "in.nc", "other.nc")
        self.assertEqual(self.folder.joinpath("page.html").stat().st_mode & 0o777, 0o600)


if __name__ == "__main__":
    unittest.main()
