# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Copies every file of a corpus to each format of Zarr and back, and compares the output of ncdump
-s.

Of NCZarr the text must be that of the file the store was made of: schema, attributes with their
types, unlimited dimensions, storage, chunks, filters and values. Plain Zarr keeps no types of
attributes and no order of variables; there the values of each variable must be the same. What Zarr
cannot hold, a user-defined type or a filter without a codec, is refused by its name or its
variable's, and nothing is made; this is equal too. What it can hold must not be refused.
"""

import operator
import re
import shutil
import tempfile
from pathlib import Path

import programs
from compare_copy import ATOMIC_TYPES, differing_lines
from corpus_inputs import read_header
from option_sets import is_asked_for
from zarr_dump import OF_NETCDF4, lines_without, values

NAME = "zarr"
OURS = "ncfcopy"
KINDS = ("nczarr", "zarr", "zarr3")
STORAGE = ("_Storage", "_ChunkSizes")
SZIP = 4
NO_CODEC = {5, 6, 32000, 32004, 32008, 32013}


def missing():
    return programs.missing("ncgen", "ncdump")


inputs = operator.attrgetter("files")


def is_hdf5(path):
    """Returns whether the file states how it is stored, which must be kept."""
    with open(path, "rb") as file:
        return file.read(4) == b"\x89HDF"


def dump(path, folder):
    return programs.run(["ncdump", "-s", "-n", "same", path], folder).output.decode("latin-1")


def has_codecs(filters, kind):
    """Returns whether the kind has a codec for each filter of a chain, as ncdump prints it:
    ID,WORD,...|ID..."""
    ids = {int(words.partition(",")[0]) for words in filters.split("|")}
    return not ids & (NO_CODEC | {SZIP} if kind == "zarr3" else NO_CODEC)


def places_of_refusal(header, kind):
    """Returns what a message may name: attributes of user-defined types, variables of such types,
    and those whose filters have no codec."""
    variables = [path for path, variable in header.variables.items()
                 if variable.type not in ATOMIC_TYPES or
                 path in header.filters and not has_codecs(header.filters[path], kind)]
    places = [f": is of type {name}, " for name in header.types]
    places += [f"variable /{path.removeprefix('/')}: " for path in variables]
    return [re.sub(r"\\(.)", r"\1", place) for place in places]


def failure(what, done, path):
    """Returns a line without the folder of the input, which differs in each run."""
    message = " ".join(done.message.split()).replace(str(path), path.name)
    return [f"+{what}, with exit status {done.status}: {message}"]


def refusal(done, path, kind, folder):
    """Returns what is wrong with a copy that failed."""
    if done.status != 1:
        return failure("no refusal", done, path)
    if (folder / "out.zarr").exists():
        return ["+it failed and left a store"]
    places = places_of_refusal(read_header(path, folder), kind)
    if not places:
        return failure("refused", done, path)
    if not any(place in done.message for place in places):
        return failure("refused without a name", done, path)
    return []


def difference(kind, ncfcopy, path, wanted, folder):
    """Returns the lines that differ when the store is a file again; none if it was rightly
    refused."""
    shutil.rmtree(folder / "out.zarr", ignore_errors=True)
    done = programs.run([ncfcopy, "-k", kind, path, "out.zarr"], folder)
    if done.status != 0:
        return refusal(done, path, kind, folder)
    done = programs.run([ncfcopy, "-k", "nc4", "out.zarr", "back.nc"], folder)
    if done.status != 0:
        return failure("not back", done, path)
    found = dump("back.nc", folder)
    if kind == "nczarr":
        other = OF_NETCDF4 if is_hdf5(path) else OF_NETCDF4 + STORAGE
        return differing_lines(*(lines_without(text, other) for text in (wanted, found)))
    before, after = values(wanted), values(found)
    return [f"-{name}" for name in before if before[name] != after.get(name)]


def cases_of(given, our_folder, only, folder):
    """Returns [(options, lines that differ)] of one input."""
    kinds = [kind for kind in KINDS if is_asked_for(only, given, f"-k {kind}")]
    ncfcopy = our_folder / OURS
    with tempfile.TemporaryDirectory(dir=folder) as own_folder:
        own_folder = Path(own_folder)
        done = programs.run([ncfcopy, "-k", "nc4", given.path, "in.nc"], own_folder)
        if done.status != 0:
            lines = failure("no netCDF-4 file", done, given.path)
            return [(f"-k {kind}", lines) for kind in kinds]
        wanted = dump("in.nc", own_folder)
        return [(f"-k {kind}", difference(kind, ncfcopy, given.path, wanted, own_folder))
                for kind in kinds]
