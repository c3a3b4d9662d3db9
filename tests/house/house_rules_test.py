#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Plants a violation of each house rule and expects the check to name its file and line."""

import shutil
import unittest

from house_rules import find_clang_format
from planted_check import HOUSE, PlantedCheck

CHECK = "house_rules.py"
SPDX = ("// SPDX-FileCopyrightText: 2026 The ncf authors\n"
        "// SPDX-License-Identifier: Apache-2.0\n")


class HouseRules(PlantedCheck):
    def expect_broken(self, finding, rule):
        self.expect_finding(finding, CHECK, rule)

    def test_a_file_without_its_licence(self):
        self.plant("lib/base/errors/error.cpp", "namespace ncf {}\n")
        self.expect_broken("lib/base/errors/error.cpp:1: the two SPDX lines are missing", "spdx_header")

    def test_a_script_has_its_licence_after_the_first_line(self):
        self.plant("tests/run.sh", "#!/bin/sh\n" + SPDX.replace("//", "#"))
        self.expect_clean(CHECK, "spdx_header")
        self.plant("tests/run.sh", "#!/bin/sh\n# Runs.\n")
        self.expect_broken("tests/run.sh:2: the two SPDX lines are missing", "spdx_header")

    def test_a_grammar_has_its_licence_in_comments(self):
        lines = SPDX.replace("// ", "(* ").replace("\n", " *)\n")
        self.plant("grammar/location.ebnf", lines)
        self.expect_clean(CHECK, "spdx_header")

    def test_a_header_without_its_guard(self):
        self.plant("lib/base/errors/error.hpp", SPDX)
        self.expect_broken("lib/base/errors/error.hpp:1: #pragma once is missing", "spdx_header")

    def test_a_long_file(self):
        self.plant("lib/base/errors/error.cpp", "\n" * 400)
        self.expect_clean(CHECK, "file_length")
        self.plant("lib/base/errors/error.cpp", "\n" * 401)
        self.expect_broken("lib/base/errors/error.cpp:401: longer than 400 lines: split it",
                           "file_length")

    def test_a_binary_file(self):
        self.plant("tests/data/sample.nc", b"CDF\1\0\0\0\0")
        self.expect_broken("tests/data/sample.nc:1: binary file", "text_only")

    def test_a_binary_input_of_a_fuzzer(self):
        self.plant("tests/fuzz/corpus/seed", b"307,9\0")
        self.expect_clean(CHECK, "text_only")

    def test_a_path_of_a_machine(self):
        home = "/" + "home/"
        self.plant("README.md", f"ncf\n\nLook into {home}ada/ncf.\n")
        self.expect_broken(f"README.md:3: a path of somebody's machine: {home}a...", "text_only")

    def test_a_relative_path_is_no_path_of_a_machine(self):
        folder = "/" + "work/"
        self.plant("README.md", f"lib{folder}queue.hpp, ${{HOME}}{folder}queue.hpp\n")
        self.expect_clean(CHECK, "text_only")

    def test_a_marker_that_ends_a_line(self):
        self.plant("lib/base/errors/error.hpp", SPDX + "//\n// source: RFC 1950\n#pragma once\n")
        self.expect_clean(CHECK, "whole_markers")
        self.plant("lib/base/errors/error.hpp", SPDX + "//\n// Errors. source:\n// RFC 1950\n")
        self.expect_broken("lib/base/errors/error.hpp:4: 'source:' ends a line: begin one with it, and "
                           "leave an empty comment line before", "whole_markers")

    def test_a_test_that_shares_its_folder(self):
        self.plant("lib/base/pending.cpp", SPDX + "mkdtemp(name);\n")
        self.plant("tests/unit/extent_test.cpp", SPDX + "TemporaryFolder folder;\n")
        self.expect_clean(CHECK, "own_folders")
        self.plant("tests/unit/extent_test.cpp", SPDX + "testing::TempDir();\n")
        self.expect_broken("tests/unit/extent_test.cpp:3: write into a TemporaryFolder",
                           "own_folders")

    def test_a_function_that_follows_the_locale(self):
        self.plant("lib/base/errors/error.cpp", "// strtod(x)\nbool isspace_like = text.isspace();\n")
        self.expect_clean(CHECK, "locale_free")
        self.plant("lib/base/errors/error.cpp", "double x = std::strtod(text, nullptr);\n")
        self.expect_broken("lib/base/errors/error.cpp:1: strtod follows the locale", "locale_free")

    def test_a_view_that_clang_14_cannot_compile(self):
        self.plant("lib/base/errors/error.cpp", "std::ranges::sort(names);  // std::views::all\n")
        self.expect_clean(CHECK, "clang_14")
        self.plant("lib/base/errors/error.cpp", "std::ranges::stable_partition(a, is_b);\n")
        self.expect_broken("lib/base/errors/error.cpp:1: Clang 14 cannot compile "
                           "std::ranges::stable_partition", "clang_14")

    def test_a_source_that_is_not_built(self):
        self.plant("lib/CMakeLists.txt", "add_library(ncf base/errors/error.cpp)  # base/old.cpp\n")
        self.plant("lib/base/errors/error.cpp", "")
        self.expect_clean(CHECK, "sources_listed")
        self.plant("lib/base/old.cpp", "")
        self.expect_broken("lib/base/old.cpp:1: in no CMakeLists.txt", "sources_listed")

    def test_a_source_named_from_the_root(self):
        self.plant("tests/unit/CMakeLists.txt", "x(${PROJECT_SOURCE_DIR}/tests/support/files.cpp)\n")
        self.plant("tests/support/files.cpp", "")
        self.expect_clean(CHECK, "sources_listed")

    def test_a_source_whose_name_is_only_part_of_a_listed_one(self):
        self.plant("lib/CMakeLists.txt", "add_library(ncf base/io_error.cpp)\n")
        self.plant("lib/error.cpp", "")
        self.expect_broken("lib/error.cpp:1: in no CMakeLists.txt", "sources_listed")

    @unittest.skipUnless(find_clang_format(), "clang-format 14 is not here")
    def test_an_unformatted_file(self):
        shutil.copy(HOUSE.parents[1] / ".clang-format", self.root)
        self.plant("lib/base/errors/error.cpp", "int one;\nint   two;\n")
        self.expect_broken("lib/base/errors/error.cpp:2: not as clang-format writes it: "
                           "clang-format -i lib/base/errors/error.cpp", "format_clean")
        self.plant("lib/base/errors/error.cpp", "int one;\nint two;\n")
        self.expect_clean(CHECK, "format_clean")


if __name__ == "__main__":
    unittest.main()
