#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""_FillValue, missing_value and valid ranges of another type than their variable, in copies from
and to every format: netCDF4-python and xarray find the missing values that are meant.

The inputs come from netCDF4-python, h5py and zarr-python. Of the inputs, each reader finds others:
netCDF4-python uses no number that is not in the variable's type, and xarray compares by NumPy's
rules, which NumPy 2 changed: float32 values are compared with 1e20 as doubles.
"""

import os
import shutil
import sys
import warnings
from pathlib import Path

os.environ["NPY_PROMOTION_STATE"] = "weak"  # NumPy before 2 then compares as NumPy 2

import peers  # sets the plugin path before the libraries below are loaded
from cases import main, need_package, skip
from zarr_python import IS_VERSION_3, create_array, open_references, zarr

import h5py
import netCDF4
import numpy

xarray = need_package("xarray")
warnings.filterwarnings("ignore")

FLOATS = numpy.array([1, 2, 1e20, -999.9], "f4")
SHORTS = numpy.array([1, 2, -999, 4], "i2")
BYTES = numpy.array([1, 2, -1, 44], "i1")
# Name: values, attributes, indices of the values that are missing.
VARIABLES = {
    "large": (FLOATS, {"_FillValue": 1e20}, {2}),
    "decimals": (FLOATS, {"_FillValue": -999.9}, {3}),
    "integer": (numpy.array([1, 2, 2147483647, 4], "f4"), {"_FillValue": numpy.int32(2147483647)},
                {2}),
    "missing": (FLOATS, {"missing_value": 1e20}, {2}),
    "several": (FLOATS, {"missing_value": numpy.array([1e20, -999.9])}, {2, 3}),
    "both": (FLOATS, {"_FillValue": 1e20, "missing_value": -999.9}, {2, 3}),
    "short": (SHORTS, {"_FillValue": -999.0}, {2}),
    "unsigned": (BYTES, {"_FillValue": numpy.int16(255), "_Unsigned": "true"}, {2}),
    # No value can be equal to these.
    "byte": (BYTES, {"_FillValue": numpy.int16(300)}, set()),
    "nan": (SHORTS, {"_FillValue": numpy.nan}, set()),
    "huge": (FLOATS, {"_FillValue": 1e300}, set()),
}
# Only netCDF4-python treats what is outside of a valid range as missing.
RANGES = {
    "most": (numpy.array([0.1, 0.2, -5, 0], "f4"), {"valid_max": 0.1}, {1}),
    "range": (numpy.array([0.1, 0.2, -0.7, -0.8], "f4"), {"valid_range": numpy.array([-0.7, 0.1])},
              {1, 3}),
}
NAMES = VARIABLES | RANGES


# ---- Inputs --------------------------------------------------------------------------------------


def make_classic():
    """libnetcdf writes no _FillValue of another type, so it gets its name later."""
    with netCDF4.Dataset("in.nc", "w", format="NETCDF3_CLASSIC") as file:
        file.createDimension("x", 4)
        for name, (values, attributes, _) in NAMES.items():
            variable = file.createVariable(name, values.dtype, ("x",))
            variable.set_auto_maskandscale(False)
            variable[:] = values
            for attribute, value in attributes.items():
                variable.setncattr(attribute.replace("_Fill", "xFill"), value)
    path = Path("in.nc")
    path.write_bytes(path.read_bytes().replace(b"xFillValue", b"_FillValue"))
    return path


def make_hdf5():
    with h5py.File("in.h5", "w") as file:
        file["x"] = numpy.arange(4.0)
        file["x"].make_scale()
        for name, (values, attributes, _) in NAMES.items():
            variable = file.create_dataset(name, data=values)
            variable.dims[0].attach_scale(file["x"])
            for attribute, value in attributes.items():
                is_text = isinstance(value, str)
                variable.attrs[attribute] = numpy.bytes_(value) if is_text else value
    return Path("in.h5")


def make_zarr():
    """Attributes are JSON, in which all numbers are doubles, but also the digits of floats."""
    root = zarr.open_group("in.zarr", mode="w")
    for name, (values, attributes, _) in NAMES.items():
        array = create_array(root, name, values, chunks=(4,), fill_value=None)
        array.attrs["_ARRAY_DIMENSIONS"] = ["x"]
        for attribute, value in attributes.items():
            numbers = 1.00000002004e20 if attribute == "_FillValue" and value == 1e20 else value
            array.attrs[attribute] = numpy.asarray(numbers).tolist()
    return Path("in.zarr")


# ---- Readers -------------------------------------------------------------------------------------


def check(reader, path, name, values, missing, wanted):
    """wanted: indices of missing values; the others are as they were."""
    assert set(numpy.flatnonzero(missing)) == wanted, (reader, path, name, values)
    kept = [i for i in range(4) if i not in wanted]
    stored = NAMES[name][0]
    stored = stored.view("u1") if name == "unsigned" else stored
    numpy.testing.assert_array_equal(numpy.asarray(values)[kept], stored[kept], name)


def read_with_netcdf4(path):
    with netCDF4.Dataset(path) as file:
        for name, (_, _, wanted) in NAMES.items():
            values = numpy.ma.masked_array(file[name][:])
            check("netCDF4", path, name, values.data, numpy.ma.getmaskarray(values), wanted)


def read_with_xarray(dataset, path):
    with dataset:
        for name, (_, _, wanted) in VARIABLES.items():
            values = dataset[name].values
            check("xarray", path, name, values, numpy.isnan(values.astype("f8")), wanted)


def check_copies(source):
    for kind in ("classic", "cdf5", "nc7", "nc4"):
        peers.ncfcopy("--verify", "-k", kind, source, "out.nc")
        read_with_netcdf4("out.nc")
        read_with_xarray(xarray.open_dataset("out.nc"), "out.nc")
    for kind in ("zarr", "zarr3"):
        store = f"out_{kind}.zarr"
        shutil.rmtree(store, ignore_errors=True)
        peers.ncfcopy("--verify", "-k", kind, source, store)
        if kind == "zarr" or IS_VERSION_3:
            read_with_xarray(xarray.open_zarr(store), store)
    # What libnetcdf reads of NCZarr is what a copy of it in a file has.
    shutil.rmtree("out.nczarr", ignore_errors=True)
    peers.ncfcopy("--verify", "-k", "nczarr", source, "out.nczarr")
    peers.ncfcopy("out.nczarr", "back.nc")
    read_with_netcdf4("back.nc")


def check_references(source):
    peers.ncfcopy("--kerchunk", "out.json", source)
    read_with_xarray(xarray.open_zarr(open_references("out.json"), consolidated=False), "out.json")


# ---- Cases ---------------------------------------------------------------------------------------


def classic():
    source = make_classic()
    check_copies(source)
    check_references(source)


def hdf5():
    source = make_hdf5()
    check_copies(source)
    check_references(source)


def from_zarr():
    check_copies(make_zarr())


def rounded():
    """Rounding keeps missing values, and finds them where the copy's readers do."""
    source = make_hdf5()
    peers.ncfcopy("--verify", "--quantize", "*,bitround,2", source, "out.nc")
    with netCDF4.Dataset("out.nc") as file:
        for name, (values, _, wanted) in VARIABLES.items():
            found = numpy.ma.masked_array(file[name][:])
            assert set(numpy.flatnonzero(numpy.ma.getmaskarray(found))) == wanted, (name, found)
            places = sorted(wanted)
            numpy.testing.assert_array_equal(
                found.data[places], values.view(found.dtype)[places], name)


