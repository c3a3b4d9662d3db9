#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the results of compare.py: run times of other programs as multiples of ours.

    chart.py RESULTS... >docs/speed.svg

RESULTS are files written by compare.py --json. If several hold the same row, the last one counts.
Only the programs in PEERS are drawn, and only rows that have one of them. The picture is
self-contained, follows the viewer's light or dark theme, and states all its numbers in its
description, for readers who cannot see it.
"""

import json
import math
import sys
from pathlib import Path
from xml.sax.saxutils import escape

PEERS = {"nccopy": "netcdf", "ncdump": "netcdf", "ncgen": "netcdf", "h5repack": "hdf5"}
LEGEND = {"netcdf": "nccopy, ncdump, ncgen", "hdf5": "h5repack"}
TITLE = "Run times of other programs, divided by ncf's"

WIDTH = 800
BARS_LEFT, BARS_RIGHT = 270, 740  # beyond it, the ratio of the longest bar
TOP = 64  # below the title and the legend
BAR, ROW_GAP = 13, 9  # heights

STYLE = """
  text { font: 12.5px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 15px; font-weight: 600; }
  .faint { fill: #57606a; }
  .grid { stroke: #d0d7de; }
  .one { stroke: #57606a; }
  .netcdf { fill: #0969da; }
  .hdf5 { fill: #bf8700; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .faint { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .one { stroke: #9198a1; }
    .netcdf { fill: #4493f8; }
    .hdf5 { fill: #d29922; }
  }
"""


def read_rows(paths):
    """Returns the rows to draw: pairs of a task and its ratios, a dictionary from peer to ratio."""
    results = {}
    for path in paths:
        for result in json.loads(Path(path).read_text(encoding="utf-8")):
            results[result["name"]] = result
    rows = []
    for result in results.values():
        programs = result["programs"]
        ours = programs[result["ours"]]["seconds"]
        ratios = {peer: programs[peer]["seconds"] / ours for peer in PEERS if peer in programs}
        if ratios:
            rows.append((result["task"].replace("->", "→"), ratios))
    return rows


def format_ratio(ratio):
    """Formats a ratio with two significant digits, and at most one after the point."""
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"


class Scale:
    """A logarithmic axis from a round number below all ratios, at most 1, to one above them."""

    def __init__(self, ratios):
        self.low = max(mark for mark in self.marks() if mark <= min(1, *ratios))
        self.high = min(mark for mark in self.marks() if mark >= max(2, *ratios))

    @staticmethod
    def marks():
        return [step * 10.0**power for power in range(-3, 6) for step in (1, 2, 5)]

    def x(self, ratio):
        part = math.log(ratio / self.low) / math.log(self.high / self.low)
        return round(BARS_LEFT + part * (BARS_RIGHT - BARS_LEFT), 1)

    def shown_marks(self):
        return [mark for mark in self.marks() if self.low <= mark <= self.high]


def draw_legend():
    x = BARS_LEFT
    for kind, names in LEGEND.items():
        yield f'<rect class="{kind}" x="{x}" y="34" width="{BAR}" height="{BAR}"/>'
        yield f'<text x="{x + BAR + 6}" y="45">{names}</text>'
        x += 40 + 7 * len(names)


def draw_axis(scale, bottom):
    for mark in scale.shown_marks():
        x = scale.x(mark)
        kind = "one" if mark == 1 else "grid"
        yield f'<line class="{kind}" x1="{x}" y1="{TOP - 4}" x2="{x}" y2="{bottom}"/>'
        yield f'<text class="faint" x="{x}" y="{bottom + 16}" text-anchor="middle">{mark:g}</text>'
    yield (f'<text class="faint" x="{WIDTH / 2:g}" y="{bottom + 36}" text-anchor="middle">'
           "logarithmic; 1 is as fast as ncf, 10 takes ten times as long</text>")


def draw_row(task, ratios, scale, y):
    middle = y + len(ratios) * BAR / 2
    yield f'<text x="{BARS_LEFT - 10}" y="{middle + 4:g}" text-anchor="end">{escape(task)}</text>'
    for index, (peer, ratio) in enumerate(ratios.items()):
        begin, end = sorted((scale.x(1), scale.x(ratio)))
        top = y + index * BAR
        yield (f'<rect class="{PEERS[peer]}" x="{begin}" y="{top}" width="{end - begin:.1f}" '
               f'height="{BAR - 1}"/>')
        yield f'<text x="{end + 5}" y="{top + BAR - 2}">{format_ratio(ratio)}</text>'


def describe(rows):
    """Returns all numbers as text."""
    lines = []
    for task, ratios in rows:
        listed = ", ".join(f"{peer} {format_ratio(ratio)}" for peer, ratio in ratios.items())
        lines.append(f"{task}: {listed}.")
    return "\n".join(lines)


def draw(rows):
    scale = Scale([ratio for _, ratios in rows for ratio in ratios.values()])
    bars = []
    y = TOP
    for task, ratios in rows:
        bars += draw_row(task, ratios, scale, y)
        y += len(ratios) * BAR + ROW_GAP
    height = y + 44
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{TITLE}</title>',
        f'<desc id="desc">{escape(describe(rows))}</desc>',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="{WIDTH / 2:g}" y="20" text-anchor="middle">{TITLE}</text>',
        *draw_legend(), *draw_axis(scale, y - 2), *bars, "</svg>", ""])


def main():
    if len(sys.argv) < 2:
        print("usage: chart.py RESULTS... >docs/speed.svg", file=sys.stderr)
        return 2
    rows = read_rows(sys.argv[1:])
    if not rows:
        print("chart.py: no row was measured with nccopy, ncdump, ncgen or h5repack",
              file=sys.stderr)
        return 1
    sys.stdout.reconfigure(encoding="utf-8")
    print(draw(rows), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
