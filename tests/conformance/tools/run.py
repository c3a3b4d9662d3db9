#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Debian's tools and ours on every file of a corpus, by every set of options.

A tool is a module compare_*.py, which works on each input and documents what it treats as equal.
Each tool has a line of counts, and the last line is their sum: cases=N equal=E listed=L
unexpected=U. Exit status 0: every case was equal or as listed, and every listed difference
occurred; 1: not, or there was no case; 77: no corpus, or a tool was left out because this machine
lacks something.
"""

import argparse
import functools
import multiprocessing
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

import compare_copy
import compare_dump
import compare_generate
import compare_programs
import compare_zarr
import programs
from cases import SKIPPED
from corpus_inputs import Corpus
from differences import Differences, version_of

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
TOOLS = {tool.NAME: tool for tool in (compare_copy, compare_dump, compare_generate,
                                      compare_programs, compare_zarr)}
# A little of everything: dimensions, groups, filters, storage, user-defined types, an odd writer.
QUICK = {"ncdump/small2", "ncdump/ref_tst_group_data", "nc_test4/bzip2",
         "ncdump/ref_tst_special_atts", "data/ref_tst_compounds2.nc", "data/zfp_054.h5"}
MOST_TOLD_LINES = 40


def parse_arguments(words=None):
    parser = argparse.ArgumentParser(prog="run.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", metavar="DIR", default=os.environ.get("NCF_CORPUS"),
                        help="folder with cdl/ and data/; default: $NCF_CORPUS")
    parser.add_argument("--bin", metavar="DIR", type=Path, default=REPOSITORY / "build/release/bin",
                        help="folder of our programs; default: that of build/release")
    parser.add_argument("--jobs", metavar="N", type=int, default=2, help="inputs at a time")
    parser.add_argument("--only", metavar="REGEX", default="",
                        help="only cases it is found in, as they are printed")
    parser.add_argument("--quick", action="store_true", help="a small part of the inputs")
    parser.add_argument("--record", action="store_true",
                        help="write what is unexpected to a file, to be understood and listed")
    parser.add_argument("--tool", choices=TOOLS, action="append",
                        help="only this one; repeatable")
    return parser.parse_args(words)


def outcomes_of(tool, corpus, arguments, folder):
    """Returns {(input's title, options): lines that differ} of each input, in the order of the
    inputs."""
    work = functools.partial(tool.cases_of, our_folder=arguments.bin.resolve(),
                             only=arguments.only, folder=folder)
    inputs = tool.inputs(corpus)
    with multiprocessing.Pool(arguments.jobs) as pool:
        for given, outcomes in zip(inputs, pool.imap(work, inputs)):
            for options, lines in outcomes:
                if lines is None:
                    print(f"left out: {given.title}: {options}: larger than "
                          f"{programs.LARGEST_FILE_BYTES >> 20} MiB")
            yield {(given.title, options): tuple(lines) for options, lines in outcomes
                   if lines is not None}


def judge(outcomes, differences):
    """Returns {case: lines} that are unexpected, and how many are listed."""
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


def run_tool(tool, corpus, arguments, folder):
    """Runs a tool; returns the cases, and the equal, listed and unexpected ones."""
    differences = Differences(HERE.parent / "differences" / tool.NAME,
                              version_of(programs.netcdf_version()))
    outcomes, unexpected, listed = {}, {}, 0
    for of_one_input in outcomes_of(tool, corpus, arguments, folder):
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
    return Counter(cases=len(outcomes), equal=sum(not lines for lines in outcomes.values()),
                   listed=listed, unexpected=len(unexpected) + len(differences.faults))


def format_counts(counts):
    return " ".join(f"{name}={counts[name]}" for name in ("cases", "equal", "listed", "unexpected"))


def run_tools(tools, corpus, arguments, folder):
    """Returns the counts of all tools together, and whether one was left out."""
    total, is_one_left_out = Counter(), False
    for tool in tools:
        missing = tool.missing()
        if missing:
            print(f"{tool.NAME}: skipped: no {', '.join(missing)}")
            is_one_left_out = True
            continue
        counts = run_tool(tool, corpus, arguments, folder)
        print(f"{tool.NAME}: {format_counts(counts)}")
        total.update(counts)
    return total, is_one_left_out


def status_of(total, is_one_left_out):
    if total["unexpected"]:
        return 1
    if is_one_left_out:
        return SKIPPED
    return 0 if total["cases"] else 1


def main():
    arguments = parse_arguments()
    if not arguments.corpus or not (Path(arguments.corpus) / "cdl").is_dir():
        print("skipped: no corpus; --corpus DIR or NCF_CORPUS names it")
        return SKIPPED
    programs.set_surroundings(arguments.bin.resolve().parent / "plugins")
    with tempfile.TemporaryDirectory(prefix="ncf-conformance-") as folder:
        corpus = Corpus(Path(arguments.corpus).resolve(), Path(folder),
                        QUICK if arguments.quick else None)
        tools = [TOOLS[name] for name in arguments.tool or TOOLS]
        total, is_one_left_out = run_tools(tools, corpus, arguments, folder)
    print(format_counts(total))
    return status_of(total, is_one_left_out)


if __name__ == "__main__":
    sys.exit(main())
