#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Zarr version 3 between ncfcopy and a reader and writer in plain Python (zarr3.py), and
zarr-python 3.

    zarr3_stores.py CASE

Exit status 0: as expected; 1: not; 77: what the case needs is not here.
"""

import os
import sys
from pathlib import Path

from cases import run_case, skip
from peers import raw_values, same_values, walk  # sets the plugin path before the libraries below are loaded
from zarr_peers import CHUNKS, NCFCOPY, SHAPE, check_equal, copy, field, make_file, run
from zarr_python import IS_VERSION_3, VERSION, as_netcdf, zarr
import zarr3  # after zarr_peers, which ends the run where a package is missing

import netCDF4
import numpy

LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
BIG = {"name": "bytes", "configuration": {"endian": "big"}}
CRC = {"name": "crc32c"}


def check_store(source, store):
    """Values of all variables."""
    with netCDF4.Dataset(source) as file:
        for path, variable in walk(file):
            check_equal(raw_values(variable), zarr3.read_array(Path(store, path.strip("/"))), path)


def case_filters():
    """Whatever filters ncfcopy writes, holes and edges of chunks, and back."""
    make_file("in.nc")
    copy("in.nc", "wanted.nc", "-F", "none")
    for spec in ("none", "deflate,5", "shuffle|deflate,1", "bzip2,9", "fletcher32",
                 "shuffle|zstd,3", "shuffle|bzip2,1|fletcher32", "blosc,cname=lz4",
                 "blosc,cname=zstd,shuffle=bit"):
        copy("in.nc", "out.zarr", "-k", "zarr3", "-F", f"/*,{spec}")
        check_store("in.nc", "out.zarr")
        copy("out.zarr", "back.nc", "-F", "none")
        with netCDF4.Dataset("wanted.nc") as wanted, netCDF4.Dataset("back.nc") as found:
            for path, variable in walk(wanted):
                check_equal(raw_values(variable), raw_values(found[path]), path)


def case_checksums():
    """A bit that is not what it was is seen, by both."""
    make_file("in.nc")
    copy("in.nc", "out.zarr", "-k", "zarr3", "-F", "f4,fletcher32")
    chunk = Path("out.zarr/f4/c/1/0/0")
    content = bytearray(chunk.read_bytes())
    content[100] ^= 4
    chunk.write_bytes(content)
    message = run(NCFCOPY, "-F", "none", "out.zarr", "back.nc", status=1)
    assert "/f4" in message and "fletcher32" in message, message
    try:
        zarr3.read_array(Path("out.zarr/f4"))
    except AssertionError:
        return
    raise AssertionError("the reader compares no checksums")


def sharded(inner, codecs, **settings):
    return [{"name": "sharding_indexed",
             "configuration": {"chunk_shape": inner, "codecs": codecs,
                               "index_codecs": [LITTLE, CRC], **settings}}]


def case_read():
    """Codecs that ncfcopy only reads: checksums of chunks, other orders, shards."""
    transposed = {"name": "transpose", "configuration": {"order": [2, 0, 1]}}
    zstd = {"name": "zstd", "configuration": {"level": 1, "checksum": False}}
    arrays = {
        "plain": (CHUNKS, [LITTLE]),
        "big": (CHUNKS, [BIG, {"name": "gzip", "configuration": {"level": 5}}]),
        "checked": (CHUNKS, [LITTLE, CRC]),
        "checked_zstd": (CHUNKS, [LITTLE, zstd, CRC]),
        "transposed": (CHUNKS, [transposed, LITTLE, zstd]),
        "shards": ((2, 16, 22), sharded([1, 8, 11], [LITTLE, zstd])),
        "shards_first": ((2, 16, 22), sharded([1, 8, 11], [LITTLE, CRC], index_location="start")),
        "shards_transposed": ((2, 16, 22), sharded([1, 8, 11], [transposed, BIG, zstd])),
    }
    values = field("f4")
    values[0, :8, :11] = 0  # a chunk that a shard lacks
    for separator in "/.":
        store = Path(f"in{ord(separator)}.zarr")
        for name, (chunk, codecs) in arrays.items():
            zarr3.write_array(store / name, values, chunk, codecs, separator)
            check_equal(values, zarr3.read_array(store / name), name)
        (store / "zarr.json").write_text('{"zarr_format":3,"node_type":"group"}', encoding="utf-8")
        copy(store, "out.nc", "-k", "nc4")
        with netCDF4.Dataset("out.nc") as file:
            for name in arrays:
                check_equal(values, raw_values(file[name]), name)
        for name, key in (("checked", "c/1/0/0"), ("shards", "c/1/0/0")):
            self_check(store, name, key.replace("/", separator))


def self_check(store, name, key):
    """The last byte is one of a checksum."""
    path = store / name / key
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    message = run(NCFCOPY, "-V", name, store, "refused.nc", status=1)
    assert f"/{name}" in message and not os.path.exists("refused.nc"), message
    path.write_bytes(content)


def case_attributes():
    """NaN and the infinities are bare words, as zarr-python and xarray write them."""
    with netCDF4.Dataset("in.nc", "w") as file:
        file.createDimension("x", SHAPE[2])
        variable = file.createVariable("v", "f4", ("x",), fill_value=numpy.nan)
        variable.setncatts({"none": numpy.nan, "most": numpy.inf, "text": "Grüße"})
        variable[:4] = 1
    copy("in.nc", "out.zarr", "-k", "zarr3")
    found = zarr3.attributes_of(Path("out.zarr/v"))
    assert numpy.isnan(found["none"]) and found["most"] == numpy.inf, found
    assert found["text"] == "Grüße", found
    values = zarr3.read_array(Path("out.zarr/v"))
    check_equal(values, [1] * 4 + [numpy.nan] * (SHAPE[2] - 4), "v")


def need_zarr_python_3():
    if not IS_VERSION_3:
        skip("zarr-python 2 has no Zarr version 3")


def case_python_reads():
    """Values, dimensions and codecs as zarr-python 3 reads them."""
    need_zarr_python_3()
    make_file("in.nc")
    for spec in ("none", "shuffle|deflate,1|fletcher32", "bzip2,9", "shuffle|zstd,3",
                 "blosc,cname=lz4", "blosc,cname=zstd,shuffle=bit"):
        copy("in.nc", "out.zarr", "-k", "zarr3", "-F", f"/*,{spec}")
        root = zarr.open("out.zarr", mode="r")
        with netCDF4.Dataset("in.nc") as file:
            for path, variable in walk(file):
                if path == "/text" and VERSION == (3, 0):
                    continue  # its type null_terminated_bytes is not in zarr-python 3.0
                array = root[path.strip("/")]
                found = as_netcdf(array[...])
                assert same_values(raw_values(variable), found), (spec, path)
                names = array.metadata.dimension_names or ()
                assert tuple(names) == variable.dimensions, (spec, path, names)


def case_python_writes():
    """Stores of zarr-python 3 with its codecs, keys, types, shards and missing chunks."""
    need_zarr_python_3()
    from zarr.codecs import (BloscCodec, BytesCodec, Crc32cCodec, GzipCodec, TransposeCodec,
                             ZstdCodec)
    group = zarr.open_group("in.zarr", mode="w", zarr_format=3)
    options = {
        "plain": {"compressors": None},
        "dots": {"chunk_key_encoding": {"name": "default", "separator": "."}},
        "v2_keys": {"chunk_key_encoding": {"name": "v2", "separator": "."}},
        "gzip": {"compressors": GzipCodec(level=1)},
        "blosc": {"compressors": BloscCodec(cname="lz4hc", shuffle="bitshuffle")},
        "checked": {"compressors": [ZstdCodec(level=3, checksum=True), Crc32cCodec()]},
        "transposed": {"filters": TransposeCodec(order=(2, 0, 1))},
        "big": {"serializer": BytesCodec(endian="big")},
        "shards": {"shards": (2, 16, 22)},
        "long_chunks": {"chunks": (7, 50, 50)},
    }
    for name, settings in options.items():
        group.create_array(name, shape=SHAPE, dtype="f4", dimension_names=tuple("tyx"),
                           **{"chunks": CHUNKS, **settings})[...] = field("f4")
    for dtype in ("bool", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f8", "U3"):
        group.create_array(f"type_{dtype}", shape=SHAPE, chunks=CHUNKS,
                           dtype=dtype)[...] = field("i4").astype(dtype)
    group.create_array("holes", shape=SHAPE, chunks=CHUNKS, dtype="i4",
                       fill_value=-7)[1, :9] = 5
    copy("in.zarr", "out.nc", "-k", "nc4")
    with netCDF4.Dataset("out.nc") as file:
        for name, array in group.arrays():
            assert same_values(as_netcdf(array[...]), raw_values(file[name])), name
        for name in options:
            assert file[name].dimensions == tuple("tyx"), name


if __name__ == "__main__":
    run_case(globals()[f"case_{sys.argv[1]}"])
