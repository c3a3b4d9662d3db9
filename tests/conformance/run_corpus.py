#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Debian's tools and ours on every file of a corpus, by every set of options.

The last line counts: cases=N equal=E listed=L unexpected=U. Exit status 0: every case came out
equal or as listed, and every listed one was met; 1: not; 77: no corpus, or no such tools.
"""

import argparse
import functools
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

import compare_copy
import compare_dump
import corpus_inputs
import option_sets
import programs
from differences import Differences

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
TOOLS = {tool.NAME: tool for tool in (compare_copy, compare_dump)}
# A little of everything: dimensions, groups, filters, storage, types of users, an odd writer.
QUICK = {"ncdump/small2", "ncdump_cdl/example_good", "ncdump/ref_tst_group_data", "nc_test4/bzip2",
         "nc_test/ref_tst_diskless2", "ncdump_cdl/ref_tst_econst2", "ncdump/ref_tst_special_atts",
         "data/tiny.nc", "data/ref_tst_compounds2.nc", "data/zfp_054.h5"}
MOST_TOLD_LINES = 40
SKIPPED = 77


def parser_of(program, description, has_lists=True):
    """Of what a run over a corpus is told. has_lists: what is understood is listed in files."""
    parser = argparse.ArgumentParser(prog=program, description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", metavar="DIR", default=os.environ.get("NCF_CORPUS"),
                        help="folder with cdl/ and data/; default: $NCF_CORPUS")
    parser.add_argument("--bin", metavar="DIR", type=Path, default=REPOSITORY / "build/release/bin",
                        help="folder of our programs; default: that of build/release")
    parser.add_argument("--jobs", metavar="N", type=int, default=2, help="inputs at a time")
    parser.add_argument("--only", metavar="REGEX", default="",
                        help="only cases it is found in, as they are printed")
    parser.add_argument("--quick", action="store_true", help="a small part of the inputs")
    if has_lists:
        parser.add_argument("--record", action="store_true",
                            help="write what is unexpected to a file, to be understood and listed")
    return parser


def parse_arguments():
    parser = parser_of("run.sh", __doc__)
    parser.add_argument("--tool", choices=TOOLS, action="append",
                        help="only this program of ours; repeatable")
    return parser.parse_args()


def cases_of(given, tool, program, sets, only, folder):
    """[(options, lines that differ)] of one input."""
    cases = TOOLS[tool].Cases(program, given, folder)
    outcomes = []
    for option_set in sets:
        choice = option_sets.choose(option_set, given.title, cases.names)
        if choice and re.search(only, f"{given.title}: {choice.text}"):
            outcomes.append((choice.text, cases.difference(choice)))
    return outcomes


def run_cases(tool, inputs, arguments, folder):
    """{(input's title, options): lines that differ} of each input, in the order of the inputs."""
    work = functools.partial(cases_of, tool=tool.NAME, program=arguments.bin.resolve() / tool.NAME,
                             sets=option_sets.read_option_sets(HERE / tool.OPTION_SETS),
                             only=arguments.only, folder=folder)
    with multiprocessing.Pool(arguments.jobs) as pool:
        for given, outcomes in zip(inputs, pool.imap(work, inputs)):
            yield {(given.title, options): tuple(lines) for options, lines in outcomes}


def judge(outcomes, differences):
    """{case: lines} that are unexpected, and how many are listed."""
    unexpected, listed = {}, 0
    for case, lines in outcomes.items():
        if lines != differences.expected.get(case, ()):
            unexpected[case] = lines
        elif lines:
            listed += 1
    return unexpected, listed


def tell(unexpected):
    for (title, options), lines in unexpected.items():
        print(f"unexpected: {title}: {options}")
        for line in lines[:MOST_TOLD_LINES] or ["(equal, but listed)"]:
            print(f"  {line}")
        if len(lines) > MOST_TOLD_LINES:
            print(f"  ... and {len(lines) - MOST_TOLD_LINES} more")
    sys.stdout.flush()


def run_tool(tool, inputs, arguments, folder):
    """What came of a tool: cases, equal, listed and unexpected ones."""
    differences = Differences(HERE / "differences" / tool.NAME)
    outcomes, unexpected, listed = {}, {}, 0
    for of_one_input in run_cases(tool, inputs, arguments, folder):
        outcomes.update(of_one_input)
        more_unexpected, more_listed = judge(of_one_input, differences)
        tell(more_unexpected)
        unexpected.update(more_unexpected)
        listed += more_listed
    if not arguments.quick and not arguments.only:
        differences.require_met(outcomes)
    for fault in differences.faults:
        print(f"fault: {fault}")
    if arguments.record and unexpected:
        print(f"written: {differences.record(unexpected)}")
    counts = Counter(cases=len(outcomes), equal=sum(not lines for lines in outcomes.values()),
                     listed=listed, unexpected=len(unexpected) + len(differences.faults))
    print(f"{tool.NAME}: {format_counts(counts)}")
    return counts


def format_counts(counts):
    return " ".join(f"{name}={counts[name]}" for name in ("cases", "equal", "listed", "unexpected"))


def main():
    arguments = parse_arguments()
    if not arguments.corpus or not (Path(arguments.corpus) / "cdl").is_dir():
        print("skipped: no corpus; --corpus DIR or NCF_CORPUS names it")
        return SKIPPED
    missing = [program for program in programs.PEERS if not shutil.which(program)]
    if missing:
        print(f"skipped: no {', '.join(missing)}")
        return SKIPPED
    programs.set_surroundings(arguments.bin.resolve().parent / "plugins")
    with tempfile.TemporaryDirectory(prefix="ncf-conformance-") as folder:
        inputs, left_out = corpus_inputs.find_inputs(Path(arguments.corpus).resolve(), Path(folder),
                                                     QUICK if arguments.quick else None)
        for title, why in left_out:
            print(f"left out: {title}: {why}")
        total = Counter()
        for name in arguments.tool or TOOLS:
            total.update(run_tool(TOOLS[name], inputs, arguments, folder))
    print(format_counts(total))
    return 1 if total["unexpected"] else 0


if __name__ == "__main__":
    sys.exit(main())
