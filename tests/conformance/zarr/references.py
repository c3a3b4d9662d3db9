#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""References of ncfcopy --kerchunk, read by fsspec, zarr-python and xarray without a copy.

Values, dimensions and attributes are those that netCDF4-python reads of the netCDF file.
"""

import base64
import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

from cases import cases_in, main, need_corpus
from peers import raw_values, walk  # sets the plugin path before the libraries below are loaded
from zarr_peers import CHUNKS, NCFCOPY, SHAPE, field, run
from zarr_python import open_references

import h5py
import netCDF4
import numpy
import xarray
import zarr


def refer(path, *options):
    """Returns the references of a file, as a dictionary."""
    run(NCFCOPY, *options, "--kerchunk", "out.json", path)
    return json.loads(Path("out.json").read_text(encoding="utf-8"))


# ---- Inputs and comparisons ----------------------------------------------------------------------


def make_file(path, kind="NETCDF4", types=("i1", "i2", "i4", "f4", "f8"), **storage):
    with netCDF4.Dataset(path, "w", format=kind) as file:
        for name, length in zip("tyx", (None, *SHAPE[1:])):
            file.createDimension(name, length)
        file.title = "Grüße"
        for dtype in types:
            variable = file.createVariable(dtype, dtype, tuple("tyx"), **storage)
            variable.units = "K"
            variable[...] = field(dtype)
        file.createVariable("fixed", "f8", ("y", "x"))[...] = field("f8", SHAPE[1:])
        file.createVariable("y", "f4", ("y",))[...] = numpy.arange(SHAPE[1])
        file.createVariable("scalar", "i4", ())[...] = 42
        file.createDimension("length", 5)
        text = file.createVariable("text", "S1", ("y", "length"))
        text[...] = numpy.frombuffer(b"ab\0cd" * SHAPE[1], "S1").reshape(SHAPE[1], 5)


def check_zarr(source):
    """Compares the values of all variables as zarr-python reads them."""
    root = zarr.open(open_references("out.json"), mode="r")
    with netCDF4.Dataset(source) as file:
        for path, variable in walk(file):
            array = root[path.strip("/")]
            numpy.testing.assert_array_equal(raw_values(variable), array[...], path)
            assert list(variable.dimensions) == array.attrs["_ARRAY_DIMENSIONS"], path


def check_zarr_of_h5py(source):
    """Compares the values of all datasets of a file made by h5py."""
    root = zarr.open(open_references("out.json"), mode="r")
    with h5py.File(source) as file:
        for name in file:
            numpy.testing.assert_array_equal(file[name][...], root[name][...], name)


def check_xarray(source, group=""):
    """Compares everything with what xarray reads from the netCDF file. (Not masked: a variable with
    holes has a fill value in Zarr, which xarray treats as its `_FillValue`.)"""
    with xarray.open_dataset(source, group=group or None, mask_and_scale=False) as wanted, \
         xarray.open_zarr(open_references("out.json", group), consolidated=False,
                          mask_and_scale=False) as found:
        assert set(wanted.variables) == set(found.variables)
        for name, variable in wanted.variables.items():
            assert variable.dims == found[name].dims, name
            numpy.testing.assert_array_equal(variable.values, found[name].values, name)
            for attribute, value in variable.attrs.items():
                numpy.testing.assert_array_equal(value, found[name].attrs[attribute], name)


# ---- Cases ---------------------------------------------------------------------------------------


def case_netcdf4():
    """Types, byte orders, filters, groups, missing chunks, strings."""
    storage = {"zlib": True, "shuffle": True, "chunksizes": CHUNKS}
    make_file("in.nc", types=("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"),
              **storage)
    with netCDF4.Dataset("in.nc", "a") as file:
        big = file.createVariable("big", "f4", ("y", "x"), endian="big", zlib=True)
        big[...] = field("f4", SHAPE[1:])
        holes = file.createVariable("holes", "i4", tuple("tyx"), fill_value=-9, **storage)
        holes[1, :9] = 5
        unset = file.createVariable("unset", "f8", tuple("tyx"), **storage)
        unset[0] = 1
        strings = file.createVariable("strings", str, ("y",))
        strings[...] = numpy.array([f"Straße {i}" for i in range(SHAPE[1])], object)
        group = file.createGroup("forecast").createGroup("model")
        group.createVariable("level", "f4", ("y", "x"), zlib=True)[...] = field("f4", SHAPE[1:])
    references = refer("in.nc")["refs"]
    assert references["f4/0.0.0"][0] == str(Path("in.nc").absolute()), references["f4/0.0.0"]
    assert "holes/0.0.0" not in references and "holes/1.0.0" in references
    assert base64.b64decode(references["scalar/0"].removeprefix("base64:")) == b"\x2a\0\0\0"
    check_zarr("in.nc")
    check_xarray("in.nc")
    check_xarray("in.nc", "forecast/model")


def case_classic():
    """Records and fixed variables of every classic format."""
    for kind in ("NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA"):
        Path("in.nc").unlink(missing_ok=True)
        make_file("in.nc", kind)
        refer("in.nc")
        check_zarr("in.nc")
        check_xarray("in.nc")
    with netCDF4.Dataset("in.nc", "w", format="NETCDF3_CLASSIC") as file:
        file.createDimension("t", None)
        file.createVariable("alone", "i1", ("t",))[...] = numpy.arange(7)  # its records not padded
    refer("in.nc")
    check_zarr("in.nc")


def case_user_block():
    """Addresses count from the beginning of the file."""
    with h5py.File("in.nc", "w", userblock_size=2048) as file:
        file.create_dataset("chunked", data=field("f4"), chunks=CHUNKS, compression="gzip")
        file.create_dataset("contiguous", data=field("f8"))
        file.create_dataset("earliest", data=field("i2"), chunks=CHUNKS, shuffle=True)
    references = refer("in.nc")["refs"]
    check_zarr_of_h5py("in.nc")
    assert references["contiguous/0.0.0"][1] >= 2048


def case_chunk_indexes():
    """Every way HDF5 finds its chunks: B-trees of both versions, arrays, one chunk, none."""
    for version in ("earliest", "latest"):
        with h5py.File("in.nc", "w", libver=version) as file:
            options = {"chunks": CHUNKS, "compression": "gzip"}
            file.create_dataset("fixed", data=field("f4"), **options)
            file.create_dataset("one_unlimited", data=field("f4"), maxshape=(None, 20, 30),
                                **options)
            file.create_dataset("two_unlimited", data=field("f4"), maxshape=(None, None, 30),
                                **options)
            file.create_dataset("one_chunk", data=field("f4"), chunks=SHAPE, compression="gzip")
            file.create_dataset("implicit", data=field("f4"), chunks=CHUNKS)
            file.create_dataset("many", data=numpy.arange(20000), chunks=(4,))
        refer("in.nc")
        check_zarr_of_h5py("in.nc")


def check_read_back(source):
    """Compares the references read by ncfcopy with the whole netCDF file."""
    run(NCFCOPY, "--follow-external", "--verify", "out.json", "back.nc")
    with netCDF4.Dataset(source) as wanted, netCDF4.Dataset("back.nc") as found:
        for path, variable in walk(wanted):
            copy = found[path]
            assert copy.dimensions == variable.dimensions, path
            assert copy.dtype.newbyteorder("=") == variable.dtype.newbyteorder("="), path
            numpy.testing.assert_array_equal(raw_values(variable), raw_values(copy), path)


def case_read_back():
    """ncfcopy reads our references, and those with templates, as fsspec does."""
    for kind in ("NETCDF4", "NETCDF3_CLASSIC"):
        Path("in.nc").unlink(missing_ok=True)
        make_file("in.nc", kind)
        refer("in.nc")
        check_read_back("in.nc")
    references = json.loads(Path("out.json").read_text(encoding="utf-8"))
    references["templates"] = {"u": str(Path("in.nc").absolute())}
    for key, value in references["refs"].items():
        if isinstance(value, list):
            references["refs"][key] = ["{{u}}", *value[1:]]
    Path("out.json").write_text(json.dumps(references), encoding="utf-8")
    check_read_back("in.nc")
    check_zarr("in.nc")


def case_whole_files():
    """A store of zarr-python, each of whose values is a file."""
    make_file("in.nc", zlib=True, chunksizes=CHUNKS)
    run(NCFCOPY, "-k", "zarr", "in.nc", "store.zarr")
    references = {}
    for path in Path("store.zarr").rglob("*"):
        key = str(path.relative_to("store.zarr"))
        if path.name.startswith(".z"):
            references[key] = path.read_text(encoding="utf-8")
        elif path.is_file():
            references[key] = [f"store.zarr/{key}"]
    Path("out.json").write_text(json.dumps(references), encoding="utf-8")  # of version 0
    check_read_back("in.nc")
    check_zarr("in.nc")


def make_part(path, times, kind="NETCDF4", steps=1):
    """Makes a file with some steps of a series."""
    storage = {}
    if kind == "NETCDF4":
        storage = {"zlib": True, "shuffle": True, "chunksizes": (steps, *CHUNKS[1:])}
    with netCDF4.Dataset(path, "w", format=kind) as file:
        for name, length in zip(("time", "y", "x"), (None, *SHAPE[1:])):
            file.createDimension(name, length)
        file.createDimension("ends", 2)
        file.title = "series"
        time = file.createVariable("time", "f8", ("time",))
        time.units = "days since 2000-01-01"
        time[...] = times
        file.createVariable("time_bounds", "f8", ("time", "ends"))[...] = numpy.add.outer(times, (0, 1))
        values = file.createVariable("v", "f4", ("time", "y", "x"), **storage)
        values.units = "K"
        values[...] = field("f4", (len(times), *SHAPE[1:])) + 100 * times[0]
        if kind == "NETCDF4":
            across = file.createVariable("across", "i2", ("y", "time"), chunksizes=(20, steps))
            across[...] = field("i2", (SHAPE[1], len(times)))
        file.createVariable("y", "f4", ("y",))[...] = numpy.arange(SHAPE[1])
        file.createVariable("height", "f8", ("y", "x"))[...] = field("f8", SHAPE[1:])


def check_joined(paths):
    """Compares everything with the files as joined by xarray."""
    with xarray.open_mfdataset(paths, combine="nested", concat_dim="time", data_vars="minimal",
                               coords="minimal", compat="equals", decode_times=False,
                               mask_and_scale=False) as wanted, \
         xarray.open_zarr(open_references("out.json"), consolidated=False, decode_times=False,
                          mask_and_scale=False) as found:
        xarray.testing.assert_equal(wanted.load(), found.load())
        for name, variable in wanted.variables.items():
            assert found[name].attrs.get("units") == variable.attrs.get("units"), name


def case_joined():
    """Several files in any order, as one dataset."""
    parts = {"a.nc": [1, 2], "b.nc": [3, 5], "c.nc": [5.5, 6, 7]}
    for steps in (1, 2):
        for path, times in parts.items():
            make_part(path, times, steps=steps)
        run(NCFCOPY, "--kerchunk", "out.json", "c.nc", "a.nc", "b.nc")
        check_joined(list(parts))
        run(NCFCOPY, "--follow-external", "--verify", "out.json", "back.nc")
        with netCDF4.Dataset("back.nc") as file:
            assert list(file["time"][...]) == [1, 2, 3, 5, 5.5, 6, 7]


def case_joined_by_rows():
    """Files without chunks: records of classic files, and contiguous values of netCDF-4."""
    for path, times in (("a.nc", [7, 6]), ("b.nc", [5]), ("c.nc", [4, 3, 2])):
        make_part(path, times, "NETCDF3_CLASSIC")
    run(NCFCOPY, "--kerchunk", "out.json", "b.nc", "c.nc", "a.nc")
    check_joined(["a.nc", "b.nc", "c.nc"])
    for path in ("a.nc", "b.nc", "c.nc"):
        with xarray.open_dataset(path, decode_times=False) as file:
            file.load().to_netcdf("fixed_" + path, unlimited_dims=[])
    fixed = ["fixed_a.nc", "fixed_b.nc", "fixed_c.nc"]
    run(NCFCOPY, "--concat", "time", "--kerchunk", "out.json", *fixed)
    check_joined(fixed)


def case_url():
    """The data may be elsewhere."""
    make_file("in.nc", zlib=True)
    found = refer("in.nc", "--kerchunk-url", "https://host/a \"b\".nc")
    assert found["version"] == 1
    assert found["refs"]["f4/0.0.0"][0] == 'https://host/a "b".nc'


def case_corpus():
    """Every real file whose types Zarr can hold."""
    paths = sorted(path for path in need_corpus().glob("*") if path.suffix in (".nc", ".h5"))
    referred = 0
    for path in paths:
        done = subprocess.run([NCFCOPY, "--kerchunk", "out.json", path], capture_output=True,
                              text=True, check=False)
        if done.returncode == 0:
            check_zarr(path)
            referred += 1
        else:
            assert done.returncode == 1 and str(path) in done.stderr, (path, done.stderr)
            print(done.stderr.strip())
    assert referred > len(paths) / 3, (referred, len(paths))


def case_refusals():
    """Data that Zarr cannot refer to in the file are refused, and no output is changed."""
    with netCDF4.Dataset("in.nc", "w") as file:
        file.createDimension("x", 8)
        pair = file.createCompoundType(numpy.dtype([("a", "i4"), ("b", "f4")]), "pair")
        file.createVariable("painted", pair, ("x",))
    with h5py.File("mask.nc", "w") as file:
        dataset = file.create_dataset("v", data=numpy.ones((8, 8), "i4"), chunks=(4, 8),
                                      compression="gzip")
        dataset.id.write_direct_chunk((0, 0), bytes(128), 1)
    with h5py.File("short.nc", "w") as file:  # of its one chunk a part is within the extent
        dataset = file.create_dataset("v", (5,), "i4", chunks=(8,), maxshape=(None,), shuffle=True,
                                      compression="gzip")
        dataset.id.write_direct_chunk((0,), zlib.compress(bytes(32)), 1)
    with h5py.File("order.nc", "w") as file:
        file.create_dataset("v", data=field("f4"), chunks=CHUNKS, compression="lzf")
    with h5py.File("holes.nc", "w") as file:
        file.create_dataset("v", (90, 90), "f4", chunks=(9, 9), fillvalue=3)[:9] = 1
    Path("out.json").write_text("{}", encoding="utf-8")
    for name, words in (("in.nc", ("/painted", "pair")), ("mask.nc", ("/v", "(0,0)", "skipped")),
                        ("short.nc", ("/v", "(0)", "skipped")),
                        ("order.nc", ("/v", "lzf")), ("holes.nc", ("/v", "never written"))):
        message = run(NCFCOPY, "--kerchunk", "out.json", name, status=1)
        assert name in message and all(word in message for word in words), message
    for options in (("-d", "1"), ("--plan",), ("--into", "folder")):
        run(NCFCOPY, *options, "--kerchunk", "out.json", "in.nc", status=2)
    run(NCFCOPY, "--kerchunk", "in.nc", "in.nc", status=2)
    run(NCFCOPY, "--kerchunk-url", "u", "in.nc", "other.nc", status=2)
    assert Path("out.json").read_text(encoding="utf-8") == "{}"
    assert sorted(os.listdir(".")) == ["holes.nc", "in.nc", "mask.nc", "order.nc", "out.json",
                                       "short.nc"]


if __name__ == "__main__":
    sys.exit(main(cases_in(globals())))
