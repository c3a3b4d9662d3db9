# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Copies and their plans."""

import json
from collections.abc import Mapping

from ._programs import Flag, Option, escaped, joined, run


def copy(input, output, *, progress=None, **options):
    """Copies a netCDF file or a Zarr store, and changes filters, chunks or format if requested.

    The output appears complete or not at all. Every requested filter is applied, or the copy fails.
    Options are given by name; ncfcopy(1) describes them in full:

    filters        "SELECTOR,SPEC", or a list: ":data,shuffle|zstd,3", "t2m,307,9", "none"
    deflate        level 0 to 9, for variables that `filters` does not select; 0 removes filters
    shuffle        shuffle before the deflate of `deflate`
    format         "nc3", "nc4", "zarr", ...; default: by the output's name, or the input's format
    chunks         {"time": 1, "lat": 100}, lengths by dimension, None for the whole dimension;
                   {"t2m": (1, 100, 100)} for one variable; or as texts: "time/1,lat/100",
                   "t2m:1,100,100", or a list
    shards         the same for shards of Zarr v3, or a size: "64M"
    layout         "consolidated", "paged" or "paged=SIZE", of a netCDF-4 output; default: as the
                   input
    purpose        what a community asks for: "cmip7"; "s3"
    quantize       "SELECTOR,MODE,DIGITS", or a list: "*,bitround,9", "t2m,error,0.01",
                   "*,bitround,information=99%"
    variables      names of the variables to copy; all others are left out
    groups         names of the groups to copy, likewise
    fix_unlimited  make unlimited dimensions fixed
    verify         read the output back and compare all values before it gets its name
    preserve       give the output the input's permissions and times
    strict         turn notes into errors
    follow_external  read other files that contain values of an HDF5 file
    threads        number of threads that decode and encode; default: one per processor
    max_memory     memory for values, for example "500M"
    connections    the most requests to a server at the same time; default: 16
    plugin_path    folders that are searched for filter plugins first

    progress is a function that takes the bytes of values copied so far and of all values. It is
    called at the beginning, a few times a second and at the end, on the thread that called `copy`.
    Ctrl-C, and an exception that it raises, stop the copy at once. When the caller gets the
    exception, ncfcopy has ended, and the output was not touched, or is complete if ncfcopy had
    done its work just then; the exception's notes (Python 3.11) say which.

    Returns what `ncfcopy --report=json` prints. Raises Error, UsageError.
    """
    command = ["--report=json"]
    if progress is not None:
        command.append("--progress=json")
    return json.loads(run("ncfcopy", command, _options("copy", **options), [input, output],
                          progress=progress))


def plan(input, output, **options):
    """Returns what `copy` would do with each variable, and why. Writes nothing.

    The options are those of `copy`. Returns what `ncfcopy --plan --report=json` prints.
    """
    return json.loads(run("ncfcopy", ["--plan", "--report=json"], _options("plan", **options),
                          [input, output]))


def _options(function, **given):
    return [_option(function, keyword, value) for keyword, value in given.items()]


def _option(function, keyword, value):
    if keyword in _FLAGS:
        return Flag(keyword, _FLAGS[keyword], value)
    if keyword not in _OPTIONS:
        raise TypeError(f"{function}() got an unexpected keyword argument {keyword!r}")
    if keyword in _PREPARED:
        value = _PREPARED[keyword](value)
    return Option(keyword, _OPTIONS[keyword], value)


def _chunk_texts(chunks):
    """Writes a mapping as ncfcopy's -c takes it: one text for all dimensions, one per variable."""
    if not isinstance(chunks, Mapping):
        return chunks
    dimensions, variables = [], []
    for name, length in chunks.items():
        name = escaped(name, "\\,:")
        if isinstance(length, (list, tuple)):
            variables.append(f"{name}:{','.join(map(str, length))}")
        else:
            dimensions.append(f"{name}/{'' if length is None else length}")
    return ([",".join(dimensions)] if dimensions else []) + variables


_OPTIONS = {
    "filters": "-F", "deflate": "-d", "format": "-k", "chunks": "-c", "shards": "--shards",
    "layout": "--layout", "purpose": "--for", "quantize": "--quantize", "variables": "-V",
    "groups": "-G", "threads": "-j",
    "max_memory": "--max-memory", "connections": "--connections", "plugin_path": "--plugin-path",
}
_FLAGS = {
    "shuffle": "-s", "fix_unlimited": "-u", "verify": "--verify", "preserve": "--preserve",
    "strict": "--strict", "follow_external": "--follow-external",
}
_PREPARED = {"chunks": _chunk_texts, "shards": _chunk_texts, "variables": joined, "groups": joined}
