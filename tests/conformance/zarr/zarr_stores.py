#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Exchanges Zarr stores between ncfcopy and its peers: zarr-python, xarray and libnetcdf.

The peers read what ncfcopy writes, and ncfcopy reads what they write; values, dimensions and
attributes are compared with those of the original or resulting netCDF file, as netCDF4-python reads
it.
"""

import json
import os
import shutil
import subprocess
import sys
import warnings
import zlib
from functools import partial
from pathlib import Path

from cases import cases_in, main, need_corpus, need_plugin, skip
from peers import NCF_BIN, netcdf_values, raw_values, same_values  # sets the plugin path before the libraries below are loaded
from zarr_peers import (CHUNKS, NCFCOPY, SHAPE, attributes_of, check_attributes, check_chains,
                        check_equal, check_same_file, check_xarray, check_zarr_python, copy, field,
                        make_file, run)
from zarr_python import as_netcdf, create_array

import h5py
import netCDF4
import numcodecs
import numpy
import xarray
import zarr

NCFINFO = NCF_BIN / "ncfinfo"


def case_written_v2():
    """Plain Zarr v2, which the suffix alone requests, read by zarr-python and xarray, and back."""
    make_file("in.nc", zlib=True, complevel=4)
    routes = copy("in.nc", "out.zarr")
    assert routes["/f4"] == routes["/big_f8"] == routes["/filled"] == "passthrough", routes
    check_zarr_python("in.nc", "out.zarr", is_nczarr=False)
    check_xarray("in.nc", "out.zarr")
    check_xarray("in.nc", "out.zarr", "forecast/model")
    routes = copy("out.zarr", "back.nc")
    check_same_file("in.nc", "back.nc", exact=False)


def case_written_nczarr():
    """NCZarr, read by zarr-python and xarray, and back with everything."""
    make_file("in.nc", zlib=True, complevel=4)
    routes = copy("in.nc", "out.zarr", "-k", "nczarr")
    assert routes["/f4"] == routes["/big_f8"] == routes["/filled"] == "passthrough", routes
    check_zarr_python("in.nc", "out.zarr", is_nczarr=True)
    routes = copy("out.zarr", "back.nc")
    assert routes["/f4"] == routes["/big_f8"] == routes["/filled"] == "passthrough", routes
    check_same_file("in.nc", "back.nc", exact=True)


def case_written_v3():
    """Zarr v3 and back."""
    make_file("in.nc", zlib=True, complevel=4)
    copy("in.nc", "out.zarr", "-k", "zarr3")
    copy("out.zarr", "back.nc")
    check_same_file("in.nc", "back.nc", exact=False)


def case_between_formats():
    """From each format of Zarr to each other, stored bytes passing through."""
    make_file("in.nc", zlib=True, shuffle=True)
    copy("in.nc", "nczarr.zarr", "-k", "nczarr")
    for first, second in (("nczarr", "zarr"), ("zarr", "zarr3"), ("zarr3", "nczarr")):
        shutil.rmtree(f"{second}.zarr", ignore_errors=True)
        routes = copy(f"{first}.zarr", f"{second}.zarr", "-k", second)
        assert routes["/f4"] == "passthrough", (first, second, routes)
        copy(f"{second}.zarr", "back.nc")
        check_same_file("in.nc", "back.nc", exact=False)


def case_filters():
    """ncfcopy writes every filter that Zarr has, and numcodecs reads it; also the refusals."""
    need_plugin("blosc", "szip")
    make_file("in.nc")
    for spec in ("shuffle|deflate,5", "bzip2,9", "zstd,3", "shuffle|zstd,5", "blosc,cname=lz4",
                 "blosc,cname=zstd,shuffle=bit"):
        for kind, is_nczarr in (("zarr", False), ("nczarr", True)):
            copy("in.nc", "out.zarr", "-k", kind, "-F", f"/*,{spec}")
            check_zarr_python("in.nc", "out.zarr", is_nczarr)
            copy("out.zarr", "back.nc", "-F", "none")
            copy("in.nc", "wanted.nc", "-F", "none")
            check_same_file("wanted.nc", "back.nc", exact=False)
    # libnetcdf has that codec, numcodecs not.
    copy("in.nc", "szip.zarr", "-k", "nczarr", "-F", "f4,szip,nn,8")
    copy("szip.zarr", "back.nc", "-F", "none")
    check_same_file("wanted.nc", "back.nc", exact=False)
    for spec in ("bitshuffle", "lz4"):
        message = run(NCFCOPY, "-F", f"f4,{spec}", "in.nc", "refused.zarr", status=1)
        assert "/f4" in message and "Zarr" in message, message
        assert not os.path.exists("refused.zarr")


# What numcodecs 0.16 writes, in any mode.
ZFPY = {"id": "zfpy", "mode": 4, "tolerance": -1, "rate": -1, "precision": -1}


def zfpy_chunk(values):
    """Returns the signature of a chunk by zfpy: the header and whole words of 64 bits."""
    return values[:4] == b"zfp\x05" and len(values) % 8 == 0


def case_zfp():
    """zfp from netCDF-4 to Zarr as zfpy, and back; between stores as stored."""
    need_plugin("zfp")
    data = numpy.add.outer(numpy.sin(numpy.arange(30) / 9), numpy.arange(40) / 7) * 20
    with netCDF4.Dataset("plain.nc", "w") as file:
        file.createDimension("y", 30)
        file.createDimension("x", 40)
        for name in ("within", "exact"):
            file.createVariable(name, "f8", ("y", "x"), chunksizes=(8, 32))[:] = data
    copy("plain.nc", "in.nc", "-F", "within,zfp,accuracy=0.01", "-F", "exact,zfp,reversible")
    for kind in ("zarr", "nczarr", "zarr3"):
        routes = copy("in.nc", "out.zarr", "-k", kind, "--verify")
        assert set(routes.values()) == {"transcode"}, routes
        separator = "c/0/0" if kind == "zarr3" else "0.0"
        for name, tolerance in (("within", 2 ** -7), ("exact", -1)):
            assert zfpy_chunk(Path("out.zarr", name, separator).read_bytes()), (kind, name)
            if kind != "zarr3":
                metadata = json.loads(Path("out.zarr", name, ".zarray").read_text("utf-8"))
                assert metadata["compressor"] == {**ZFPY, "tolerance": tolerance}, metadata
        routes = copy("out.zarr", "again.zarr", "-k", kind)
        assert set(routes.values()) == {"passthrough"}, routes
        for name in ("within", "exact"):
            for chunk in Path("out.zarr", name).rglob("*[0-9]"):
                again = Path("again.zarr", chunk.relative_to("out.zarr"))
                assert not chunk.is_file() or chunk.read_bytes() == again.read_bytes(), chunk
        routes = copy("out.zarr", "back.nc")
        assert "passthrough" not in routes.values(), routes
        with netCDF4.Dataset("back.nc") as file:
            assert abs(file["within"][:] - data).max() <= 3 * 2 ** -7
            assert (file["exact"][:] == data).all()
        shutil.rmtree("out.zarr")
        shutil.rmtree("again.zarr")


def case_zfp_refusals():
    """Data that numcodecs' zfpy cannot encode are refused with the variable, filter and reason."""
    need_plugin("zfp")
    with netCDF4.Dataset("in.nc", "w") as file:
        for name in "abcde":
            file.createDimension(name, 4)
        file.createVariable("unsigned", "u4", ("a", "b"))[:] = 1
        file.createVariable("big", "f4", ("a", "b"), endian="big")[:] = 1
        file.createVariable("ranks", "f4", tuple("abcde"))[:] = 1
        file.createVariable("expert", "f4", ("a", "b"))[:] = 1
    for name, spec, reason in (
            ("unsigned", "zfp,reversible", "encodes int, int64, float and double, not uint"),
            ("big", "zfp,reversible", "zfpy encodes little-endian numbers"),
            ("ranks", "zfp,reversible", "zfpy encodes 1 to 4 dimensions, not 5"),
            ("expert", "zfp,expert,1,16658,64,-20", "zfpy has no mode expert")):
        message = run(NCFCOPY, "-F", f"{name},{spec}", "-k", "zarr", "in.nc", "out.zarr", status=1)
        assert f"/{name}" in message and "zfp" in message and reason in message, message
        assert not os.path.exists("out.zarr")


