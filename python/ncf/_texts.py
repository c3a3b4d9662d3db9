# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Converts files to text, and text to files."""

from ._programs import run


def dump(input, *, header=False, special=False, exact=False, variables=None):
    """Returns a file as CDL: `ncfdump`.

    header: leave out the values. special: include special attributes, which describe the storage.
    exact: print numbers without loss. variables: names of the variables whose values are printed.
    """
    flags = {"-h": header, "-s": special, "--exact": exact}
    names = variables if variables is None or isinstance(variables, str) else ",".join(variables)
    options = [*(flag for flag, is_given in flags.items() if is_given), ("-v", names)]
    return run("ncfdump", options, [input])


def generate(cdl, output, *, format=None):
    """Makes a file from a CDL text: `ncfgen`. format: "nc3", "nc4", "zarr", ..."""
    run("ncfgen", [("-k", format), ("-o", output)], ["-"], text=cdl.encode())
