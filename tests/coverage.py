#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Sums the counts of gcov: the share of lines of lib/ that were run, and those that were not.

    coverage.py BUILD_FOLDER SHARE

Prints for each file, the one with most of them first, how many lines were not run and which. A line
counts once, however many objects hold it. Exit status 1 where less than SHARE percent were run.
"""

import collections
import json
import subprocess
import sys
from pathlib import Path

LIBRARY = Path(__file__).resolve().parent.parent / "lib"


def counted_files(notes):
    """Returns gcov's documents for one object: the folder in which it was compiled, and each file's
    lines."""
    said = subprocess.run(["gcov", "--json-format", "--stdout", notes], capture_output=True,
                          text=True, check=True).stdout
    for document in map(json.loads, said.splitlines()):
        for file in document["files"]:
            yield Path(document["current_working_directory"], file["file"]).resolve(), file["lines"]


def count_lines(build):
    """Returns file -> line -> how many times it was run."""
    counts = collections.defaultdict(collections.Counter)
    for notes in sorted(Path(build).rglob("*.gcno")):
        for path, lines in counted_files(notes):
            if path.is_relative_to(LIBRARY):
                for line in lines:
                    counts[path][line["line_number"]] += line["count"]
    return counts


def ranges(numbers):
    """Formats [3, 4, 5, 9] as "3-5, 9"."""
    found = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)


def main():
    build, share = sys.argv[1], float(sys.argv[2])
    counts = count_lines(build)
    total = sum(len(lines) for lines in counts.values())
    if total == 0:
        print(f"nothing was counted under {build}", file=sys.stderr)
        return 1
    idle = {path: [number for number, count in lines.items() if count == 0]
            for path, lines in counts.items()}
    for path, numbers in sorted(idle.items(), key=lambda item: -len(item[1])):
        if numbers:
            print(f"{path.relative_to(LIBRARY.parent)}: {len(numbers)} of {len(counts[path])}: "
                  f"{ranges(numbers)}")
    run = total - sum(map(len, idle.values()))
    print(f"lines of lib run: {run} of {total}, {100 * run / total:.2f} %")
    return 0 if 100 * run >= share * total else 1


if __name__ == "__main__":
    sys.exit(main())
