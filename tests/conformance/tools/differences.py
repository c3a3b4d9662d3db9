# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The listed differences of a tool: which cases come out otherwise than the peer's, how, and why.

Each file of the folder is about one reason. Lines that start with # tell it in words and name the
row of the documents it stands on. Then come entries: the lines that differ, each after a |, as
unified diff has them (- theirs, + ours); then the cases that differ so, each an option set as
written in the list of option sets, two blanks in, and below it, four in, inputs with their kinds:

    |-nccopy fails: NetCDF: Invalid argument
    |+ncfcopy succeeds
      -k cdf5
        ncdump/small: classic cdf5
        data/tiny.nc

What follows a line such as "netCDF since 4.9.3:" or "netCDF before 4.9.3:" holds for these versions
of the peer only.

Nothing here is a pattern. A case is listed once, and a listed case that is equal is a fault.
"""

import re
from collections import defaultdict

UNSORTED = "unsorted.txt"
VERSIONS = re.compile(r"netCDF (since|before) (\d+(?:\.\d+)*):")


class Differences:
    """The listed differences for a version of netCDF: {(input's title, option set): (lines that
    differ)}."""

    def __init__(self, folder, version):
        self.expected = {}
        self.faults = []
        self._folder = folder
        self._version = version
        for file in sorted(folder.glob("*.txt")):
            self._read(file)

    def _read(self, file):
        lines, options, is_open, is_meant = [], None, False, True
        text = file.read_text(encoding="utf-8")
        if not text.startswith("# ") or file.name == UNSORTED:
            self.faults.append(f"{file.name} gives no reason")
        for line in text.splitlines():
            if versions := VERSIONS.fullmatch(line):
                lines, options, is_meant = [], None, self._is_meant(*versions.groups())
            elif line.startswith("|"):
                lines = [*lines, line[1:]] if is_open else [line[1:]]
                is_open = True
            elif line.startswith("    "):
                for title in titles(line.strip()) if is_meant else ():
                    self._list((title, options), tuple(lines), file)
            elif line.startswith("  "):
                options, is_open = line.strip(), False
            elif line and not line.startswith("# "):
                self.faults.append(f"{file.name} has a line of no known form: {line}")

    def _is_meant(self, side, bound):
        return (self._version >= version_of(bound)) == (side == "since")

    def _list(self, case, lines, file):
        if case in self.expected:
            self.faults.append(f"{file.name} lists a case listed before: {case[0]}: {case[1]}")
        self.expected[case] = lines

    def require_met(self, cases):
        """Checks that each listed case is one of `cases`, which are all cases."""
        self.faults += [f"listed, but no case: {title}: {options}"
                        for title, options in self.expected if (title, options) not in cases]

    def record(self, outcomes):
        """Writes what is not listed so, {case: lines}, to be understood and sorted by hand."""
        groups = defaultdict(lambda: defaultdict(list))
        for (title, options), lines in outcomes.items():
            if lines:
                groups[tuple(lines)][options].append(title)
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / UNSORTED
        entries = [format_entry(lines, by_options) for lines, by_options in sorted(groups.items())]
        file.write_text("\n".join(entries), encoding="utf-8")
        return file


def version_of(text):
    return tuple(int(number) for number in text.split("."))


def titles(text):
    """Returns the inputs that a line names: NAME, or NAME: KIND KIND..."""
    name, _, kinds = text.partition(": ")
    return [f"{name} {kind}" for kind in kinds.split()] if kinds else [name]


def format_entry(lines, by_options):
    text = [f"|{line}" for line in lines]
    for options, inputs in sorted(by_options.items()):
        text.append(f"  {options}")
        kinds = defaultdict(list)
        for title in inputs:
            name, _, kind = title.partition(" ")
            kinds[name].append(kind)
        text += [f"    {name}: {' '.join(found)}" if found != [""] else f"    {name}"
                 for name, found in sorted(kinds.items())]
    return "\n".join(text) + "\n"
