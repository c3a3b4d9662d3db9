# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""ncgen and ncfgen on every CDL file of a corpus, for every kind of file and for none asked for.

Both refuse, or ncdump -s must print the same of both files, and their kinds must be equal. Of files
with very many values ncdump prints the header, and libnetcdf's Python interface reads the values;
values that were never written, in files without fill values, are not compared. What ncgen makes
larger than 64 MiB is left out and named.
"""

import functools
import operator
import re
import tempfile
from pathlib import Path

import compare_copy
import programs
from corpus_inputs import CDF5, KINDS, Header
from option_sets import is_asked_for

NAME = "ncfgen"


def missing():
    return programs.missing("ncgen", "ncdump")


inputs = operator.attrgetter("texts")


def dump(file, folder, *options, memory=programs.MEMORY):
    """Returns the output of ncdump for `file`, and its kind. CDF-5 files are printed without -s
    (quirk C3)."""
    with open(file, "rb") as opened:
        special = () if opened.read(len(CDF5)) == CDF5 else ("-s",)
    done = programs.run(["ncdump", "-n", "same", *special, *options, file], folder, memory)
    kind = programs.run(["ncdump", "-k", file], folder).output.decode()
    return compare_copy.without_maker(done.output.decode(errors="backslashreplace")) + kind


def text_of(file, folder):
    """Returns the text of a file that is compared."""
    header = dump(file, folder, "-h")
    read = Header(header)
    if read.count_values() > compare_copy.MOST_PRINTED_VALUES:
        return header + "".join(f"{path} = {content}\n"
                                for path, content in compare_copy.hashes_of(file).items())
    if read.no_fill() and len({dump(file, folder, memory=memory)
                               for memory in programs.OTHER_MEMORIES}) > 1:
        return header
    return dump(file, folder)


def difference(words, ncfgen, cdl, folder):
    """Returns the lines that differ, none for equal outcomes; empty if ncgen's file is too
    large."""
    theirs, ours = folder / "theirs.nc", folder / "ours.nc"
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
    # Other tests check our messages.
    return [f"-ncgen {'succeeds' if they_made_it else describe_failure(their_end)}",
            f"+{NAME} {'succeeds' if our_end.status == 0 else 'fails'}"]


def describe_failure(done):
    """Returns the reason, without names of folders."""
    return "fails: " + re.sub(r"\S*/", "", done.reason)


def options_of_kind(kind):
    """Returns the options that request a kind; None requests no kind."""
    return ["-k", kind] if kind else []


def outcomes_of(given, ways, only, folder):
    """Returns [(options, lines that differ, None for files that are too large)] of one text.
    `ways`: pairs of the options as they are printed and a function that finds the lines, given the
    text and a folder."""
    outcomes = []
    for options, find_difference in ways:
        if is_asked_for(only, given, options):
            with tempfile.TemporaryDirectory(dir=folder) as own_folder:
                outcomes.append((options, find_difference(given.path, Path(own_folder))))
    return outcomes


def cases_of(given, our_folder, only, folder):
    """Returns the outcomes of one text, as outcomes_of."""
    ways = []
    for kind in (None, *KINDS.values()):
        words = options_of_kind(kind)
        ways.append((" ".join(words) or "(none)",
                     functools.partial(difference, words, our_folder / NAME)))
    return outcomes_of(given, ways, only, folder)
