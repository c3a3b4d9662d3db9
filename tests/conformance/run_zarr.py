#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Every file of a corpus to each format of Zarr and back, and what ncdump -s prints then.

Of NCZarr the text must be that of the file the store was made of: schema, attributes with their
types, unlimited dimensions, storage, chunks, filters and values. Plain Zarr keeps no types of
attributes and no order of variables; there the values of each variable must be the same. What Zarr
cannot hold is refused by name, and nothing is made; a file of which nothing is so must not be
refused.

The last line counts; the exit status is 1 unless nothing was unexpected.
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
from corpus_inputs import find_inputs
from run_corpus import QUICK, SKIPPED, parser_of
from zarr_dump import OF_NETCDF4, lines_without, values

KINDS = ("nczarr", "zarr", "zarr3")
STORAGE = ("_Storage", "_ChunkSizes")
USER_TYPES = re.compile(r"^ *types:$", re.MULTILINE)
NO_CODEC = re.compile(r"_Filter = \".*\b(4|5|6|32000|32004|32008|32013)\b")
REFUSAL = re.compile(r"(variable|type|dimension|group) /?\S+")


def is_hdf5(path):
    """Whether it says how it is stored, which is to be kept."""
    with open(path, "rb") as file:
        return file.read(4) == b"\x89HDF"


def dump(path, folder):
    return programs.run(["ncdump", "-s", "-n", "same", path], folder).output.decode("latin-1")


def may_be_refused(path, folder):
    """Types of the user and filters without a codec: what Zarr has not."""
    header = programs.run(["ncdump", "-hs", path], folder).output.decode("latin-1")
    return bool(USER_TYPES.search(header) or NO_CODEC.search(header))


def refusal(done, path, folder):
    """What is wrong with a copy that failed."""
    if done.status != 1:
        return [f"exit status {done.status}: {done.message}"]
    if (folder / "out.zarr").exists():
        return ["it failed and left a store"]
    if not may_be_refused(path, folder):
        return [f"refused: {done.message}"]
    return [] if REFUSAL.search(done.message) else [f"refused without a name: {done.message}"]


def round_trip(kind, ncfcopy, path, wanted, folder):
    """Whether the store could be made, and the lines that differ when it is a file again."""
    shutil.rmtree(folder / "out.zarr", ignore_errors=True)
    done = programs.run([ncfcopy, "-k", kind, path, "out.zarr"], folder)
    if done.status != 0:
        return False, refusal(done, path, folder)
    done = programs.run([ncfcopy, "-k", "nc4", "out.zarr", "back.nc"], folder)
    if done.status != 0:
        return False, [f"not back: {done.message}"]
    found = dump("back.nc", folder)
    if kind == "nczarr":
        other = OF_NETCDF4 if is_hdf5(path) else OF_NETCDF4 + STORAGE
        lines = [lines_without(text, other) for text in (wanted, found)]
        return True, compare_copy.differing_lines(*lines)
    before, after = values(wanted), values(found)
    return True, [f"-{name}" for name in before if before[name] != after.get(name)]


def try_input(given, ncfcopy, folder):
    """[(kind, is made, lines that differ)]"""
    with tempfile.TemporaryDirectory(dir=folder) as own_folder:
        own_folder = Path(own_folder)
        done = programs.run([ncfcopy, "-k", "nc4", given.path, "in.nc"], own_folder)
        if done.status != 0:
            return [("nc4", False, [done.message])]
        wanted = dump("in.nc", own_folder)
        return [(kind, *round_trip(kind, ncfcopy, given.path, wanted, own_folder))
                for kind in KINDS]


def main():
    arguments = parser_of("run.sh --tool zarr", __doc__, has_lists=False).parse_args()
    corpus = Path(arguments.corpus or "missing").resolve()
    if not corpus.is_dir() or not shutil.which("ncdump"):
        print("skipped: no corpus, which --corpus DIR or NCF_CORPUS names, or no ncdump")
        return SKIPPED
    programs.set_surroundings(arguments.bin.resolve().parent / "plugins")
    counts = {"cases": 0, "equal": 0, "refused": 0, "unexpected": 0}
    with tempfile.TemporaryDirectory(prefix="ncf-conformance-") as folder:
        inputs, left_out = find_inputs(corpus, Path(folder), QUICK if arguments.quick else ())
        for title, why in left_out:
            print(f"left out: {title}: {why}")
        inputs = [given for given in inputs if re.search(arguments.only, given.title)]
        work = functools.partial(try_input, ncfcopy=arguments.bin.resolve() / "ncfcopy",
                                 folder=folder)
        with multiprocessing.Pool(arguments.jobs) as pool:
            for given, outcomes in zip(inputs, pool.imap(work, inputs)):
                for kind, is_made, lines in outcomes:
                    counts["cases"] += 1
                    counts["unexpected" if lines else "equal" if is_made else "refused"] += 1
                    if lines:
                        print(f"unexpected: {given.title}: {kind}", *lines[:12], sep="\n    ")
    print(" ".join(f"{name}={count}" for name, count in counts.items()))
    return 1 if counts["unexpected"] or not counts["equal"] else 0


if __name__ == "__main__":
    sys.exit(main())
