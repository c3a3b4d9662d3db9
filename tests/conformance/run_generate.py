#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""ncgen and ncfgen on every CDL file of a corpus, for every kind of file and for none asked for.

Both refuse, or ncdump -s must print the same of both files, and their kinds must be equal. Of files
with very many values ncdump prints the header, and libnetcdf's Python interface reads the values;
values that were never written, in files without fill values, are not compared. What ncgen makes
larger than 64 MiB is left out and named.

The last line counts as run_corpus.py does, and so does the exit status.
"""

import functools
import multiprocessing
import re
import shutil
import sys
import tempfile
from pathlib import Path

import compare_copy
import programs
from corpus_inputs import CDF5, KINDS, Header
from differences import Differences
from run_corpus import HERE, QUICK, SKIPPED, judge, parser_of, tell

NAME = "ncfgen"
MOST_PRINTED_VALUES = 100_000
PATTERNS = ("1", "77", "200")


def dump(file, folder, *options, memory=programs.MEMORY):
    """What ncdump prints of `file`, and its kind. CDF-5 files are printed without -s (quirk C3)."""
    with open(file, "rb") as opened:
        special = () if opened.read(len(CDF5)) == CDF5 else ("-s",)
    done = programs.run(["ncdump", "-n", "same", *special, *options, file], folder, memory)
    kind = programs.run(["ncdump", "-k", file], folder).output.decode()
    return done.output.decode(errors="backslashreplace") + kind


def text_of(file, folder):
    """What is compared of a file."""
    header = dump(file, folder, "-h")
    read = Header(header)
    if read.count_values() > MOST_PRINTED_VALUES:
        return header + "".join(f"{path} = {content}\n"
                                for path, content in compare_copy.hashes_of(file).items())
    if read.no_fill() and len({dump(file, folder, memory=memory) for memory in PATTERNS}) > 1:
        return header
    return dump(file, folder)


def difference(words, ncfgen, cdl, folder):
    """The lines that differ, none for equal outcomes; empty where ncgen's file is too large."""
    theirs, ours = Path(folder) / "theirs.nc", Path(folder) / "ours.nc"
    their_end = programs.run(["ncgen", *words, "-o", theirs, cdl], folder)
    if their_end.is_too_large:
        return None
    our_end = programs.run([ncfgen, *words, "-o", ours, cdl], folder)
    if our_end.status not in (0, 1) or (our_end.status == 0) != ours.exists():
        return [f"+{NAME} ends with exit status {our_end.status}"]
    # ncgen says nothing by its exit status when a text does not fit the kind (quirk C1).
    they_made_it = their_end.status == 0 and theirs.exists()
    if they_made_it and our_end.status == 0:
        return compare_copy.differing_lines(text_of(theirs, folder).splitlines(),
                                            text_of(ours, folder).splitlines())
    if they_made_it == (our_end.status == 0):
        return []
    # Our words are tested elsewhere.
    return [f"-ncgen {'succeeds' if they_made_it else describe_failure(their_end)}",
            f"+{NAME} {'succeeds' if our_end.status == 0 else 'fails'}"]


def describe_failure(done):
    """The reason, without names of folders."""
    lines = [line for line in done.message.splitlines() if line.strip()]
    reason = lines[0] if lines else "without a word"
    return "fails: " + re.sub(r"\S*/", "", reason)


def cases_of(cdl, name, ncfgen, only, folder):
    """[(options, lines that differ)] of one text."""
    outcomes = []
    for kind in (None, *KINDS.values()):
        words = ["-k", kind] if kind else []
        options = f"-k {kind}" if kind else "(none)"
        if not re.search(only, f"{name}: {options}"):
            continue
        with tempfile.TemporaryDirectory(dir=folder) as own_folder:
            outcomes.append((options, difference(words, ncfgen, cdl, own_folder)))
    return outcomes


def run_cases(inputs, arguments, folder):
    work = functools.partial(cases_of, ncfgen=arguments.bin.resolve() / NAME, only=arguments.only,
                             folder=folder)
    with multiprocessing.Pool(arguments.jobs) as pool:
        yield from zip((name for _, name in inputs), pool.starmap(work, inputs))


def main():
    arguments = parser_of(f"run.sh --tool {NAME}", __doc__).parse_args()
    if not arguments.corpus or not (Path(arguments.corpus) / "cdl").is_dir():
        print("skipped: no corpus; --corpus DIR or NCF_CORPUS names it")
        return SKIPPED
    missing = [program for program in ("ncgen", "ncdump") if not shutil.which(program)]
    if missing:
        print(f"skipped: no {', '.join(missing)}")
        return SKIPPED
    programs.set_surroundings(arguments.bin.resolve().parent / "plugins")
    differences = Differences(HERE / "differences" / NAME)
    texts = Path(arguments.corpus).resolve() / "cdl"
    inputs = [(file, file.relative_to(texts).with_suffix("").as_posix())
              for file in sorted(texts.rglob("*.cdl"))]
    if arguments.quick:
        inputs = [given for given in inputs if given[1] in QUICK]
    outcomes = {}
    with tempfile.TemporaryDirectory(prefix="ncf-conformance-") as folder:
        for name, found in run_cases(inputs, arguments, folder):
            for options, lines in found:
                if lines is None:
                    print(f"left out: {name}: {options}: larger than 64 MiB")
                else:
                    outcomes[name, options] = tuple(lines)
    unexpected, listed = judge(outcomes, differences)
    tell(unexpected)
    if not arguments.quick and not arguments.only:
        differences.require_met(outcomes)
    for fault in differences.faults:
        print(f"fault: {fault}")
    if arguments.record and unexpected:
        print(f"written: {differences.record(unexpected)}")
    faults = len(unexpected) + len(differences.faults)
    print(f"cases={len(outcomes)} equal={sum(not lines for lines in outcomes.values())} "
          f"listed={listed} unexpected={faults}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
