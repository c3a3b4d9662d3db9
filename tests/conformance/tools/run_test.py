#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that run.py finds planted faults: differences not listed, listed wrongly or in vain, a
tool that fails or is left out, a refusal of data that can be stored."""

import contextlib
import functools
import io
import tempfile
import types
import unittest
from collections import Counter
from pathlib import Path

import compare_copy
import compare_zarr
import option_sets
import run
from corpus_inputs import Header, Input
from differences import Differences

LISTED = """# A row of the quirks, in words.

|-nccopy fails: a reason
|+ncfcopy succeeds
  -k cdf5
    small: classic cdf5
    data/tiny.nc
"""
DIFFERENT = ("-nccopy fails: a reason", "+ncfcopy succeeds")
CASES = [("small classic", "-k cdf5"), ("small cdf5", "-k cdf5"), ("data/tiny.nc", "-k cdf5")]

CDL = """netcdf same {
types:
  byte enum sky {Clear = 0, Fog = 1, Old = 10} ;
dimensions:
\tt = UNLIMITED ; // (2 currently)
\tx = 3 ;
variables:
\tint s ;
\tfloat v(t, x) ;
\t\tv:_NoFill = "true" ;
\tstring names(x) ;
data:

 s = 7 ;

 v =
  _, _, _,
  _, _, _ ;

 names = "a = b ;", _, NIL ;

group: g {
  dimensions:
  \tx = 5 ;
  variables:
  \tshort v(x) ;
  data:

   v = 1, 2, 3, 4, 5 ;
  } // group g
}
"""


class Listing(unittest.TestCase):
    def read(self, text, name="B1.txt", version=(4, 9, 0)):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        (Path(folder.name) / name).write_text(text, encoding="utf-8")
        return Differences(Path(folder.name), version)

    def test_listed_as_it_is(self):
        differences = self.read(LISTED)
        unexpected, listed = run.judge({case: DIFFERENT for case in CASES}, differences)
        self.assertEqual((unexpected, listed, differences.faults), ({}, 3, []))

    def test_listed_for_some_versions(self):
        reason, _, entries = LISTED.partition("\n\n")
        for side, meant in (("since", (4, 9, 3)), ("before", (4, 9, 0))):
            text = f"{reason}\n\nnetCDF {side} 4.9.3:\n{entries}"
            for version in ((4, 9, 0), (4, 9, 3)):
                self.assertEqual(bool(self.read(text, version=version).expected), version == meant)

    def test_unlisted(self):
        outcomes = {("other classic", "-k cdf5"): DIFFERENT}
        self.assertEqual(run.judge(outcomes, self.read("# No entry.\n")),
                         (outcomes, 0))

    def test_listed_otherwise(self):
        outcomes = {case: DIFFERENT for case in CASES}
        outcomes[CASES[1]] = ("-nccopy fails: another reason", "+ncfcopy succeeds")
        self.assertEqual(run.judge(outcomes, self.read(LISTED))[0],
                         {CASES[1]: outcomes[CASES[1]]})

    def test_listed_but_equal(self):
        outcomes = {case: DIFFERENT for case in CASES}
        outcomes[CASES[2]] = ()
        self.assertEqual(run.judge(outcomes, self.read(LISTED))[0], {CASES[2]: ()})

    def test_listed_but_no_case(self):
        differences = self.read(LISTED)
        differences.require_met(CASES[:2])
        self.assertEqual(differences.faults, ["listed, but no case: data/tiny.nc: -k cdf5"])

    def test_listed_twice_or_without_a_reason(self):
        self.assertEqual(self.read(LISTED + LISTED.partition("\n\n")[2]).faults,
                         [f"B1.txt lists a case listed before: {title}: {options}"
                          for title, options in CASES])
        self.assertEqual(self.read(LISTED, "unsorted.txt").faults, ["unsorted.txt gives no reason"])

    def test_what_is_recorded_reads_as_listed(self):
        differences = self.read("# No entry.\n")
        file = differences.record({case: DIFFERENT for case in CASES})
        self.assertEqual(self.read("# Why.\n" + file.read_text()).expected,
                         {case: DIFFERENT for case in CASES})


def tool(name, lines, lacking=()):
    """Returns a tool that finds the same lines in each case."""
    inputs = [Input("small", "", Path("small.nc")), Input("tiny", "", Path("tiny.nc"))]
    return types.SimpleNamespace(NAME=name, missing=lambda: list(lacking),
                                 inputs=lambda corpus: inputs, cases_of=functools.partial(
                                     cases_of, lines=lines))


def cases_of(given, our_folder, only, folder, lines):
    return [("-k cdf5", lines), ("-k large", None)]


class Tools(unittest.TestCase):
    def run_tools(self, *tools):
        """Returns the exit status and the output."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            ended = run.run_tools(tools, None, run.parse_arguments(["--quick"]), "")
        return run.status_of(*ended), printed.getvalue().splitlines(), run.format_counts(ended[0])

    def test_all_equal(self):
        status, lines, total = self.run_tools(tool("first", []), tool("second", []))
        self.assertEqual((status, total), (0, "cases=4 equal=4 listed=0 unexpected=0"))
        left_out = [f"left out: {name}: -k large: larger than 64 MiB" for name in ("small", "tiny")]
        self.assertEqual(lines, [*left_out, "first: cases=2 equal=2 listed=0 unexpected=0",
                                 *left_out, "second: cases=2 equal=2 listed=0 unexpected=0"])

    def test_the_first_of_two_differs(self):
        status, lines, total = self.run_tools(tool("first", ["+x"]), tool("second", []))
        self.assertEqual((status, total), (1, "cases=4 equal=2 listed=0 unexpected=2"))
        self.assertIn("unexpected: tiny: -k cdf5", lines)

    def test_one_is_left_out(self):
        status, lines, total = self.run_tools(tool("first", [], ["ncgen"]), tool("second", []))
        self.assertEqual((status, total), (77, "cases=2 equal=2 listed=0 unexpected=0"))
        self.assertEqual(lines[0], "first: skipped: no ncgen")

    def test_no_case(self):
        self.assertEqual(run.status_of(Counter(), False), 1)

    def test_options_in_any_order(self):
        arguments = run.parse_arguments(["--corpus", "D", "--record", "--tool", "zarr",
                                         "--tool", "ncfgen"])
        self.assertEqual((arguments.tool, arguments.record), (["zarr", "ncfgen"], True))


