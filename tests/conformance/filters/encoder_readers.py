#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that all readers can read data that ncfcopy encoded by a strategy of its choice.

Variables that are large enough for a choice are encoded by deflate or zstd at a level, shuffled and
not: a strategy other than the library's own must have been among those chosen. The
file is the same for any number of threads. The library reads each stored chunk, ncdump, nccopy,
h5py and h5dump read the file, zarr-python reads the store.
"""

import json
import sys
from functools import partial
import zlib

from cases import Failure, main
import peers  # sets the plugin path before the libraries below are loaded

import h5py
import netCDF4
import numcodecs
import numpy

SHAPE = (32, 96, 192)
CHUNKS = (1, 96, 192)


def fields():
    """Returns numbers of several kinds, by name."""
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


# For each filter: the decoder of its chunks, and a word in the names of our own strategies.
FILTERS = {
    "deflate": (zlib.decompress, "planes"),
    "zstd": (numcodecs.Zstd().decode, "effort"),
}


def copy(source, target, chain, threads=2):
    """Copies with a chain of filters; returns the names of the strategies used."""
    report = json.loads(peers.ncfcopy("--report=json", "-j", threads, "-F", f"*,{chain}", source,
                                      target).stdout)
    return {entry["encoder"].split()[0] for entry in report["variables"] if entry["encoder"]}


def chunks_of(dataset):
    places = [dataset.get_chunk_info(number).chunk_offset
              for number in range(dataset.get_num_chunks())]
    return [dataset.read_direct_chunk(place)[1] for place in places]


def stored_chunks(path):
    """Returns {variable: [bytes of a chunk]}."""
    with h5py.File(path) as file:
        return {name: chunks_of(dataset.id) for name, dataset in peers.datasets(file)}


def check_chunks(source, chain, decode, expected):
    """Checks that the library reads the chunks, and that many threads store the same chunks as
    one."""
    chunks = stored_chunks("out.nc")
    copy(source, "out-by-one.nc", chain, threads=1)
    if stored_chunks("out-by-one.nc") != chunks:
        raise Failure("the number of threads makes a difference")
    for name, stored in chunks.items():
        chunk_bytes = expected[name].nbytes // SHAPE[0]
        if any(len(decode(chunk)) != chunk_bytes for chunk in stored):
            raise Failure(f"chunks of {name} decode to another size")


def check_file(source, chain, decode, expected):
    encoders = copy(source, "out.nc", chain)
    check_chunks(source, chain, decode, expected)
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


def check(filter_name, level):
    decode, own = FILTERS[filter_name]
    write("in.nc", fields())
    expected = peers.netcdf_values("in.nc")
    encoders = set()
    for chain in (f"shuffle|{filter_name},{level}", f"{filter_name},{level}"):
        encoders |= check_file("in.nc", chain, decode, expected)
        check_store("in.nc", chain, expected)
    if own not in encoders:
        raise Failure(f"served by {encoders} alone")


if __name__ == "__main__":
    sys.exit(main({f"{name}/{level}": partial(check, name, level)
                   for name in FILTERS for level in (1, 5, 9)}))
