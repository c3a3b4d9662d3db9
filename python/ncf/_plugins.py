# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Makes ncf's filters available to the libraries of this process."""

from __future__ import annotations

import ctypes
import os
import re
from pathlib import Path

from ._programs import Error, find_program

VARIABLE = "HDF5_PLUGIN_PATH"


def plugin_folder() -> Path:
    """Returns the folder of ncf's filter plugins, in the programs' build tree or installation."""
    root = Path(find_program("ncfcopy")).resolve().parents[1]
    for folder in (root / "plugins", *sorted(root.glob("lib*/ncf/plugins")),
                   *sorted(root.glob("lib/*/ncf/plugins"))):
        if any(folder.glob("libncf_*.so")):
            return folder
    raise Error(f"no folder below {root} contains ncf's filter plugins; install them")


def use_plugins() -> Path:
    """Lets h5py, netCDF4 and xarray in this process read and write all of ncf's filters.

    Call it at any time, as often as you like. From then on, each libhdf5 that is loaded, and each
    that is loaded later, in this process or in those that it starts, searches ncf's plugin folder.
    Returns the folder.
    """
    folder = plugin_folder()
    _extend_variable(str(folder))
    for library in _loaded_hdf5():
        _extend_search(library, folder)
    return folder


def _extend_variable(folder: str) -> None:
    # HDF5 does not search its own folder when the variable is set.
    folders = os.environ.get(VARIABLE, "").split(os.pathsep)
    if folder not in folders:
        os.environ[VARIABLE] = os.pathsep.join([folder, *filter(None, folders)])


def _loaded_hdf5() -> list[str]:
    """Returns the paths of all libhdf5 in this process; wheels of h5py and netCDF4 bring theirs."""
    maps = Path("/proc/self/maps").read_text(errors="surrogateescape")
    paths = {line.split(maxsplit=5)[-1] for line in maps.splitlines() if "/" in line}
    return sorted(path for path in paths
                  if re.match(r"libhdf5(?!_hl|_cpp|_fortran|hl)[^/]*\.so", Path(path).name))


def _extend_search(library: str, folder: Path) -> None:
    hdf5 = ctypes.CDLL(library)
    hdf5.H5PLprepend.argtypes = [ctypes.c_char_p]
    hdf5.H5PLsize.argtypes = [ctypes.POINTER(ctypes.c_uint)]
    hdf5.H5PLget.argtypes = [ctypes.c_uint, ctypes.c_char_p, ctypes.c_size_t]
    hdf5.H5PLget.restype = ctypes.c_ssize_t
    count = ctypes.c_uint()
    hdf5.H5PLsize(ctypes.byref(count))
    text = ctypes.create_string_buffer(4096)
    for index in range(count.value):
        if hdf5.H5PLget(index, text, len(text)) >= 0 and text.value == os.fsencode(folder):
            return
    if hdf5.H5PLprepend(os.fsencode(folder)) < 0:
        raise Error(f"{library} does not accept {folder} as a plugin folder")