def zarr_v2_fill_values():
    """xarray takes the fill value of an array for missing values, even if `_FillValue` says
    otherwise, but not 0 of dates and texts, which zarr-python gives to every array."""
    if IS_VERSION_3:
        skip("zarr-python 3 makes no arrays of Zarr v2 with these types")
    store = zarr.open_group("in.zarr", mode="w")
    arrays = {"lead": numpy.array([0, 6, 12], "m8[h]"),
              "date": numpy.array(["1970-01-01", "2000-01-01", "NaT"], "M8[ns]"),
              "text": numpy.array(["", "b", "c"], object),
              "fixed": numpy.array(["", "b", "c"], "U3"),
              "number": numpy.array([0, -9, 4], "i2")}
    for name, values in arrays.items():
        array = store.create_dataset(name, shape=3, dtype=str if name == "text" else values.dtype)
        array[:] = values
        array.attrs["_ARRAY_DIMENSIONS"] = ["x"]
    store["number"].attrs["_FillValue"] = -9
    expected = xarray.open_zarr("in.zarr", consolidated=False).load()
    for target in ("out.zarr", "out.nc"):
        notes = peers.ncfcopy("in.zarr", target).stderr.decode()
        assert "_FillValue differs from the array's fill value" in notes, notes
        with xarray.open_dataset(target) as found:
            for name in arrays:
                numpy.testing.assert_array_equal(found[name].values.astype(str),
                                                 expected[name].values.astype(str), name)


def space_padded_texts():
    """The padding of HDF5's strings is not a part of them."""
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(5)
    kind.set_strpad(h5py.h5t.STR_SPACEPAD)
    with h5py.File("in.nc", "w") as file:
        data = h5py.h5d.create(file.id, b"v", kind, h5py.h5s.create_simple((2,)))
        data.write(h5py.h5s.ALL, h5py.h5s.ALL, numpy.array([b"ab   ", b" c   "], "S5"), mtype=kind)
    peers.ncfcopy("in.nc", "out.nc")
    with netCDF4.Dataset("out.nc") as file:
        assert list(file["v"][:]) == ["ab", " c"], file["v"][:]


if __name__ == "__main__":
    sys.exit(main([classic, hdf5, from_zarr, rounded, zarr_v2_fill_values, space_padded_texts]))