class Refusals(unittest.TestCase):
    HEADER = """netcdf same {
types:
  compound pa\\:ir {
    int a ;
  }; // pa\\:ir
variables:
\tfloat v(x) ;
\t\tv:_Filter = "2,4|32015,5" ;
\tfloat s(x) ;
\t\ts:_Filter = "4,4,16" ;
group: g {
  variables:
  \tpair p ;
  \tfloat z(x) ;
  \t\tz:_Filter = "2,4|32004,0" ;
  } // group g
}
"""

    def test_what_may_be_named(self):
        header = Header(self.HEADER)
        lasting = [": is of type pa:ir, ", "variable /g/p: ", "variable /g/z: "]
        self.assertEqual(compare_zarr.places_of_refusal(header, "nczarr"), lasting)
        self.assertEqual(compare_zarr.places_of_refusal(header, "zarr3"),
                         [lasting[0], "variable /s: ", *lasting[1:]])


class Texts(unittest.TestCase):
    def test_header(self):
        header = Header(CDL)
        self.assertEqual(list(header.variables), ["s", "v", "names", "/g/v"])
        self.assertEqual(header.no_fill(), {"v"})
        self.assertEqual(header.zero_names, {"Clear"})
        self.assertEqual(header.count_values(), 1 + 6 + 3 + 5)
        self.assertEqual(header.names(),
                         {"@variable": "v", "@path": "/v", "@dimension": "t", "@halves": "1,2",
                          "@other": "/g/v", "@string": "names", "@scalar": "s", "@record": "t",
                          "@group": "/g", "@root": "/"})

    def test_values(self):
        values = compare_copy.values_of(CDL)
        self.assertEqual(list(values), ["s", "v", "names", "/g/v"])
        filled = [path for path, text in values.items() if compare_copy.FILL.fullmatch(text)]
        self.assertEqual(filled, ["v"])

    def test_an_option_set_takes_turns_among_what_the_input_has(self):
        option_set = option_sets.OptionSet("parts", ["-V @string", "-V @variable,@other"])
        names = {"@variable": "a b", "@other": r"c\#"}
        choice = option_sets.choose(option_set, "small classic", names)
        self.assertEqual(choice.words, ("-V", r"a b,c\#"))
        self.assertIsNone(option_sets.choose(option_set, "small classic", {"@variable": "v"}))


if __name__ == "__main__":
    unittest.main()
