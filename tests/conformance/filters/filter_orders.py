#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the order of filters: a requested order is made, that of a file is kept, and values come
back.

h5py reads what ncfcopy writes, with our plugins and, for zfp, Debian's; zarr-python reads stores.
"""

import glob
import itertools
import json
import os
import subprocess
import sys

from cases import Failure, main, need_program, skip
import peers  # sets the plugin path before the libraries below are loaded

import h5py
import netCDF4
import numpy

for folder in glob.glob("/usr/lib/*/hdf5/serial/plugins"):
    h5py.h5pl.append(folder.encode())

SHAPE, CHUNKS = (24, 40), (8, 20)
TYPES = ("i2", "i4", "f4", "f8")
ZFP = 32013
ACCURACY = 0.001
DIGITS = 3

# Name: id, the spec, whether it works on values.
FILTERS = {
    "deflate": (1, "deflate,4", False),
    "shuffle": (2, "shuffle", False),
    "fletcher32": (3, "fletcher32", False),
    "szip": (4, "szip,nn,8", False),
    "soffset": (6, "scaleoffset,{mode}", True),
    "bzip2": (307, "bzip2,5", False),
    "lz4": (32004, "lz4", False),
    "zfp": (ZFP, f"zfp,accuracy={ACCURACY}", True),
    "zstd": (32015, "zstd,3", False),
}


def field(dtype):
    row, column = numpy.meshgrid(*map(numpy.arange, SHAPE), indexing="ij")
    return (100 * numpy.sin(row / 5) + 50 * numpy.cos(column / 7)).astype(dtype)


def spec_of(name, dtype):
    mode = f"digits={DIGITS}" if dtype[0] == "f" else "bits=0"
    return FILTERS[name][1].format(mode=mode)


def bound_of(names, dtype):
    if dtype[0] != "f":
        return 0
    return max({"zfp": ACCURACY, "soffset": 10.0 ** -DIGITS}.get(name, 0) for name in names)


def has_zfp():
    return h5py.h5z.filter_avail(ZFP)


def can_have(name, dtype):
    return name != "zfp" or (dtype[0] == "f" and has_zfp())


def require_values(path, name, expected, bound):
    with h5py.File(path) as file:
        found = file[name][...]
    error = numpy.abs(found.astype("f8") - expected.astype("f8")).max()
    if not error <= bound:
        raise Failure(f"{path}: {name} is off by {error}, more than {bound}")


def can_read(path, name):
    try:
        with h5py.File(path) as file:
            return file[name][...] is not None
    except OSError:
        return False


def write_fields(path, names):
    """Writes {name: dtype} as variables of a netCDF file."""
    with netCDF4.Dataset(path, "w") as file:
        file.createDimension("y", SHAPE[0])
        file.createDimension("x", SHAPE[1])
        for name, dtype in names.items():
            file.createVariable(name, dtype, ("y", "x"), chunksizes=CHUNKS)[...] = field(dtype)


def all_pairs():
    for (first, second), dtype in itertools.product(itertools.permutations(FILTERS, 2), TYPES):
        if can_have(first, dtype) and can_have(second, dtype):
            yield first, second, dtype


def refusal(*arguments):
    done = subprocess.run([peers.NCF_BIN / "ncfcopy", *arguments], capture_output=True, check=False,
                          text=True)
    return done.stderr if done.returncode else ""


def check_szip_last(first, dtype):
    """Checks szip after other filters: it encodes whole values, which a compressor or a checksum
    seldom leaves."""
    write_fields("one.nc", {"v": dtype})
    said = refusal("-F", f"v,{spec_of(first, dtype)}|{spec_of('szip', dtype)}", "one.nc", "szip.nc")
    if not said:
        require_values("szip.nc", "v", field(dtype), bound_of((first,), dtype))
        os.remove("szip.nc")
    elif "variable /v" not in said or "szip" not in said:
        raise Failure(f"szip after {first} on {dtype}: {said}")


def pairs():
    """Every chain of two filters on every type is made in the requested order and read back, or
    refused."""
    accepted, refused = {}, set()
    for first, second, dtype in all_pairs():
        if second == "szip" and first != "shuffle":
            check_szip_last(first, dtype)
        elif {first, second} == {"deflate", "szip"}:
            continue  # libnetcdf has only one of these on a variable
        elif FILTERS[second][2]:
            refused.add(f"{spec_of(first, dtype)}|{spec_of(second, dtype)}")
        else:
            accepted[f"{first}_{second}_{dtype}"] = (first, second, dtype)
    write_fields("in.nc", {name: dtype for name, (_, _, dtype) in accepted.items()})
    options = []
    for name, (first, second, dtype) in accepted.items():
        options += ["-F", f"{name},{spec_of(first, dtype)}|{spec_of(second, dtype)}"]
    peers.ncfcopy(*options, "in.nc", "out.nc")
    chains = peers.filters("out.nc")
    for name, (first, second, dtype) in accepted.items():
        expected = [FILTERS[first][0], FILTERS[second][0]]
        found = [number for number, _ in chains["/" + name]]
        if found != expected:
            raise Failure(f"{name} has filters {found}, not {expected}")
        require_values("out.nc", name, field(dtype), bound_of((first, second), dtype))
    for chain in sorted(refused):
        said = refusal("-F", f"*,{chain}", "in.nc", "refused.nc")
        if "works on values, but" not in said:
            raise Failure(f"-F '*,{chain}' gives: {said or 'a file'}")


def h5repack(source, target, *filters):
    need_program("h5repack")
    peers.run("h5repack", *(word for one in filters for word in ("-f", one)), source, target)


def ids(path, name="/v"):
    return [number for number, _ in peers.filters(path)[name]]


def kept():
    """The order of a file is kept on every route."""
    chains = {"soff_flet": (["v:SOFF=3,DS", "v:FLET"], 0.001), "deflate_shuffle":
              (["v:GZIP=4", "v:SHUF"], 0), "shuffle_deflate_flet":
              (["v:SHUF", "v:GZIP=4", "v:FLET"], 0)}
    if has_zfp():
        chains["zfp_flet"] = (["v:UD=32013,0,6,5,0,0,0,0,0", "v:FLET"], 0)
        chains["zfp_shuffle"] = (["v:UD=32013,0,4,3,0,0,1072693248", "v:SHUF"], 1)
    write_fields("in.nc", {"v": "f8"})
    for name, (filters, bound) in chains.items():
        h5repack("in.nc", f"{name}.nc", *filters)
        for options in ((), ("-c", "y/12,x/10"), ("-c", "y/12,x/10", "-w"), ("-w",)):
            report = json.loads(peers.ncfcopy("--report=json", *options, f"{name}.nc",
                                              "out.nc").stdout)
            if ids("out.nc") != ids(f"{name}.nc"):
                raise Failure(f"{name} {options}: filters {ids('out.nc')}")
            require_values("out.nc", "v", field("f8"), 2 * bound)
            route = next(one["route"] for one in report["variables"] if one["path"] == "/v")
            if not options and route != "passthrough":
                raise Failure(f"{name} goes by {route}")


def damaging():
    """A chain that damages values passes through unchanged, and is not encoded again."""
    write_fields("in.nc", {"v": "i4"})
    h5repack("in.nc", "in2.nc", "v:SHUF", "v:SOFF=0,IN")
    peers.ncfcopy("in2.nc", "out.nc")
    assert ids("out.nc") == [2, 6], ids("out.nc")
    said = refusal("-c", "y/12,x/10", "in2.nc", "out2.nc")
    assert "variable /v: filters shuffle | scaleoffset" in said, said
    if can_read("in2.nc", "v"):
        peers.ncfcopy("-c", "y/12,x/10", "-F", "v,shuffle", "in2.nc", "out3.nc")
        require_values("out3.nc", "v", field("i4"), 0)
    else:  # later versions of libhdf5 refuse what their scaleoffset wrote
        said = refusal("-c", "y/12,x/10", "-F", "v,shuffle", "in2.nc", "out3.nc")
        assert "in2.nc: variable /v: HDF5: filter returned failure" in said, said


def register_fletcher32():
    """Registers fletcher32, which numcodecs 0.11 does not have."""
    import numcodecs

    class Fletcher32(numcodecs.abc.Codec):
        codec_id = "fletcher32"

        def encode(self, buf):
            raise NotImplementedError

        def decode(self, buf, out=None):
            return numcodecs.compat.ndarray_copy(memoryview(bytes(buf))[:-4], out)

    numcodecs.register_codec(Fletcher32)


def zarr():
    """netCDF-4's own order, fletcher32 before shuffle, differs in Zarr for values of 8 bytes."""
    try:
        import zarr as zarr_python
    except ImportError as error:
        skip(error)
    register_fletcher32()
    with netCDF4.Dataset("in.nc", "w") as file:
        file.createDimension("y", SHAPE[0])
        file.createDimension("x", SHAPE[1])
        for dtype in TYPES:
            file.createVariable(dtype, dtype, ("y", "x"), chunksizes=CHUNKS, zlib=True,
                                shuffle=True, fletcher32=True)[...] = field(dtype)
    for kind in ("zarr", "nczarr"):
        done = peers.ncfcopy("-k", kind, "in.nc", f"{kind}.zarr")
        assert b"fletcher32 goes after shuffle" in done.stderr and b": /f8" in done.stderr, \
            done.stderr
        store = zarr_python.open(f"{kind}.zarr", mode="r")
        for dtype in TYPES:
            numpy.testing.assert_array_equal(store[dtype][...], field(dtype))
        peers.ncfcopy("--verify", f"{kind}.zarr", "back.nc")
        peers.require_same_values("h5py", peers.hdf5_values("back.nc"), peers.hdf5_values("in.nc"))
    peers.ncfcopy("-k", "zarr3", "in.nc", "three.zarr")
    with open("three.zarr/f8/zarr.json", encoding="utf-8") as metadata:
        names = [codec["name"] for codec in json.load(metadata)["codecs"]]
    assert names == ["bytes", "numcodecs.shuffle", "numcodecs.zlib", "numcodecs.fletcher32"], names
    said = refusal("-k", "zarr", "-F", "f8,fletcher32|shuffle|zlib,4", "in.nc", "no.zarr")
    assert "Zarr readers cannot undo shuffle after fletcher32" in said, said
    said = refusal("--kerchunk", "no.json", "in.nc")
    assert "variable /f8: Zarr readers cannot undo shuffle" in said, said


if __name__ == "__main__":
    sys.exit(main([pairs, kept, damaging, zarr]))
