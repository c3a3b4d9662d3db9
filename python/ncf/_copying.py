# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Copies and their plans."""

import json

from ._programs import joined, option_list, run


def copy(input, output, *, progress=None, **options):
    """Copies a netCDF file or a Zarr store, with other filters, chunks or format if asked.

    The output appears whole or not at all, and every filter asked for is applied, or the copy
    fails. Options, all by name (what they mean in full: ncfcopy(1)):

    filters        "SELECTOR,SPEC", or several: "*,shuffle|zstd,3", "t2m,307,9", "none"
    deflate        level 0 to 9, for variables that no filter was given for; 0 removes their filters
    shuffle        shuffle before the deflate of `deflate`
    format         "nc3", "nc4", "zarr", ...; else by the output's name, else that of the input
    chunks         "time/1,lat/100", "t2m:1,100,100", or several
    quantize       "SELECTOR,MODE,DIGITS", or several: "*,bitround,9", "t2m,error,0.01",
                   "*,bitround,information=99%"
    variables      names of the variables to copy; all others, and what they need, are left out
    groups         likewise
    fix_unlimited  make unlimited dimensions fixed
    verify         read the output back and compare all values before it gets its name
    preserve       give the output the input's mode and times
    strict         notes are errors
    follow_external  read other files that an HDF5 file keeps values in
    threads        that decode and encode; one for each processor unless given
    max_memory     for values, such as "500M"
    plugin_path    folders in which filter plugins are looked for first

    progress is called with the bytes of values copied so far and to be copied, at the beginning, a
    few times a second and at the end, on the thread that called `copy`. Ctrl-C, and any exception
    that it raises, stop the copy, and nothing is left of the output.

    Returns what `ncfcopy --report=json` prints. Raises Error, UsageError.
    """
    words = [*_words(**options), "--report=json"]
    if progress is not None:
        words.append("--progress=json")
    return json.loads(run("ncfcopy", words, [input, output], progress=progress))


def plan(input, output, **options):
    """What `copy` would do with each variable, and why. Writes nothing.

    Options are those of `copy`. Returns what `ncfcopy --plan --report=json` prints.
    """
    words = [*_words(**options), "--plan", "--report=json"]
    return json.loads(run("ncfcopy", words, [input, output]))


def _words(*, filters=None, deflate=None, shuffle=False, format=None, chunks=None, quantize=None,
           variables=None, groups=None, fix_unlimited=False, verify=False, preserve=False,
           strict=False, follow_external=False, threads=None, max_memory=None, plugin_path=None):
    flags = {"-s": shuffle, "-u": fix_unlimited, "--verify": verify, "--preserve": preserve,
             "--strict": strict, "--follow-external": follow_external}
    return [
        *option_list("-F", filters), *option_list("-c", chunks),
        *option_list("--quantize", quantize), *option_list("--plugin-path", plugin_path),
        ("-d", deflate), ("-k", format), ("-j", threads), ("--max-memory", max_memory),
        ("-V", joined(variables)), ("-G", joined(groups)),
        *(flag for flag, is_given in flags.items() if is_given),
    ]