def case_python_writes():
    """Stores of zarr-python with its types, orders, separators, codecs and missing chunks."""
    shuffle = numcodecs.Shuffle(4)
    root = zarr.open_group("in.zarr", mode="w")
    root.attrs.update({"text": "x", "int": 1, "long": 2**40, "float": 1.5, "true": True,
                       "list": [1, 2.5], "texts": ["a", "b"], "empty": [], "null": None,
                       "object": {"a": [1]}, "mixed": [1, "a"], "nan": float("nan")})
    data = field("f4")
    options = {
        "plain": {"compressor": None},
        "fortran": {"order": "F"},
        "slashes": {"dimension_separator": "/"},
        "shuffled": {"filters": [shuffle], "compressor": numcodecs.Zlib(1)},
        "bz2": {"compressor": numcodecs.BZ2(1)},
        "zstd": {"compressor": numcodecs.Zstd(1)},
        "blosc": {"compressor": numcodecs.Blosc("lz4hc", 5, numcodecs.Blosc.BITSHUFFLE)},
        "gzip": {"compressor": numcodecs.GZip(1)},
        "long_chunks": {"chunks": (7, 50, 50)},
    }
    for name, settings in options.items():
        array = create_array(root, name, data, **{"chunks": CHUNKS, **settings})
        array.attrs["_ARRAY_DIMENSIONS"] = list("tyx")
    for dtype in ("b1", ">i2", ">f8", "f2", "S3", "U3", "u8", "S1"):
        create_array(root, "type_" + dtype.strip(">"), field("i4").astype(dtype), chunks=CHUNKS)
    holes = create_array(root, "holes", shape=SHAPE, chunks=CHUNKS, dtype="i4", fill_value=-7)
    holes[1, :9] = 5
    create_array(root, "texts", numpy.array(["a", "Grüße", ""], object), dtype=str)
    create_array(root, "scalar", numpy.array(3.5), chunks=())
    copy("in.zarr", "out.nc")
    with netCDF4.Dataset("out.nc") as file:
        for path, array in root.arrays():
            found, wanted = raw_values(file[path]), as_netcdf(array[...])
            assert same_values(wanted, found), (path, wanted, found)
        assert file["fortran"].dimensions == tuple("tyx")
        assert file["plain"].dimensions == tuple("tyx")
        check_attributes({"text": "x", "int": 1, "long": 2**40, "float": 1.5, "true": 1,
                          "list": [1, 2.5], "texts": ["a", "b"], "empty": "", "null": "null",
                          "object": '{"a":[1]}', "mixed": '[1,"a"]', "nan": numpy.nan},
                         attributes_of(file), "/")


