#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What ncfcopy deflates is read by everybody.

    deflate_readers.py LEVEL

Variables that are large enough for the encoder to be chosen are deflated at LEVEL, shuffled and
not: our encoder must have been among those chosen. ncdump, nccopy, h5py and h5dump read the file,
zarr-python reads the store.
"""

import json
import sys

from cases import Failure, run_case
import peers  # sets the plugin path before the libraries below are loaded

import netCDF4
import numpy

SHAPE = (8, 96, 192)
CHUNKS = (1, 96, 192)


def fields():
    """Numbers of several kinds, by name."""
    random = numpy.random.default_rng(10)
    time, row, column = numpy.meshgrid(*map(numpy.arange, SHAPE), indexing="ij")
    smooth = 280 + 15 * numpy.sin(row / 40 + time) + 3 * numpy.cos(column / 30)
    noisy = smooth + random.normal(0, 0.3, SHAPE)
    return {
        "smooth": smooth.astype("f8"),
        "noisy": noisy.astype("f4"),
        "packed": ((noisy - 280) * 500).astype("i2"),
        "noise": random.integers(0, 1 << 32, SHAPE, dtype="u4"),
        "counted": (time * 100_000 + row * 192 + column).astype("i4"),
        "constant": numpy.zeros(SHAPE, "f4"),
    }


def write(path, values):
    with netCDF4.Dataset(path, "w") as file:
        for name, length in zip("tyx", SHAPE):
            file.createDimension(name, length)
        for name, field in values.items():
            file.createVariable(name, field.dtype, tuple("tyx"), chunksizes=CHUNKS)[...] = field


def copy(source, target, chain):
    """Copies with a chain of filters; returns the names of the encoders that served."""
    report = json.loads(peers.ncfcopy("--report=json", "-F", f"*,{chain}", source, target).stdout)
    return {entry["encoder"].split()[0] for entry in report["variables"] if entry["encoder"]}


def check_file(source, chain, expected):
    encoders = copy(source, "out.nc", chain)
    peers.require_same_values("h5py", peers.hdf5_values("out.nc"), expected)
    peers.require_same_cdl(source, "out.nc")
    peers.run("nccopy", "-d", "0", "out.nc", "again.nc")
    peers.require_same_values("nccopy", peers.netcdf_values("again.nc"), expected)
    for path, values in expected.items():
        found = peers.h5dump_values("out.nc", path, values)
        peers.require_same_values("h5dump", {path: found}, {path: values})
    return encoders


def check_store(source, chain, expected):
    import zarr
    target = f"out-{chain.partition(',')[0].replace('|', '-')}.zarr"
    copy(source, target, chain)
    store = zarr.open(target, mode="r")
    found = {path: store[path.lstrip("/")][...] for path in expected}
    peers.require_same_values("zarr-python", found, expected)


def check(level):
    write("in.nc", fields())
    expected = peers.netcdf_values("in.nc")
    encoders = set()
    for chain in (f"shuffle|deflate,{level}", f"deflate,{level}"):
        encoders |= check_file("in.nc", chain, expected)
        check_store("in.nc", chain, expected)
    if "planes" not in encoders:
        raise Failure(f"served by {encoders} alone")


if __name__ == "__main__":
    run_case(check, int(sys.argv[1]))
