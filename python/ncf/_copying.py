# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Copies and their plans."""

import json

from ._programs import joined, option_list, run


def copy(input, output, *, progress=None, **options):
    """Copies a netCDF file or a Zarr store, and changes filters, chunks or format if requested.

    The output appears complete or not at all. Every requested filter is applied, or the copy fails.
    Options are given by name; ncfcopy(1) describes them in full:

    filters        "SELECTOR,SPEC", or a list: "*,shuffle|zstd,3", "t2m,307,9", "none"
    deflate        level 0 to 9, for variables that `filters` does not select; 0 removes filters
    shuffle        shuffle before the deflate of `deflate`
    format         "nc3", "nc4", "zarr", ...; default: by the output's name, or the input's format
    chunks         "time/1,lat/100", "t2m:1,100,100", or a list
    shards         the same for shards of Zarr v3, or a size: "time/100,lat/,lon/", "64M"
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
    Ctrl-C, and an exception that it raises, stop the copy and leave nothing of the output.

    Returns what `ncfcopy --report=json` prints. Raises Error, UsageError.
    """
    words = [*_words("copy", **options), "--report=json"]
    if progress is not None:
        words.append("--progress=json")
    return json.loads(run("ncfcopy", words, [input, output], progress=progress))


def plan(input, output, **options):
    """Returns what `copy` would do with each variable, and why. Writes nothing.

    The options are those of `copy`. Returns what `ncfcopy --plan --report=json` prints.
    """
    words = [*_words("plan", **options), "--plan", "--report=json"]
    return json.loads(run("ncfcopy", words, [input, output]))


def _words(function, *, filters=None, deflate=None, shuffle=False, format=None, chunks=None,
           shards=None, quantize=None, variables=None, groups=None, fix_unlimited=False,
           verify=False, preserve=False, strict=False, follow_external=False, threads=None,
           max_memory=None, connections=None, plugin_path=None, **unknown):
    if unknown:
        raise TypeError(f"{function}() got an unexpected keyword argument {next(iter(unknown))!r}")
    flags = {"-s": shuffle, "-u": fix_unlimited, "--verify": verify, "--preserve": preserve,
             "--strict": strict, "--follow-external": follow_external}
    return [
        *option_list("-F", filters), *option_list("-c", chunks),
        *option_list("--shards", shards),
        *option_list("--quantize", quantize), *option_list("--plugin-path", plugin_path),
        ("-d", deflate), ("-k", format), ("-j", threads), ("--max-memory", max_memory),
        ("--connections", connections),
        ("-V", joined(variables)), ("-G", joined(groups)),
        *(flag for flag, is_given in flags.items() if is_given),
    ]
