# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The same names in C++, in requests and answers as JSON, and in Python."""

import re
import unittest
from pathlib import Path

import ncf
from ncf import _copying
from support import TestInFolder

SOURCE = Path(__file__).resolve().parents[2]
HEADER = "".join((SOURCE / "lib/include/ncf" / name).read_text(encoding="utf-8")
                 for name in ("copy.hpp", "view.hpp"))


def members_of(structure):
    body = re.search(rf"^struct {structure} {{\n(.*?)^}};", HEADER, re.MULTILINE | re.DOTALL)[1]
    code = re.sub(r"//.*", "", body)
    return set(re.findall(r"^  \S.*?(\w+)(?: = [^;]+)?;", code, re.MULTILINE)) - {"default"}


class Names(TestInFolder):
    def test_members_of_structures_are_found(self):
        self.assertLess({"input", "if_smaller", "max_memory_bytes", "stop"},
                        members_of("CopyOptions"))

    def test_answers_have_the_members_of_structures(self):
        variable = members_of("VariableCopy")
        plan = ncf.plan("in.nc", "out.nc", filters="t2m,zstd,3")
        self.assertEqual(set(plan), members_of("CopyPlan"))
        self.assertEqual(set(plan["variables"][0]), variable - {"output_bytes"})
        report = ncf.copy("in.nc", "out.nc", filters="t2m,zstd,3")
        self.assertEqual(set(report),
                         members_of("CopyPlan") | members_of("CopyReport") - {"plan", "rank"})
        self.assertEqual(set(report["variables"][0]), variable)

    def test_options_have_the_names_of_members(self):
        options = members_of("CopyOptions") | members_of("ViewOptions")
        sizes_as_texts = {"max_memory"}
        keywords = set(_copying._ONE)
        self.assertEqual({"plugin_path", "resume"}, keywords - sizes_as_texts - options)
        self.assertLessEqual({f"{name}_bytes" for name in sizes_as_texts}, options)

    def test_requests_have_the_names_of_members(self):
        source = (SOURCE / "lib/ops/copy/copy_options.hpp").read_text(encoding="utf-8")
        self.assertEqual(set(), {name for name in members_of("CopyOptions")
                                 if f'"{name}"' not in source})


if __name__ == "__main__":
    unittest.main()
