#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Draws invented results, and examines the picture."""

import json
import subprocess
import sys
import unittest
import xml.etree.ElementTree
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))

import chart
from planted import PlantedTest

SVG = "{http://www.w3.org/2000/svg}"


def result(name, task, ours, **seconds):
    return {"name": name, "task": task, "ours": ours,
            "programs": {program: {"seconds": value} for program, value in seconds.items()}}


RESULTS = [
    result("deflate1", "raw -> deflate & co", "ncfcopy", ncfcopy=2.0, nccopy=16.0, h5repack=15.0),
    result("zarr", "to Zarr", "ncfcopy", ncfcopy=2.0, cp=1.0),
    result("tiny", "one tiny file", "ncfcopy", ncfcopy=0.02, h5repack=0.012),
]


class Chart(PlantedTest):
    def draw(self, *files):
        paths = [self.plant(f"{number}.json", json.dumps(results))
                 for number, results in enumerate(files)]
        self.svg = xml.etree.ElementTree.fromstring(chart.draw(chart.read_rows(paths)))

    def text(self):
        return [element.text for element in self.svg.iter(SVG + "text")]

    def bars(self, kind):
        """Returns the begins and ends of the bars of a kind, without its square in the legend."""
        found = [element for element in self.svg.iter(SVG + "rect")
                 if element.get("class") == kind][1:]
        return [(float(bar.get("x")), float(bar.get("x")) + float(bar.get("width")))
                for bar in found]

    def x_of(self, ratio):
        return chart.Scale([8, 7.5, 0.6]).x(ratio)

    def test_bars_are_as_long_as_the_ratios(self):
        self.draw(RESULTS)
        for found, expected in zip(self.bars("netcdf") + self.bars("hdf5"),
                                   [(1, 8), (1, 7.5), (0.6, 1)], strict=True):
            self.assertAlmostEqual(found[0], self.x_of(expected[0]), delta=0.2)
            self.assertAlmostEqual(found[1], self.x_of(expected[1]), delta=0.2)

    def test_the_ratios_stand_beside_the_bars(self):
        self.draw(RESULTS)
        for text in ("raw → deflate & co", "8.0", "7.5", "one tiny file", "0.6"):
            self.assertIn(text, self.text())

    def test_rows_without_a_peer_are_left_out(self):
        self.draw(RESULTS)
        self.assertNotIn("to Zarr", self.text())

    def test_the_description_has_all_numbers(self):
        self.draw(RESULTS)
        self.assertEqual(self.svg.find(SVG + "title").text, chart.TITLE)
        self.assertEqual(self.svg.find(SVG + "desc").text,
                         "raw → deflate & co: nccopy 8.0, h5repack 7.5.\n"
                         "one tiny file: h5repack 0.6.")

    def test_a_later_file_replaces_rows(self):
        again = result("tiny", "one tiny file", "ncfcopy", ncfcopy=0.02, h5repack=0.02)
        self.draw(RESULTS, [again])
        self.assertIn("one tiny file: h5repack 1.0.", self.svg.find(SVG + "desc").text)

    def test_a_long_ratio_has_no_fraction(self):
        self.assertEqual([chart.format_ratio(ratio) for ratio in (0.64, 1.08, 9.94, 86.4)],
                         ["0.6", "1.1", "9.9", "86"])

    def test_results_without_peers_are_an_error(self):
        path = self.plant("zarr.json", json.dumps(RESULTS[1:2]))
        ended = subprocess.run([sys.executable, "-B", chart.__file__, path], capture_output=True,
                               text=True)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (
            1, "", "chart.py: no row was measured with nccopy, ncdump, ncgen or h5repack\n"))


if __name__ == "__main__":
    unittest.main()
