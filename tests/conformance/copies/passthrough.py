#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The route each variable takes, and what it leaves on the disk: files of other writers, copied.

Where a variable passes through, every stored chunk, mask and parameter is what it was, read by
h5py; on every route, values are what they were, read by netCDF4-python. Copies run where HDF5 may
load no plugin, unless a case says otherwise.
"""

import json
import os
import sys

import h5py
import netCDF4
import numpy

from cases import main, run, skip

NCFCOPY = os.path.join(os.environ["NCF_BIN"], "ncfcopy")
CHUNKS = (10, 25)
BITSHUFFLE, ZFP = 32008, 32013


def field(dtype="f4", shape=(30, 100)):
    noise = numpy.random.default_rng(1).normal(0, 3, shape)
    return (100 + 20 * numpy.sin(numpy.indices(shape)[0] / 9) + noise).astype(dtype)


def need_filter(number):
    if not h5py.h5z.filter_avail(number):
        skip(f"no plugin for filter {number}")


def copy(source, target, *options, plugins=False, status=0):
    """Returns the report of a copy, or its message if it fails as expected."""
    environment = dict(os.environ)
    if not plugins:
        environment["HDF5_PLUGIN_PRELOAD"] = "::"
    done = run(NCFCOPY, *options, "--report=json", source, target, status=status, env=environment,
               text=True)
    return json.loads(done.stdout) if status == 0 else done.stderr


def routes(report):
    return {entry["path"]: entry["route"] for entry in report["variables"]}


def reasons(report):
    return {entry["path"]: entry["route_by"] for entry in report["variables"]}


def stored(path, name):
    """Returns everything about a dataset's bytes: filters, and each chunk with its mask."""
    with h5py.File(path, "r") as file:
        dataset = file[name].id
        properties = dataset.get_create_plist()
        filters = [properties.get_filter(i) for i in range(properties.get_nfilters())]
        chunks = {}
        for index in range(dataset.get_num_chunks()):
            offset = dataset.get_chunk_info(index).chunk_offset
            chunks[offset] = dataset.read_direct_chunk(offset)
        return [(number, cd_values) for number, _, cd_values, _ in filters], chunks


def values(path, name):
    with netCDF4.Dataset(path) as dataset:
        dataset.set_auto_maskandscale(False)
        return dataset[name][...]


def check_values(source, target, *names):
    for name in names:
        numpy.testing.assert_array_equal(values(source, name), values(target, name), name)


def check_values_by_h5py(source, target, *names):
    """Compares values by h5py, for files whose filters libnetcdf may lack."""
    with h5py.File(source) as before, h5py.File(target) as after:
        for name in names:
            numpy.testing.assert_array_equal(before[name], after[name], name)


def check_passed(source, target, report, *names):
    for name in names:
        assert routes(report)[name] == "passthrough", (name, reasons(report)[name])
        assert stored(source, name) == stored(target, name), name


def check_decoded(source, target, report, reason, *names, route="transcode"):
    for name in names:
        assert routes(report)[name] == route, (name, routes(report)[name], reasons(report)[name])
        assert reasons(report)[name] == reason, reasons(report)[name]
    check_values(source, target, *names)


def order_of_filters():
    """h5py puts shuffle and deflate before fletcher32, libnetcdf after; the copy keeps the file's
    order."""
    with h5py.File("in.nc", "w") as file:
        file.create_dataset("v", data=field(), chunks=CHUNKS, compression="gzip", shuffle=True,
                            fletcher32=True)
        file.create_dataset("w", data=field(), chunks=CHUNKS, compression="gzip", shuffle=True)
    report = copy("in.nc", "out.nc")
    check_passed("in.nc", "out.nc", report, "/v", "/w")
    check_values("in.nc", "out.nc", "v", "w")


def holes():
    """Chunks that were never written read as 0 without a fill value, in the copy too."""
    data = field()
    with h5py.File("in.nc", "w") as file:
        for name, fill in (("none", None), ("seven", 7)):
            hole = file.create_dataset(f"{name}_with_hole", data.shape, "f4", chunks=CHUNKS,
                                       compression="gzip", fillvalue=fill)
            hole[:10, :25] = data[:10, :25]
            file.create_dataset(f"{name}_whole", data=data, chunks=CHUNKS, compression="gzip",
                                fillvalue=fill)
            file.create_dataset(f"{name}_nothing", data.shape, "f4", fillvalue=fill)
    report = copy("in.nc", "out.nc")
    check_passed("in.nc", "out.nc", report, "/none_whole", "/seven_whole", "/none_with_hole")
    assert routes(report)["/none_nothing"] == "passthrough"
    assert values("out.nc", "none_with_hole")[29, 99] == 0
    check_values("in.nc", "out.nc", *(f"{fill}_{part}" for fill in ("none", "seven")
                                      for part in ("with_hole", "nothing", "whole")))


