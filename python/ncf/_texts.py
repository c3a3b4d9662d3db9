# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Files as text, and text as files."""

from ._programs import run


def dump(input, *, header=False, special=False, exact=False, variables=None):
    """A file as CDL: `ncfdump`.

    header: without values. special: with storage, as -s. exact: numbers without loss. variables:
    those whose values are shown.
    """
    flags = {"-h": header, "-s": special, "--exact": exact}
    names = variables if variables is None or isinstance(variables, str) else ",".join(variables)
    options = [*(flag for flag, is_given in flags.items() if is_given), ("-v", names)]
    return run("ncfdump", options, [input])


def generate(cdl, output, *, format=None):
    """Makes a file of a text in CDL: `ncfgen`. format: "nc3", "nc4", "zarr", ..."""
    run("ncfgen", [("-k", format), ("-o", output)], ["-"], text=cdl.encode())
