# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Makes netCDF files for Zarr, and compares files and stores as zarr-python, xarray and
netCDF4-python read them."""

import json
import shutil
import warnings
from pathlib import Path

import cases
import peers  # sets the plugin path before the libraries below are loaded
from zarr_python import IS_VERSION_3, zarr

import netCDF4
import numpy

xarray = cases.need_package("xarray")
warnings.filterwarnings("ignore")

NCFCOPY = peers.NCF_BIN / "ncfcopy"
SHAPE = (3, 20, 30)
CHUNKS = (1, 8, 11)


def run(*command, status=0):
    """Returns the output of a program; its messages if it should fail."""
    done = cases.run(*command, status=status, text=True)
    return done.stdout if status == 0 else done.stderr


def copy(source, target, *options):
    """Returns the route of each variable."""
    report = json.loads(run(NCFCOPY, "--report=json", *options, source, target))
    return {entry["path"]: entry["route"] for entry in report["variables"]}


# ---- Inputs --------------------------------------------------------------------------------------

NUMBERS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", ">i2", ">f4", ">f8")


def field(dtype="f4", shape=SHAPE):
    random = numpy.random.default_rng(1)
    return (random.normal(0, 3, shape) * 9).astype(dtype)


def make_file(path, **storage):
    """Makes a netCDF-4 file with everything that Zarr can hold: types, byte orders, groups, holes,
    attributes."""
    with netCDF4.Dataset(path, "w") as file:
        for name, length in zip("tyx", (None, *SHAPE[1:])):
            file.createDimension(name, length)
        file.createDimension("length", 5)
        file.setncatts({"title": "Grüße\n\"quoted\"", "history": "42", "json": '{"k": 1}',
                        "number": numpy.int16(7), "numbers": numpy.array([1, 2], "u8"),
                        "exact": numpy.float32(0.1), "none": numpy.nan, "empty": ""})
        file.setncattr_string("names", ["one", "zwei"])
        for dtype in NUMBERS:
            name = dtype.replace(">", "big_")
            variable = file.createVariable(name, dtype[-2:], tuple("tyx"), chunksizes=CHUNKS,
                                           endian="big" if ">" in dtype else "little", **storage)
            variable.units = "K"
            variable[...] = field(dtype[-2:])
        filled = file.createVariable("filled", "f8", tuple("tyx"), chunksizes=CHUNKS, fill_value=numpy.nan,
                                     **storage)
        filled[1:, 3:9] = field("f8")[1:, 3:9]
        file.createVariable("scalar", "i4", ())[...] = 42
        text = file.createVariable("text", "S1", ("y", "length"))
        text[...] = numpy.frombuffer(b"ab\0cd" * SHAPE[1], "S1").reshape(SHAPE[1], 5)
        group = file.createGroup("forecast").createGroup("model")
        group.note = "inner"
        group.createDimension("z", 4)
        group.createVariable("level", "f4", ("z", "x"))[...] = field("f4", (4, SHAPE[2]))
        strings = group.createVariable("strings", str, ("z",))
        strings[...] = numpy.array(["", "a", "Grüße", "long " * 40], object)


# ---- Comparisons ---------------------------------------------------------------------------------


def check_equal(a, b, what):
    numpy.testing.assert_array_equal(numpy.asarray(a), numpy.asarray(b), err_msg=str(what))


def check_attributes(a, b, what):
    assert set(a) == set(b), (what, set(a) ^ set(b))
    for name in a:
        check_equal(a[name], b[name], (what, name))


def attributes_of(item):
    return {name: item.getncattr(name) for name in item.ncattrs() if name != "_NCProperties"}


def check_same_file(source, copied, exact, storage=True):
    """Compares two files. exact: types of attributes, unlimited dimensions and contiguous storage
    too."""
    with netCDF4.Dataset(source) as a, netCDF4.Dataset(copied) as b:
        check_attributes(attributes_of(a), attributes_of(b), "/")
        ours, theirs = dict(peers.walk(b)), dict(peers.walk(a))
        assert set(ours) == set(theirs), set(ours) ^ set(theirs)
        for path, variable in theirs.items():
            other = ours[path]
            check_equal(peers.raw_values(variable), peers.raw_values(other), path)
            assert variable.dtype == other.dtype, (path, variable.dtype, other.dtype)
            assert variable.dimensions == other.dimensions, path
            check_attributes(attributes_of(variable), attributes_of(other), path)
            if storage and isinstance(variable.chunking(), list):
                assert variable.chunking() == other.chunking(), path
                assert variable.filters() == other.filters(), path
            if exact:
                assert not storage or variable.chunking() == other.chunking(), path
                unlimited = [dim.isunlimited() for dim in variable.get_dims()]
                assert unlimited == [dim.isunlimited() for dim in other.get_dims()], path
                for name in variable.ncattrs():
                    kinds = [numpy.asarray(v.getncattr(name)).dtype for v in (variable, other)]
                    assert kinds[0] == kinds[1], (path, name, kinds)


def chains(path):
    """Returns {variable: [(id, words)]} of all that have filters."""
    return {name: filters for name, filters in peers.filters(path).items() if filters}


def check_chains(source, copied):
    wanted, found = chains(source), chains(copied)
    assert wanted == found, [(name, wanted.get(name), found.get(name))
                             for name in {*wanted, *found} if wanted.get(name) != found.get(name)]


def as_netcdf4_shows(value):
    """Replaces bytes that are not UTF-8, which stores keep but netCDF4 does not show as
    characters."""
    if not isinstance(value, str):
        return value
    return value.encode(errors="surrogateescape").decode(errors="replace")


def array_attributes(array, file, is_nczarr):
    """Reads the attributes of an array. NCZarr stores texts as bytes, as libnetcdf reads them;
    zarr-python 2 reads only ASCII."""
    text = file.read_bytes()
    attributes = (json.loads(text.decode(errors="surrogateescape"))
                  if is_nczarr and not text.isascii() else array.attrs.asdict())
    hidden = ("_ARRAY_DIMENSIONS", "_nczarr_attr", "_nczarr_array")
    return {name: as_netcdf4_shows(value) for name, value in attributes.items()
            if name not in hidden}


def count_chunks(folder):
    """Returns how many chunks an array of Zarr version 2 has. (zarr-python 3.0 counts 0 in
    groups.)"""
    return sum(file.is_file() and file.name[0] != "." for file in folder.rglob("*"))


def is_utf8(file):
    try:
        file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


def openable(store, copied="openable.zarr"):
    """Returns the store, or a copy without the attributes that keep zarr-python 3 from opening
    arrays."""
    refused = [file for file in Path(store).rglob(".zattrs") if not is_utf8(file)]
    if not refused or not IS_VERSION_3:
        return store
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(store, copied)
    for file in refused:
        Path(copied, file.relative_to(store)).unlink()
    return copied


def check_zarr_python(source, store, is_nczarr):
    """Compares values and attributes as zarr-python reads them."""
    root = zarr.open(str(openable(store)), mode="r")
    with netCDF4.Dataset(source) as file:
        for path, variable in peers.walk(file):
            array = root[path.strip("/")]
            expected = peers.raw_values(variable)
            if is_nczarr and expected.shape == ():
                expected = expected.reshape(1)
            found = array[...]
            if found.dtype.kind == "S" and expected.dtype.kind == "O":
                found = numpy.array([text.decode() for text in found.ravel()],
                                    object).reshape(found.shape)
            check_equal(expected, found, path)
            is_whole = count_chunks(Path(store, path.strip("/"))) == array.nchunks
            assert array.fill_value is not None or is_whole, path
            wanted = attributes_of(variable)
            if not is_nczarr:
                wanted.pop("_FillValue", None)
            found = array_attributes(array, Path(store, path.strip("/"), ".zattrs"), is_nczarr)
            if "_FillValue" in found and found["_FillValue"] == "NaN":
                found["_FillValue"] = numpy.nan
            check_attributes(wanted, found, path)


def xarray_refuses(source):
    """Returns whether xarray refuses a file, such as one in which a variable of several dimensions
    has the name of one of them."""
    try:
        xarray.open_dataset(source).close()
    except xarray.core.variable.MissingDimensionsError:
        return True
    return False


def with_plain_numbers(dataset):
    """Returns the attributes of a file as JSON has them, without the types of numbers. (Since 2024
    the type of scale_factor decides the type of scaled values.)"""
    for variable in dataset.variables.values():
        variable.attrs = {name: value.item() if isinstance(value, numpy.generic) else value
                          for name, value in variable.attrs.items()}
    return dataset


def check_xarray(source, store, group=None):
    """Compares variables, dimensions, attributes and masked values as xarray reads them. store: a
    path or zarr-python's object."""
    store = str(store) if isinstance(store, Path) else store
    if xarray_refuses(source):
        return
    with xarray.open_dataset(source, group=group, decode_cf=False) as stored, \
         xarray.open_zarr(store, group=group, consolidated=False) as found:
        wanted = xarray.decode_cf(with_plain_numbers(stored))
        assert set(wanted.variables) == set(found.variables)
        for name, variable in wanted.variables.items():
            assert variable.dims == found[name].dims, name
            check_equal(variable.values, found[name].values, name)
            attributes = found[name].attrs.items()
            check_attributes(variable.attrs,
                             {key: as_netcdf4_shows(value) for key, value in attributes}, name)