def holes_of_netcdf():
    """A netCDF variable with a fill value keeps its holes: they take no space, and read the
    same."""
    with netCDF4.Dataset("in.nc", "w") as file:
        file.createDimension("y", 30)
        file.createDimension("x", 100)
        variable = file.createVariable("v", "f4", ("y", "x"), chunksizes=CHUNKS, zlib=True,
                                       fill_value=-1)
        variable[10:20, 25:50] = 5
    report = copy("in.nc", "out.nc")
    check_passed("in.nc", "out.nc", report, "/v")
    assert len(stored("out.nc", "v")[1]) == 1
    check_values("in.nc", "out.nc", "v")


def masks():
    """A chunk that skipped a filter has this in its mask, which is copied with it."""
    data = field()
    with h5py.File("in.nc", "w") as file:
        dataset = file.create_dataset("v", data=data, chunks=CHUNKS, compression="gzip",
                                      shuffle=True)
        plain = numpy.full(CHUNKS, 3, "f4")
        dataset.id.write_direct_chunk((10, 50), plain.tobytes(), filter_mask=3)
    report = copy("in.nc", "out.nc")
    check_passed("in.nc", "out.nc", report, "/v")
    assert stored("out.nc", "v")[1][10, 50][0] == 3
    numpy.testing.assert_array_equal(values("out.nc", "v")[10:20, 50:75], plain)


def user_block():
    """HDF5 may begin anywhere in a file; addresses then count from the end of the user block."""
    with h5py.File("in.nc", "w", userblock_size=1024) as file:
        file.create_dataset("v", data=field(), chunks=CHUNKS, compression="gzip")
    with open("in.nc", "r+b") as file:
        file.write(b"the user's own")
    report = copy("in.nc", "out.nc")
    check_passed("in.nc", "out.nc", report, "/v")
    check_values("in.nc", "out.nc", "v")


def stored_cd_values():
    """Words that a filter stored in a file are kept, although they would change if given again; and
    no plugin is needed for data that are not decoded."""
    zfp_rate_8 = (1, 0, 0, 1075838976)
    filters = {"bitshuffle": (BITSHUFFLE, (0, 2)), "zfp": (ZFP, zfp_rate_8), "lz4": (32004, (0,)),
               "blosc": (32001, (0, 0, 0, 0, 5, 1, 1)), "lzf": (32000, ())}
    available = {name: one for name, one in filters.items() if h5py.h5z.filter_avail(one[0])}
    if not available:
        skip("no plugins of other makers")
    with h5py.File("in.nc", "w") as file:
        for name, (number, cd_values) in available.items():
            properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            properties.set_chunk((32, 32))
            properties.set_filter(number, h5py.h5z.FLAG_OPTIONAL, cd_values)
            data = field(shape=(64, 96))
            space = h5py.h5s.create_simple(data.shape)
            dataset = h5py.h5d.create(file.id, name.encode(), h5py.h5t.IEEE_F32LE, space,
                                      properties)
            h5py.Dataset(dataset)[...] = data
        file.create_dataset("szip", data=field(), chunks=CHUNKS, compression="szip",
                            compression_opts=("nn", 8))
    report = copy("in.nc", "out.nc")
    check_passed("in.nc", "out.nc", report, "/szip", *(f"/{name}" for name in available))
    check_values_by_h5py("in.nc", "out.nc", *available)


def make_bitshuffled(*names):
    """Makes in.nc with variables that need another author's filter."""
    need_filter(BITSHUFFLE)
    with h5py.File("in.nc", "w") as file:
        for name in names:
            file.create_dataset(name, data=field(), chunks=CHUNKS, compression=BITSHUFFLE,
                                compression_opts=(0, 2))


def one_defined_anew():
    """Another variable's filter of the same kind needs the filter itself: both are copied
    correctly."""
    make_bitshuffled("a", "b")
    with h5py.File("in.nc", "a") as file:
        file.create_dataset("c", data=field(), chunks=CHUNKS)
    report = copy("in.nc", "out.nc", "-F", "c,32008,0,2", plugins=True)
    check_passed("in.nc", "out.nc", report, "/a", "/b")
    assert stored("out.nc", "c")[0] == stored("in.nc", "a")[0]
    check_values_by_h5py("in.nc", "out.nc", *"abc")


def one_decoded():
    """A variable that must be decoded needs a filter that another keeps."""
    make_bitshuffled("a", "b")
    report = copy("in.nc", "out.nc", "-F", "b,none", plugins=True)
    check_passed("in.nc", "out.nc", report, "/a")
    assert routes(report)["/b"] == "transcode"
    check_values_by_h5py("in.nc", "out.nc", "b")


