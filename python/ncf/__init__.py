# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""netCDF and Zarr data with compression filters, from Python.

    import ncf
    report = ncf.copy("in.nc", "out.nc", filters=["*,shuffle|zstd,3"])
    ncf.use_plugins()             # h5py, netCDF4 and xarray now read and write all filters of ncf

The functions run the programs of ncf, each in a process of its own. So they work beside any
libhdf5 that this process has loaded, whoever built it; they hold no lock of the interpreter, may be
called from any number of threads, and stop with their process.

Results are those that the programs print as JSON, as dictionaries and lists. What a program notes
becomes a warning of the class `Note`; what it refuses is an `Error`, or a `UsageError` where the
request makes no sense whatever the files hold.
"""

from ._copying import copy, plan
from ._encoding import encoding
from ._inspecting import compare, explain, filters, info, parse, tune
from ._plugins import plugin_folder, use_plugins
from ._programs import Error, Note, UsageError, find_program
from ._texts import dump, generate

__all__ = ["Error", "Note", "UsageError", "compare", "copy", "dump", "encoding", "explain",
           "filters", "find_program", "generate", "info", "parse", "plan", "plugin_folder", "tune",
           "use_plugins"]
