#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Exchanges stores of Zarr version 3 between ncfcopy, a reader and writer in plain Python
(zarr3.py), and zarr-python 3.
"""

import os
import shutil
import sys
import zipfile
from pathlib import Path

import cases
from cases import cases_in, main, skip
from peers import NCF_BIN, raw_values, same_values, walk  # sets the plugin path before the libraries below are loaded
from zarr_peers import CHUNKS, NCFCOPY, SHAPE, check_equal, copy, field, make_file, run
from zarr_python import IS_VERSION_3, VERSION, as_netcdf, zarr
import zarr3  # after zarr_peers, which ends the run where a package is missing

import netCDF4
import numpy

LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
BIG = {"name": "bytes", "configuration": {"endian": "big"}}
CRC = {"name": "crc32c"}


def check_store(source, store):
    """Compares the values of all variables."""
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
    """Both readers detect a changed bit."""
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
    """Checks the reader itself: the last byte belongs to a checksum."""
    path = store / name / key
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    message = run(NCFCOPY, "-V", name, store, "refused.nc", status=1)
    assert f"/{name}" in message and not os.path.exists("refused.nc"), message
    path.write_bytes(content)


def read_store(store):
    """Returns the bytes of all files, by their paths."""
    return {str(path.relative_to(store)): path.read_bytes()
            for path in sorted(Path(store).rglob("*")) if path.is_file()}


def read_chunks(store):
    """Returns the files without the metadata, because arrays of plain Zarr have no order."""
    return {path: content for path, content in read_store(store).items()
            if not path.endswith("zarr.json")}


def shard_of(store, path):
    """Returns the shape of the shards and of the chunks in them."""
    metadata = zarr3.read_metadata(Path(store, path))
    codec, = metadata["codecs"]
    assert codec["name"] == "sharding_indexed", metadata
    settings = codec["configuration"]
    assert settings["index_location"] == "end" and settings["index_codecs"] == [LITTLE, CRC]
    return metadata["chunk_grid"]["configuration"]["chunk_shape"], settings["chunk_shape"]


def count_files(store, path):
    return sum(file.is_file() and file.name != "zarr.json"
               for file in Path(store, path).rglob("*"))


def case_shards():
    """Values, missing chunks, edges and all filters; the same bytes with any number of threads."""
    make_file("in.nc")
    for spec in ("none", "shuffle|zstd,1", "deflate,4"):
        stores = []
        for threads in (1, 2, 7):
            options = ("-k", "zarr3", "-j", threads, "-F", f"/*,{spec}", "-c", "t/1,y/7,x/5")
            copy("in.nc", "out.zarr", *options, "--shards", "t/2,y/,x/11")
            stores.append(read_store("out.zarr"))
            copy("in.nc", "memory.zarr", *options, "--shards", "t/2,y/,x/11", "--max-memory", "1M")
            check_store("in.nc", "memory.zarr")
        assert stores[0] == stores[1] == stores[2]
        assert shard_of("out.zarr", "f4") == ([2, 21, 15], [1, 7, 5])
        assert count_files("out.zarr", "f4") == 2 * 1 * 2
        check_store("in.nc", "out.zarr")
        run(NCFCOPY, "--verify", "-k", "zarr3", "--shards", "t/2,y/,x/11", "-F", f"/*,{spec}",
            "in.nc", "verified.zarr")
        copy("out.zarr", "back.nc", "-F", "none", "-k", "nc4")
        copy("in.nc", "wanted.nc", "-F", "none")
        with netCDF4.Dataset("wanted.nc") as wanted, netCDF4.Dataset("back.nc") as found:
            for path, variable in walk(wanted):
                check_equal(raw_values(variable), raw_values(found[path]), path)
    copy("in.nc", "size.zarr", "-k", "zarr3", "-c", "t/1,y/4,x/5", "--shards", "2K")
    assert shard_of("size.zarr", "f4") == ([1, 16, 30], [1, 4, 5])


def case_shards_zip():
    """In a zip file, a shard is one entry, whatever the order of its chunks."""
    make_file("in.nc")
    for shards in ("t/2,y/,x/11", "t/,y/8", "1K"):
        options = ("-k", "zarr3", "--shards", shards)
        copy("in.nc", "out.zarr", *options)
        for threads in (1, 5):
            copy("in.nc", "out.zip", *options, "-j", threads)
            shutil.rmtree("unzipped.zarr", ignore_errors=True)
            with zipfile.ZipFile("out.zip") as archive:
                assert archive.testzip() is None
                names = archive.namelist()
                assert len(names) == len(set(names))
                archive.extractall("unzipped.zarr")
            assert read_store("unzipped.zarr") == read_store("out.zarr")
            if threads == 1:
                one = Path("out.zip").read_bytes()
        assert one == Path("out.zip").read_bytes(), "depends on the threads"
        copy("out.zip", "back.nc", "-k", "nc4")
        copy("out.zarr", "wanted.nc", "-k", "nc4")
        with netCDF4.Dataset("wanted.nc") as wanted, netCDF4.Dataset("back.nc") as found:
            for path, variable in walk(wanted):
                check_equal(raw_values(variable), raw_values(found[path]), path)


def case_shards_passed():
    """Stored chunks move into shards, out of them and into other shards without decoding."""
    make_file("in.nc", zlib=True, shuffle=True)
    numbers = ["/i2", "/f4", "/big_f8", "/filled"]

    def check(source, target, *options):
        routes = copy(source, target, *options)
        assert {routes[name] for name in numbers} == {"passthrough"}, routes

    check("in.nc", "shards.zarr", "-k", "zarr3", "--shards", "t/2,y/,x/22")
    check_store("in.nc", "shards.zarr")
    assert shard_of("shards.zarr", "f4") == ([2, 24, 22], list(CHUNKS))
    check("shards.zarr", "kept.zarr", "-k", "zarr3", "-j", 3)
    assert read_chunks("kept.zarr") == read_chunks("shards.zarr")
    check("shards.zarr", "others.zarr", "-k", "zarr3", "--shards", "f4:1,8,33", "--shards", "2K",
          "--verify")
    assert shard_of("others.zarr", "f4") == ([1, 8, 33], list(CHUNKS))
    check_store("in.nc", "others.zarr")
    check("others.zarr", "chunks.zarr", "-k", "zarr3", "--shards", "/")
    check("in.nc", "wanted.zarr", "-k", "zarr3")
    assert read_chunks("chunks.zarr") == read_chunks("wanted.zarr")
    check("others.zarr", "back.nc", "-k", "nc4", "--verify")
    check("wanted.zarr", "again.zarr", "-k", "zarr3", "--shards", "t/2,y/,x/22")
    assert read_chunks("again.zarr") == read_chunks("shards.zarr")


def case_shards_unknown_codec():
    """An unknown codec is kept, in other shards too."""
    make_file("in.nc", zlib=True, shuffle=True)
    copy("in.nc", "in.zarr", "-k", "zarr3", "-V", "f4", "--shards", "t/2,y/,x/22")
    path = Path("in.zarr/f4/zarr.json")
    path.write_text(path.read_text().replace("numcodecs.zlib", "nobody.knows"))
    Path("in.zarr/zarr.json").write_text('{"zarr_format":3,"node_type":"group"}')
    for options in ((), ("--shards", "f4:1,8,33"), ("--shards", "/")):
        assert copy("in.zarr", "out.zarr", "-k", "zarr3", *options) == {"/f4": "passthrough"}
        path = Path("out.zarr/f4/zarr.json")
        path.write_text(path.read_text().replace("nobody.knows", "numcodecs.zlib"))
        check_store_of("in.nc", "out.zarr", "f4")


def check_store_of(source, store, name):
    with netCDF4.Dataset(source) as file:
        check_equal(raw_values(file[name]), zarr3.read_array(Path(store, name)), name)


def case_shards_shown():
    """Plans, reports, ncfinfo and ncfdump -s show shards, and ncfgen makes them from that text."""
    make_file("in.nc")
    options = ("-k", "zarr3", "-V", "f4", "--shards", "y/9,x/12")
    plan = run(NCFCOPY, "--plan", *options, "in.nc", "out.zarr")
    assert "1 x 8 x 11 in 1 x 16 x 22" in plan, plan
    done = cases.run(NCFCOPY, *options, "in.nc", "out.zarr", text=True, status=0)
    assert "variable /f4: shards of 1 x 16 x 22, more than requested, because they hold whole " \
           "chunks of 1 x 8 x 11" in done.stderr, done.stderr
    info = run(NCF_BIN / "ncfinfo", "file", "out.zarr")
    assert "1 x 8 x 11 in 1 x 16 x 22" in info, info
    cdl = run(NCF_BIN / "ncfdump", "-s", "--exact", "out.zarr")
    assert "f4:_ChunkSizes = 1, 8, 11 ;" in cdl and "f4:_Shards = 1, 16, 22 ;" in cdl, cdl
    Path("in.cdl").write_text(cdl, encoding="utf-8")
    run(NCF_BIN / "ncfgen", "-k", "zarr3", "-o", "made.zarr", "in.cdl")
    assert shard_of("made.zarr", "f4") == ([1, 16, 22], [1, 8, 11])
    check_store_of("in.nc", "made.zarr", "f4")


def case_shards_refused():
    """Nothing is written if shards are not possible."""
    make_file("in.nc")
    for options, status, message in (
            (("-k", "nc4", "--shards", "1M"), 2, "--shards needs a Zarr v3 output"),
            (("-k", "zarr3", "--shards", "nothing/5"), 1, "there is no dimension /nothing"),
            (("-k", "zarr3", "--shards", "f4:1"), 2, "1 length for variable /f4"),
            (("-k", "zarr3", "--shards", "5Q"), 2, "--shards '5Q': expected a size"),
            (("-k", "zarr3", "--shards", "y"), 2, "--shards: expected DIM/N")):
        found = run(NCFCOPY, *options, "in.nc", "out", status=status)
        assert message in found and not os.path.exists("out"), found


def case_gzip():
    """deflate alone becomes Zarr's own gzip; with filters that Zarr does not define, the bytes
    stay."""
    make_file("in.nc", zlib=True, shuffle=False, complevel=7)
    assert copy("in.nc", "out.zarr", "-k", "zarr3")["/f4"] == "transcode"
    codecs = zarr3.read_metadata(Path("out.zarr/f4"))["codecs"]
    assert codecs == [LITTLE, {"name": "gzip", "configuration": {"level": 7}}], codecs
    check_store("in.nc", "out.zarr")
    assert copy("out.zarr", "again.zarr", "-k", "zarr3")["/f4"] == "passthrough"
    assert copy("out.zarr", "back.nc", "-k", "nc4")["/f4"] == "transcode"
    with netCDF4.Dataset("back.nc") as file:
        assert file["f4"].filters()["complevel"] == 7
    make_file("shuffled.nc", zlib=True, shuffle=True)
    assert copy("shuffled.nc", "shuffled.zarr", "-k", "zarr3")["/f4"] == "passthrough"
    names = [codec["name"] for codec in zarr3.read_metadata(Path("shuffled.zarr/f4"))["codecs"]]
    assert names == ["bytes", "numcodecs.shuffle", "numcodecs.zlib"], names


def case_zstd():
    """Frames of files suit Zarr, and those of Zarr that state their size suit files."""
    make_file("in.nc")
    copy("in.nc", "zstd.nc", "-F", "/f4,zstd,5")
    assert copy("zstd.nc", "out.zarr", "-k", "zarr3")["/f4"] == "passthrough"
    check_store("in.nc", "out.zarr")
    assert copy("out.zarr", "again.zarr", "-k", "zarr3")["/f4"] == "passthrough"
    assert copy("out.zarr", "back.nc", "-k", "nc4")["/f4"] == "passthrough"
    check_store("back.nc", "again.zarr")


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
        root = zarr.open_group("out.zarr", mode="r", use_consolidated=VERSION > (3, 0))
        with netCDF4.Dataset("in.nc") as file:
            for path, variable in walk(file):
                if path == "/text" and VERSION == (3, 0):
                    continue  # its type null_terminated_bytes is not in zarr-python 3.0
                array = root[path.strip("/")]
                found = as_netcdf(array[...])
                assert same_values(raw_values(variable), found), (spec, path)
                names = array.metadata.dimension_names or ()
                assert tuple(names) == variable.dimensions, (spec, path, names)


def case_python_reads_shards():
    """zarr-python 3 reads our shards, and our consolidated metadata."""
    need_zarr_python_3()
    make_file("in.nc")
    names = ("i2", "f4", "big_f8", "filled")
    for spec in ("none", "deflate,3", "shuffle|zstd,3"):
        copy("in.nc", "out.zarr", "-k", "zarr3", "-F", f"/*,{spec}", "--shards", "t/2,y/,x/22",
             "-V", ",".join(names))
        root = zarr.open("out.zarr", mode="r")
        with netCDF4.Dataset("in.nc") as file:
            for name in names:
                assert root[name].shards == (2, 24, 22)
                assert same_values(raw_values(file[name]), as_netcdf(root[name][...])), name


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
    sys.exit(main(cases_in(globals())))