def missing_plugin():
    """Values that must be decoded need the filter: an error, before anything is written."""
    need_filter(ZFP)
    zfp = {"compression": ZFP, "compression_opts": (1, 0, 0, 1075838976)}
    with h5py.File("in.nc", "w") as file:
        file.create_dataset("v", data=field(), chunks=CHUNKS, **zfp)
        file.create_dataset("w", data=field(), chunks=CHUNKS, compression="gzip")
        file.create_dataset("h", data=field(), chunks=CHUNKS, **zfp)
    message = copy("in.nc", "out.nc", "-F", "h,none", status=1)
    assert "variable /h" in message and "filter 32013 (zfp) is not available" in message, message
    message = copy("in.nc", "out.nc", "-F", "v,zstd,3", status=1)
    assert "filter 32013 (zfp) is not available" in message, message
    assert sorted(os.listdir(".")) == ["in.nc"]
    report = copy("in.nc", "out.nc", "-V", "v,w")
    check_passed("in.nc", "out.nc", report, "/v", "/w")


def types():
    """Any type of fixed size passes through, in any byte order; others are decoded."""
    point = numpy.dtype([("x", "i1"), ("y", "f8")], align=True)
    data = {"big": field(">f8"), "little": field("<i2"), "bytes": field("u1"),
            "point": numpy.zeros((30, 100), point)}
    data["point"]["y"] = field("f8")
    with h5py.File("in.nc", "w") as file:
        file["a_point"] = point
        file["a_kind"] = h5py.enum_dtype({"a": 1, "b": 2}, "u1")
        file.create_dataset("again", data=data["big"], chunks=CHUNKS, compression="gzip")
        for name in ("big", "little", "bytes"):
            file.create_dataset(name, data=data[name], chunks=CHUNKS, compression="gzip")
        file.create_dataset("point", data=data["point"], dtype=file["a_point"], chunks=CHUNKS)
        file.create_dataset("enum", data=numpy.ones((30, 100), "u1"), dtype=file["a_kind"],
                            chunks=CHUNKS)
        file.create_dataset("scalar", data=numpy.float64(3))
        file.create_dataset("flat", data=field())
        file.create_dataset("text", data=["a", "bc", "def"], dtype=h5py.string_dtype())
    report = copy("in.nc", "out.nc", "-F", "again,deflate,1")
    check_passed("in.nc", "out.nc", report, "/big", "/little", "/bytes", "/point", "/enum")
    check_decoded("in.nc", "out.nc", report, "the filters change", "/again")
    for name in ("scalar", "flat"):
        assert routes(report)[f"/{name}"] == "passthrough"
    check_decoded("in.nc", "out.nc", report, "its values are of variable length", "/text",
                  route="element")
    check_values("in.nc", "out.nc", "big", "little", "bytes", "point", "scalar", "flat")


def unlimited():
    """Variables of one unlimited dimension may be written to different lengths."""
    with netCDF4.Dataset("in.nc", "w") as file:
        file.createDimension("t", None)
        file.createDimension("s", None)
        file.createDimension("x", 100)
        file.createVariable("long", "f4", ("t", "x"), zlib=True)[...] = field()
        file.createVariable("short", "f4", ("t", "x"), zlib=True)[0:3] = field()[0:3]
        file.createVariable("never", "f4", ("t", "s"))
        file.createVariable("t", "i4", ("t",))[0:7] = numpy.arange(7)
    report = copy("in.nc", "out.nc")
    check_passed("in.nc", "out.nc", report, "/long", "/short", "/never", "/t")
    check_values("in.nc", "out.nc", "long", "short", "never", "t")
    report = copy("in.nc", "fixed.nc", "-u")
    assert routes(report)["/long"] == "passthrough", reasons(report)
    check_decoded("in.nc", "fixed.nc", report, "its dimensions are longer than what is stored",
                  "/short", "/t", route="element")
    check_values("in.nc", "fixed.nc", "never")


def asked_for_what_is_there():
    """An option that requests what is already stored changes nothing; any other decodes."""
    with h5py.File("in.nc", "w") as file:
        file.create_dataset("v", data=field(), chunks=CHUNKS, compression="gzip", shuffle=True)
    for options in ("-F", "*,shuffle|deflate,4"), ("-w",):
        report = copy("in.nc", "out.nc", *options)
        check_passed("in.nc", "out.nc", report, "/v")
    for options, reason, route in (
            (("-d", "5", "-s"), "the filters change", "transcode"),
            (("-c", "v:5,5"), "the storage changes", "rechunk"),
            (("-k", "cdf5"), "not from chunks to chunks", "rechunk")):
        report = copy("in.nc", "out.nc", *options)
        check_decoded("in.nc", "out.nc", report, reason, "/v", route=route)


if __name__ == "__main__":
    sys.exit(main([order_of_filters, holes, holes_of_netcdf, masks, user_block, stored_cd_values,
                   one_defined_anew, one_decoded, missing_plugin, types, unlimited,
                   asked_for_what_is_there]))
