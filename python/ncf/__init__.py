# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compression filters for netCDF and Zarr data, from Python.

    import ncf
    report = ncf.copy("in.nc", "out.nc", filters=[":data,shuffle|zstd,3"])
    ncf.use_plugins()             # h5py, netCDF4 and xarray now read and write all of ncf's filters

Each function runs a program of ncf in its own process. So the functions work beside any libhdf5
that this process has loaded, no matter who built it. They do not hold the interpreter's lock, may
be called from any number of threads, and stop when their process stops.

Results are the JSON that the programs print, as dictionaries and lists. Those of `copy`, `plan`,
`copy_many`, `info`, `tune` and `compare` also have a `summary`, one line of text, and show
themselves as a table in a notebook. `python -m ncf` runs the programs. A note of a program becomes
a warning of the class `Note`. A failure is an `Error`, or a `UsageError` if the request is invalid
whatever the files contain.
"""

from ._copying import copy, copy_many, kerchunk, plan
from ._encoding import encoding
from ._inspecting import compare, explain, filters, info, parse, tune
from ._plugins import plugin_folder, use_plugins
from ._programs import Error, Note, UsageError, find_program
from ._results import Comparison, CopyReport, FileReport, ManyReport, Plan, Result, Tuning
from ._texts import dump, generate

__version__ = "0.1.0"

__all__ = ["Comparison", "CopyReport", "Error", "FileReport", "ManyReport", "Note", "Plan",
           "Result", "Tuning", "UsageError", "compare", "copy", "copy_many", "dump", "encoding",
           "explain", "filters", "find_program", "generate", "info", "kerchunk", "parse", "plan",
           "plugin_folder", "tune", "use_plugins"]