def case_xarray_writes():
    """Stores of xarray: dimensions, coordinates, packed values, text, consolidated."""
    make_file("in.nc", zlib=True)
    for consolidated in (False, True):
        shutil.rmtree("in.zarr", ignore_errors=True)
        with xarray.open_dataset("in.nc", mask_and_scale=False, concat_characters=False) as dataset:
            dataset.drop_vars("scalar").to_zarr("in.zarr", consolidated=consolidated)
        copy("in.zarr", "out.nc", "-k", "nc4")
        with netCDF4.Dataset("in.nc") as wanted, netCDF4.Dataset("out.nc") as found:
            for name in set(wanted.variables) - {"scalar"}:
                expected = as_netcdf(raw_values(wanted[name]))
                assert same_values(expected, raw_values(found[name])), name
                assert wanted[name].dimensions == found[name].dimensions, name
                ours = attributes_of(found[name])
                if name != "filled":
                    ours.pop("_FillValue", None)  # xarray gives one to all floats
                check_attributes(attributes_of(wanted[name]), ours, name)


def case_consolidated():
    """Consolidated metadata, read by xarray; and stores that have no others."""
    make_file("in.nc", zlib=True)
    path = Path("out.zarr").absolute()
    copy("in.nc", path)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)  # which xarray gives without them
        with xarray.open_zarr(str(path)) as found:
            assert "f4" in found.variables
    for key in list(path.rglob(".z[aeg]*")):
        if key.name != ".zmetadata":
            key.unlink()
    copy(path, "back.nc")
    check_same_file("in.nc", "back.nc", exact=False)


