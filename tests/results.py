#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the test_results.xml that tests/run.sh leaves in the build folder.

    results.py skipped RESULTS   prints "skipped: N": whole tests and cases within tests
    results.py costs RESULTS     prints tests/costs.cmake: what tests of more than a second cost, so
                                 that long ones start first in a new build folder, too
"""

import re
import sys
import xml.etree.ElementTree as xml

HEADER = """\
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Seconds that tests took: python3 tests/results.py costs build/release/test_results.xml
"""
# The lines of tests/support/cases.py for a case, and of GoogleTest for all TESTs of a program.
SKIPPED_CASE = re.compile(r"^skipped: ", re.MULTILINE)
SKIPPED_TESTS = re.compile(r"^\[  SKIPPED \] (\d+) tests?\.$", re.MULTILINE)


def skipped(test):
    """Returns how many tests or cases a test of ctest skipped."""
    said = test.findtext("system-out", "")
    if test.find("skipped") is not None:
        return max(1, len(SKIPPED_CASE.findall(said)))
    return len(SKIPPED_CASE.findall(said)) + sum(map(int, SKIPPED_TESTS.findall(said)))


def main():
    verb, file = sys.argv[1:]
    tests = xml.parse(file).getroot().findall("testcase")
    if verb == "skipped":
        print(f"skipped: {sum(map(skipped, tests))}")
        return
    print(HEADER, end="")
    for test in sorted(tests, key=lambda test: test.get("name")):
        seconds = round(float(test.get("time")))
        if seconds > 1:
            print(f"set(NCF_COST_{test.get('name')} {seconds})")


if __name__ == "__main__":
    main()
