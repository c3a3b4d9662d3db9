#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""interface_tests.py ROOT

Each row of docs/interfaces.md names tests that exist: `Suite.Name` of GoogleTest,
`file_c_test.function` of a test in C, `cli/program/folder/case` of a transcript."""

import re
import sys
from pathlib import Path

from repository import Finding, report, tracked_files

PAGE = Path("docs/interfaces.md")
GOOGLE_TEST = re.compile(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.MULTILINE)
C_FUNCTION = re.compile(r"^static void (\w+)\(", re.MULTILINE)
ROW = re.compile(r"\| .* \| .* \| (.*) \|")
NAME = re.compile(r"`([^`]+)`")


def tests_in(root):
    """Returns the names of all tests."""
    names = set()
    for path in tracked_files(root):
        if path.suffix == ".md" and path.parts[:2] == ("tests", "cli"):
            names.add(path.relative_to("tests").with_suffix("").as_posix())
        elif path.suffix == ".cpp" or path.name == "every_plugin.hpp":
            names.update(".".join(found) for found in GOOGLE_TEST.findall((root / path).read_text()))
        elif path.name.endswith("_c_test.c"):
            names.update(f"{path.stem}.{function}"
                         for function in C_FUNCTION.findall((root / path).read_text()))
    return names


def objections(line, tests):
    """Returns what is wrong with a line of the page."""
    if not line.startswith("|") or line.startswith(("|---", "| netCDF-C |")):
        return []
    row = ROW.fullmatch(line)
    named = NAME.findall(row[1]) if row else []
    if not named:
        return ["a row names no test"]
    return [f"there is no test {name}" for name in named if name not in tests]


def main(root):
    tests = tests_in(root)
    lines = (root / PAGE).read_text(encoding="utf-8").splitlines()
    return report([Finding(PAGE, number, message) for number, line in enumerate(lines, 1)
                   for message in objections(line, tests)])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
