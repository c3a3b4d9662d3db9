#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Plants a page whose rows name tests that exist, that do not, and none."""

import unittest

from planted_check import PlantedCheck

CHECK = "interface_tests.py"
PAGE = "docs/interfaces.md"
HEAD = "| netCDF-C | ncf | test |\n|---|---|---|\n"


class InterfaceTests(PlantedCheck):
    def setUp(self):
        super().setUp()
        self.plant("tests/unit/a_test.cpp", "TEST_F(Suite, Name) {}\n")
        self.plant("tests/unit/b_c_test.c", "static void function(void) {}\n")
        self.plant("tests/cli/ncfcopy/filters/case.md", "A case.\n")

    def test_tests_of_all_kinds(self):
        self.plant(PAGE, HEAD + "| `a` | b | `Suite.Name`, `b_c_test.function`, "
                   "`cli/ncfcopy/filters/case` |\n")
        self.expect_clean(CHECK)

    def test_a_test_that_does_not_exist(self):
        self.plant(PAGE, HEAD + "| `a` | b | `Suite.Name`, `Suite.Other` |\n")
        self.expect_finding(f"{PAGE}:3: there is no test Suite.Other", CHECK)

    def test_a_row_without_a_test(self):
        self.plant(PAGE, HEAD + "| `a` | `Suite.Name` | |\n")
        self.expect_finding(f"{PAGE}:3: a row names no test", CHECK)


if __name__ == "__main__":
    unittest.main()