def case_libnetcdf_writes():
    """NCZarr of Debian's libnetcdf, including its mistakes."""
    with netCDF4.Dataset("in.nc", "w") as file:
        for name, length in zip("tyx", SHAPE):
            file.createDimension(name, length)
        file.title = "plain"
        for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"):
            variable = file.createVariable(dtype, dtype, tuple("tyx"), chunksizes=CHUNKS)
            variable.units = "K"
            variable[...] = field(dtype)
        filled = file.createVariable("filled", "f8", tuple("tyx"), chunksizes=CHUNKS, fill_value=numpy.nan)
        filled[1] = 3
        text = file.createVariable("text", "S1", ("y",))
        text[...] = numpy.frombuffer(b"abcdefghijklmnopqrst", "S1")
        file.createVariable("scalar", "i4", ())[...] = 42
        group = file.createGroup("inner")
        group.createDimension("z", 4)
        group.createVariable("level", "f4", ("z", "x"))[...] = field("f4", (4, SHAPE[2]))
    target = f"file://{Path('in.zarr').absolute()}#mode=nczarr,file"
    if subprocess.run(["nccopy", "in.nc", target], check=False, capture_output=True).returncode:
        skip("nccopy makes no NCZarr")
    copy("in.zarr", "out.nc")
    check_same_file("in.nc", "out.nc", exact=True, storage=False)


def case_ncdump_reads():
    """Unfiltered NCZarr of ours, which Debian's ncdump can judge."""
    with netCDF4.Dataset("in.nc", "w") as file:
        for name, length in zip("yx", SHAPE[1:]):
            file.createDimension(name, length)
        for dtype in ("f4", "f8", "i2", "i4"):
            file.createVariable(dtype, dtype, ("y", "x"))[...] = field(dtype, SHAPE[1:])
    copy("in.nc", "out.zarr", "-k", "nczarr")
    url = f"file://{Path('out.zarr').absolute()}#mode=zarr,file"
    dumped = subprocess.run(["ncdump", "-n", "in", url], capture_output=True, text=True,
                            check=False)
    if "NetCDF: Attempt to use feature" in dumped.stderr:
        skip("ncdump reads no Zarr")
    wanted = run("ncdump", "in.nc")
    assert dumped.stdout[dumped.stdout.index("data:"):] == wanted[wanted.index("data:"):]


def case_masks():
    """Chunks whose filters were skipped are encoded again, because Zarr has no masks."""
    data = numpy.arange(64, dtype="i4").reshape(8, 8)
    with h5py.File("in.nc", "w") as file:
        dataset = file.create_dataset("v", (8, 8), "i4", chunks=(4, 8), shuffle=True,
                                      compression="gzip", compression_opts=4)
        dataset[...] = data
        dataset.id.write_direct_chunk((0, 0), data[:4].tobytes(), 3)
        short = file.create_dataset("short", (5,), "i4", chunks=(8,), maxshape=(None,),
                                    shuffle=True, compression="gzip", compression_opts=4)
        short.id.write_direct_chunk((0,), zlib.compress(data[0].tobytes()), 1)
    copy("in.nc", "out.zarr", "-k", "zarr")
    check_equal(zarr.open("out.zarr", mode="r")["v"][...], data, "v")
    check_equal(zarr.open("out.zarr", mode="r")["short"][...], data[0, :5], "short")


def case_padding():
    """A variable shorter than its dimension: what its last chunk holds beyond is not seen in HDF5
    and must not be seen in Zarr, on any route."""
    with netCDF4.Dataset("in.nc", "w") as file:
        file.createDimension("time", None)
        for name, fill in (("no_fill", False), ("filled", -5), ("longest", None)):
            file.createVariable(name, "i4", ("time",), fill_value=fill, chunksizes=(400,))
        file["no_fill"][:] = file["filled"][:] = numpy.arange(700)
        file["longest"][:] = numpy.arange(1000)
    with h5py.File("in.nc", "r+") as file:
        chunk = numpy.concatenate([numpy.arange(400, 700), numpy.full(100, 777)]).astype("i4")
        for name in ("no_fill", "filled"):
            file[name].id.write_direct_chunk((400,), chunk.tobytes())
    expected = netcdf_values("in.nc")
    assert expected["/no_fill"][699] == 699 and expected["/filled"][700] == -5, expected
    for options, route in (((), "transcode"), (("-F", "*,deflate,1"), "transcode"),
                           (("-c", "time/300"), "rechunk")):
        for kind in ("zarr", "zarr3", "nczarr"):
            shutil.rmtree("out.zarr", ignore_errors=True)
            routes = copy("in.nc", "out.zarr", "-k", kind, *options)
            assert routes["/filled"] == route, (options, routes)
            assert routes["/no_fill"] == "element", (options, routes)
            copy("out.zarr", "back.nc")
            for name, values in netcdf_values("back.nc").items():
                check_equal(expected[name], values, (kind, name))
            if kind != "zarr3":
                array = zarr.open("out.zarr", mode="r")["no_fill"]
                check_equal(expected["/no_fill"][:800], array[:800], kind)
    refused = subprocess.run([NCFCOPY, "--kerchunk", "out.json", "in.nc"], capture_output=True,
                             text=True, check=False)
    assert refused.returncode == 1 and "is shorter than its dimensions" in refused.stderr, refused


