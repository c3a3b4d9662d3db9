# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Debian's programs and libraries as witnesses of what a netCDF file holds.

Each witness reads the values of every variable by its own means; a test compares what they say of
a copy with what netCDF4-python says of the source. Our plugins are on HDF5_PLUGIN_PATH.
"""

import os
import re
import tempfile
from pathlib import Path

import cases
from cases import Failure

PLUGINS = os.environ["NCF_PLUGINS"]
os.environ["HDF5_PLUGIN_PATH"] = PLUGINS  # read once, when libhdf5 is loaded

import h5py
import netCDF4
import numpy

NCF_BIN = Path(os.environ["NCF_BIN"])


def run(*command, **options):
    """Returns the output of a program that must succeed."""
    return cases.run(*command, **options).stdout


def ncfcopy(*arguments):
    """Runs our program, without any environment variable for plugins."""
    environment = {name: value for name, value in os.environ.items() if name != "HDF5_PLUGIN_PATH"}
    return cases.run(NCF_BIN / "ncfcopy", *arguments, env=environment)


def walk(group, path=""):
    """Returns all variables of an open netCDF4.Dataset: (path, variable)."""
    for name, variable in group.variables.items():
        yield f"{path}/{name}", variable
    for name, child in group.groups.items():
        yield from walk(child, f"{path}/{name}")


def raw_values(variable):
    variable.set_auto_maskandscale(False)
    variable.set_auto_chartostring(False)
    return numpy.asarray(variable[...])


def netcdf_values(file):
    """Returns {path: array} as libnetcdf reads them."""
    with netCDF4.Dataset(file) as dataset:
        return {path: raw_values(variable) for path, variable in walk(dataset)}


def datasets(opened):
    """Returns [(path, dataset)] of the variables of an open HDF5 file, without dimensions that have
    no variable, and with variables whose name is that of a dimension."""
    found = []

    def visit(name, item):
        is_pure_dimension = item.attrs.get("NAME", b"").startswith(b"This is a netCDF dimension")
        if isinstance(item, h5py.Dataset) and not is_pure_dimension:
            found.append(("/" + name.replace("_nc4_non_coord_", ""), item))

    opened.visititems(visit)
    return found


def hdf5_values(file):
    """Returns {path: array} as h5py reads them, for netCDF-4 files."""
    with h5py.File(file, "r") as opened:
        return {path: dataset[...] for path, dataset in datasets(opened)}


def h5dump_values(file, path, like):
    """Returns the values that h5dump writes as binary, in the shape and type of `like`."""
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder) / "values"
        run("h5dump", "-d", path, "-b", "NATIVE", "-o", binary, file)
        return numpy.fromfile(binary, dtype=like.dtype.newbyteorder("=")).reshape(like.shape)


def same_values(a, b):
    """Returns whether values are equal, NaN to NaN; a type of another byte order is the same
    type."""
    if a.dtype.newbyteorder("=") != b.dtype.newbyteorder("="):
        return False
    return numpy.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def require_same_values(witness, found, expected):
    if sorted(found) != sorted(expected):
        raise Failure(f"{witness} finds variables {sorted(found)}, expected {sorted(expected)}")
    for path, values in expected.items():
        if not same_values(numpy.asarray(found[path]), values):
            raise Failure(f"{witness} reads other values of {path}")


def cdl(file, *options):
    """Returns the output of Debian's ncdump, with a fixed name of the dataset."""
    return run("ncdump", "-n", "same", *options, file).decode()


def require_same_cdl(source, copy, left_out=()):
    """Checks that the text is the same except for lines that match a pattern of `left_out`."""
    def kept(file):
        return [line for line in cdl(file).splitlines()
                if not any(re.search(pattern, line) for pattern in left_out)]

    if kept(source) != kept(copy):
        raise Failure(f"ncdump prints other text for {copy} than for {source}")


def filters(file):
    """Returns {path: [(id, words)]} of every variable, as libhdf5 stores them."""
    with h5py.File(file, "r") as opened:
        return {path: filters_of(dataset) for path, dataset in datasets(opened)}


def filters_of(dataset):
    plist = dataset.id.get_create_plist()
    stored = (plist.get_filter(index) for index in range(plist.get_nfilters()))
    return [(number, words) for number, _, words, _ in stored]
