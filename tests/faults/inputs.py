# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The inputs of the jobs: small files of every kind and three of about 5 MB, each as a text too, made
once per run."""

import os
import subprocess

import netCDF4
import numpy

SEED = 5


def add_grid(group, length, **storage):
    """Adds values along an unlimited and a fixed dimension, and along the fixed one alone."""
    random = numpy.random.default_rng(SEED)
    if "x" not in group.dimensions:
        group.createDimension("t", None)
        group.createDimension("x", length)
    smooth = numpy.round(random.normal(size=(8, length)).cumsum(axis=1), 1)
    group.createVariable("v", "f4", ("t", "x"), **storage)[:] = smooth
    group.createVariable("i", "i4", ("x",), **storage)[:] = numpy.arange(length)
    group.createVariable("s", "f8", ())[...] = 0.5
    group["v"].units = "K"
    group.title = "a grid"


def make_classic(path):
    with netCDF4.Dataset(path, "w", format="NETCDF3_CLASSIC") as dataset:
        add_grid(dataset, 200)


def make_cdf5(path):
    with netCDF4.Dataset(path, "w", format="NETCDF3_64BIT_DATA") as dataset:
        add_grid(dataset, 200)
        dataset.createVariable("u", "u8", ("x",))[:] = numpy.arange(200)


def make_deflate(path):
    with netCDF4.Dataset(path, "w") as dataset:
        add_grid(dataset, 200, zlib=True, shuffle=True)


def make_fletcher32(path):
    with netCDF4.Dataset(path, "w") as dataset:
        add_grid(dataset, 200, fletcher32=True)


def make_groups(path):
    with netCDF4.Dataset(path, "w") as dataset:
        add_grid(dataset, 50)
        for name in ("first", "second"):
            add_grid(dataset.createGroup(name), 60, zlib=True)
        color = dataset.createEnumType("u1", "color", {"red": 0, "green": 1})
        dataset["first"].createVariable("c", color, ("x",))[:] = numpy.arange(60) % 2


def make_strings(path):
    with netCDF4.Dataset(path, "w") as dataset:
        dataset.createDimension("x", 40)
        strings = dataset.createVariable("s", str, ("x",))
        rows = dataset.createVariable("r", dataset.createVLType("i4", "row"), ("x",))
        for i in range(40):
            strings[i] = "x" * i
            rows[i] = numpy.arange(i % 7 + 1, dtype="i4")
        dataset.setncattr_string("names", ["one", "two"])


def make_large(path):
    with netCDF4.Dataset(path, "w") as dataset:
        add_grid(dataset, 160_000, zlib=True, complevel=1)


def make_large_classic(path):
    with netCDF4.Dataset(path, "w", format="NETCDF3_CLASSIC") as dataset:
        add_grid(dataset, 160_000)


def make_monthly(path, months=30):
    """Makes a file as models write it, month by month, which CMIP7 asks to repack."""
    random = numpy.random.default_rng(SEED)
    with netCDF4.Dataset(path, "w") as dataset:
        dataset.variable_id = "pr"
        for name, length in {"time": None, "y": 48, "x": 48, "bnds": 2}.items():
            dataset.createDimension(name, length)
        time = dataset.createVariable("time", "f8", ("time",), chunksizes=(8,))
        time.bounds = "time_bnds"
        bounds = dataset.createVariable("time_bnds", "f8", ("time", "bnds"), chunksizes=(1, 2))
        pr = dataset.createVariable("pr", "f8", ("time", "y", "x"), zlib=True, complevel=1,
                                    chunksizes=(1, 48, 48))
        for month in range(months):
            time[month] = 30 * month + 15
            bounds[month] = (30 * month, 30 * month + 30)
            pr[month] = numpy.round(random.normal(size=(48, 48)).cumsum(axis=1), 1)


def make_large_monthly(path):
    make_monthly(path, 300)


STORES = ("deflate", "fletcher32", "large")  # that are inputs as folders of Zarr too
MAKERS = {"classic": make_classic, "cdf5": make_cdf5, "deflate": make_deflate,
          "fletcher32": make_fletcher32, "groups": make_groups, "strings": make_strings,
          "large": make_large, "large_classic": make_large_classic, "monthly": make_monthly,
          "large_monthly": make_large_monthly}


def make_all(folder, ncfcopy):
    for name, make in MAKERS.items():
        make(folder / f"{name}.nc")
    for options, source, made in ((["-F", "*,zstd,3"], "fletcher32.nc", "zstd.nc"),
                                  *((["-k", "nczarr"], f"{name}.nc", f"{name}.zarr")
                                    for name in (*STORES, "cdf5"))):
        subprocess.run([ncfcopy, *options, folder / source, folder / made], check=True,
                       stderr=subprocess.DEVNULL)
    for path in folder.glob("*.nc"):
        storage = ["-s"] if path.read_bytes().startswith(b"\x89HDF") else []  # fails on CDF-5
        with open(path.with_suffix(".cdl"), "wb") as text:
            subprocess.run(["ncdump", *storage, path], check=True, stdout=text,
                           env={**os.environ, "HDF5_PLUGIN_PATH": os.environ["NCF_PLUGINS"]})