def case_missing_codec():
    """A missing codec is named in the message; the rest of the store works."""
    root = zarr.open_group("in.zarr", mode="w")
    create_array(root, "good", field())
    create_array(root, "bad", field("i4"), compressor=numcodecs.Base64())
    message = run(NCFCOPY, "in.zarr", "out.nc", status=1)
    assert "variable /bad" in message and "base64" in message, message
    copy("in.zarr", "good.nc", "-V", "good")
    shown = run(NCFINFO, "file", "in.zarr")
    assert "/good" in shown and "/bad" in shown and "base64" in shown, shown


def case_replaced():
    """A store atomically replaces another store, and nothing else."""
    make_file("in.nc", zlib=True)
    copy("in.nc", "out.zarr", "-k", "nczarr")
    Path("out.zarr/f4/0.0.0").unlink()
    copy("in.nc", "out.zarr")
    check_zarr_python("in.nc", "out.zarr", is_nczarr=False)
    Path("mine").mkdir()
    Path("mine/diary.txt").write_text("do not lose")
    message = run(NCFCOPY, "-k", "nczarr", "in.nc", "mine", status=1)
    assert "not replaced" in message and Path("mine/diary.txt").exists(), message
    message = run(NCFCOPY, "-k", "nczarr", "in.nc", "in.nc", status=2)
    assert sorted(os.listdir(".")) == ["in.nc", "mine", "out.zarr"], os.listdir(".")


def there_and_back(name):
    """A real file to each format and back."""
    files = [path for path in need_corpus().glob(f"{name}.*") if path.suffix in (".nc", ".h5")]
    if not files:
        skip(f"no {name}")
    copy(files[0], "in.nc", "-k", "nc4")  # without what only classic files allow
    with netCDF4.Dataset(files[0]) as file:
        is_chunked = file.data_model.startswith("NETCDF4")
    for kind in ("nczarr", "zarr", "zarr3"):
        copy(files[0], "out.zarr", "-k", kind)
        if kind != "zarr3":
            check_zarr_python("in.nc", "out.zarr", kind == "nczarr")
        if kind == "zarr":
            check_xarray("in.nc", "out.zarr")
        copy("out.zarr", "back.nc", "-k", "nc4")
        check_same_file("in.nc", "back.nc", exact=kind == "nczarr", storage=is_chunked)
        if is_chunked:
            check_chains("in.nc", "back.nc")


def case_corpus_refusals():
    """The other real files hold data that Zarr cannot hold: a message names them, and there is no
    output."""
    folder = need_corpus()
    for name, words in (("ref_tst_compounds2.nc", ("/phony_compound_var", "cmp3")),
                        ("ref_tst_compounds4.nc", ("type d",)), ("bitshuffle.h5", ("bitshuffle",))):
        for kind in ("nczarr", "zarr", "zarr3"):
            message = run(NCFCOPY, "-k", kind, folder / name, "out.zarr", status=1)
            assert all(word in message for word in words), message
            assert not os.listdir("."), os.listdir(".")


FILES = ("21_triangle_example", "blosc", "cell_methods", "eraint_uvz", "issue672", "lfric_surface_mean",
         "ref_nc_test_netcdf4_4_0", "ref_no_ncproperty", "ref_test_corrupt_magic",
         "small_FC_167_mon_19601101", "small_rotPole_precipitation", "small_theta_colpex", "test_gold",
         "tiny", "tmean_1910_1910")

if __name__ == "__main__":
    sys.exit(main({**cases_in(globals()),
                   **{f"corpus/{file}": partial(there_and_back, file) for file in FILES}}))
