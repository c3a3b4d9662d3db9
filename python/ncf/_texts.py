# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Converts files to text, and text to files."""

from ._programs import Flag, Option, encoded, joined, run


def dump(input, *, header=False, special=False, exact=False, variables=None, plugin_path=None):
    """Returns a file as CDL: `ncfdump`.

    header: leave out the values. special: include special attributes, which describe the storage.
    exact: print numbers without loss. variables: names of the variables whose values are printed.
    plugin_path: folders that are searched for filter plugins first.
    """
    options = [Flag("header", "-h", header), Flag("special", "-s", special),
               Flag("exact", "--exact", exact), Option("variables", "-v", joined(variables)),
               Option("plugin_path", "--plugin-path", plugin_path)]
    return run("ncfdump", [], options, [input])


def generate(cdl, output, *, format=None, layout=None, threads=None, max_memory=None,
             plugin_path=None):
    """Makes a file from a CDL text: `ncfgen`.

    format: "nc3", "nc4", "zarr", ... layout: "consolidated", "paged" or "paged=SIZE", of a netCDF-4
    file. threads: number of threads that encode; default: one per processor. max_memory: memory for
    chunks that are to be written, for example "64M". plugin_path: folders that are searched for
    filter plugins first.
    """
    if not isinstance(cdl, str):
        raise TypeError(f"cdl: expected a string, not {type(cdl).__name__}")
    options = [Option("format", "-k", format), Option("layout", "--layout", layout),
               Option("threads", "-j", threads), Option("max_memory", "--max-memory", max_memory),
               Option("plugin_path", "--plugin-path", plugin_path), Option("output", "-o", output)]
    run("ncfgen", [], options, ["-"], text=encoded(cdl, "cdl"))
