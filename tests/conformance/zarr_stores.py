#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Zarr stores between ncfcopy and its peers: zarr-python, xarray and libnetcdf.

    zarr_stores.py CASE [FILE]

What ncfcopy writes is read by the peers, and what they write by ncfcopy; values, dimensions and
attributes are compared with those of the netCDF file they come from or go to, as netCDF4-python
reads it.
Exit status 0: as expected; 1: not; 77: what the case needs is not here.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

os.environ["HDF5_PLUGIN_PATH"] = os.environ["NCF_PLUGINS"]  # read once, when libhdf5 is loaded
warnings.filterwarnings("ignore")

import h5py
import netCDF4
import numpy

try:
    import numcodecs
    import xarray
    import zarr
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

NCFCOPY = os.path.join(os.environ["NCF_BIN"], "ncfcopy")
NCFINFO = os.path.join(os.environ["NCF_BIN"], "ncfinfo")
SHAPE = (3, 20, 30)
CHUNKS = (1, 8, 11)


class Skipped(Exception):
    """What the case needs and this machine lacks."""


def run(*command, status=0):
    """What a program says; its messages where it is to fail."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False)
    assert done.returncode == status, (command, done.returncode, done.stderr)
    return done.stdout if status == 0 else done.stderr


def copy(source, target, *options):
    """Route of each variable."""
    report = json.loads(run(NCFCOPY, "--report=json", *options, source, target))
    return {entry["path"]: entry["route"] for entry in report["variables"]}


# ---- Inputs --------------------------------------------------------------------------------------

NUMBERS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", ">i2", ">f4", ">f8")


def field(dtype="f4", shape=SHAPE):
    random = numpy.random.default_rng(1)
    return (random.normal(0, 3, shape) * 9).astype(dtype)


def make_file(path, **storage):
    """A netCDF-4 file with what Zarr can hold: types, byte orders, groups, holes, attributes."""
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


def walk(group, path=""):
    for name, variable in group.variables.items():
        yield f"{path}/{name}", variable
    for name, child in group.groups.items():
        yield from walk(child, f"{path}/{name}")


def plain(variable):
    variable.set_auto_maskandscale(False)
    variable.set_auto_chartostring(False)
    return variable[...]


def check_equal(a, b, what):
    numpy.testing.assert_array_equal(numpy.asarray(a), numpy.asarray(b), err_msg=str(what))


def check_attributes(a, b, what):
    assert set(a) == set(b), (what, set(a) ^ set(b))
    for name in a:
        check_equal(a[name], b[name], (what, name))


def attributes_of(item):
    return {name: item.getncattr(name) for name in item.ncattrs() if name != "_NCProperties"}


def check_same_file(source, copied, exact, storage=True):
    """exact: types of attributes, unlimited dimensions and contiguous storage too."""
    with netCDF4.Dataset(source) as a, netCDF4.Dataset(copied) as b:
        check_attributes(attributes_of(a), attributes_of(b), "/")
        ours, theirs = dict(walk(b)), dict(walk(a))
        assert set(ours) == set(theirs), set(ours) ^ set(theirs)
        for path, variable in theirs.items():
            other = ours[path]
            check_equal(plain(variable), plain(other), path)
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
    """{variable: [(id, words)]} of all that have filters."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset):
            plist = item.id.get_create_plist()
            filters = [plist.get_filter(i) for i in range(plist.get_nfilters())]
            found[name] = [(number, words) for number, _, words, _ in filters]

    with h5py.File(path, "r") as file:
        file.visititems(visit)
    return {name: filters for name, filters in found.items() if filters}


def check_chains(source, copied):
    wanted, found = chains(source), chains(copied)
    assert wanted == found, [(name, wanted.get(name), found.get(name))
                             for name in {*wanted, *found} if wanted.get(name) != found.get(name)]


def as_netcdf4_shows(value):
    """Bytes that are no UTF-8 are kept in stores, and no characters to netCDF4."""
    if not isinstance(value, str):
        return value
    return value.encode(errors="surrogateescape").decode(errors="replace")


def array_attributes(array):
    hidden = ("_ARRAY_DIMENSIONS", "_nczarr_attr", "_nczarr_array")
    return {name: as_netcdf4_shows(value) for name, value in array.attrs.asdict().items()
            if name not in hidden}


def check_zarr_python(source, store, is_nczarr):
    """Values and attributes as zarr-python reads them."""
    root = zarr.open(str(store), "r")
    with netCDF4.Dataset(source) as file:
        for path, variable in walk(file):
            array = root[path.strip("/")]
            expected = plain(variable)
            if is_nczarr and expected.shape == ():
                expected = expected.reshape(1)
            found = array[...]
            if found.dtype.kind == "S" and expected.dtype.kind == "O":
                found = numpy.array([text.decode() for text in found.ravel()],
                                    object).reshape(found.shape)
            check_equal(expected, found, path)
            is_whole = array.shape == () or array.nchunks == array.nchunks_initialized
            assert array.fill_value is not None or is_whole, path
            wanted = attributes_of(variable)
            if not is_nczarr:
                wanted.pop("_FillValue", None)
            found = array_attributes(array)
            if "_FillValue" in found and found["_FillValue"] == "NaN":
                found["_FillValue"] = numpy.nan
            check_attributes(wanted, found, path)


def xarray_refuses(source):
    """Such as variables of several dimensions with the name of one of them."""
    try:
        xarray.open_dataset(source).close()
    except xarray.core.variable.MissingDimensionsError:
        return True
    return False


def check_xarray(source, store, group=None):
    """Variables, dimensions, attributes and masked values as xarray sees them."""
    if xarray_refuses(source):
        return
    with xarray.open_dataset(source, group=group) as wanted, \
         xarray.open_zarr(str(store), group=group, consolidated=False) as found:
        assert set(wanted.variables) == set(found.variables)
        for name, variable in wanted.variables.items():
            assert variable.dims == found[name].dims, name
            check_equal(variable.values, found[name].values, name)
            attributes = found[name].attrs.items()
            check_attributes(variable.attrs,
                             {key: as_netcdf4_shows(value) for key, value in attributes}, name)


# ---- Cases ---------------------------------------------------------------------------------------


def case_written_v2():
    """Plain Zarr v2, read by zarr-python and xarray, and back."""
    make_file("in.nc", zlib=True, complevel=4)
    routes = copy("in.nc", "out.zarr", "-k", "zarr")
    assert routes["/f4"] == routes["/big_f8"] == routes["/filled"] == "passthrough", routes
    check_zarr_python("in.nc", "out.zarr", is_nczarr=False)
    check_xarray("in.nc", "out.zarr")
    check_xarray("in.nc", "out.zarr", "forecast/model")
    routes = copy("out.zarr", "back.nc")
    check_same_file("in.nc", "back.nc", exact=False)


def case_written_nczarr():
    """NCZarr, read by zarr-python and xarray, and back with everything."""
    make_file("in.nc", zlib=True, complevel=4)
    routes = copy("in.nc", "out.zarr")
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
    copy("in.nc", "nczarr.zarr")
    for first, second in (("nczarr", "zarr"), ("zarr", "zarr3"), ("zarr3", "nczarr")):
        shutil.rmtree(f"{second}.zarr", ignore_errors=True)
        routes = copy(f"{first}.zarr", f"{second}.zarr", "-k", second)
        assert routes["/f4"] == "passthrough", (first, second, routes)
        copy(f"{second}.zarr", "back.nc")
        check_same_file("in.nc", "back.nc", exact=False)


def case_filters():
    """Every filter Zarr has, written by ncfcopy and read by numcodecs; and the refusals."""
    make_file("in.nc")
    for spec in ("shuffle|deflate,5", "bzip2,9", "zstd,3", "shuffle|zstd,5", "blosc,cname=lz4",
                 "blosc,cname=zstd,shuffle=bit"):
        for kind, is_nczarr in (("zarr", False), ("nczarr", True)):
            copy("in.nc", "out.zarr", "-k", kind, "-F", f"/*,{spec}")
            check_zarr_python("in.nc", "out.zarr", is_nczarr)
            copy("out.zarr", "back.nc", "-F", "none")
            copy("in.nc", "wanted.nc", "-F", "none")
            check_same_file("wanted.nc", "back.nc", exact=False)
    copy("in.nc", "szip.zarr", "-F", "f4,szip,nn,8")  # libnetcdf has that codec, numcodecs not
    copy("szip.zarr", "back.nc", "-F", "none")
    check_same_file("wanted.nc", "back.nc", exact=False)
    for spec in ("bitshuffle", "lz4"):
        message = run(NCFCOPY, "-F", f"f4,{spec}", "in.nc", "refused.zarr", status=1)
        assert "/f4" in message and "Zarr" in message, message
        assert not os.path.exists("refused.zarr")


def case_python_writes():
    """Stores of zarr-python with its types, orders, separators, codecs and missing chunks."""
    shuffle = numcodecs.Shuffle(4)
    root = zarr.open_group("in.zarr", "w")
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
        array = root.create_dataset(name, data=data, **{"chunks": CHUNKS, **settings})
        array.attrs["_ARRAY_DIMENSIONS"] = list("tyx")
    for dtype in ("b1", ">i2", ">f8", "f2", "S3", "U3", "u8", "S1"):
        root.create_dataset("type_" + dtype.strip(">"), data=field("i4").astype(dtype),
                            chunks=CHUNKS)
    holes = root.create_dataset("holes", shape=SHAPE, chunks=CHUNKS, dtype="i4", fill_value=-7)
    holes[1, :9] = 5
    root.create_dataset("objects", data=numpy.array(["a", "Grüße", ""], object), dtype=object,
                        object_codec=numcodecs.VLenUTF8())
    root.create_dataset("scalar", data=3.5, shape=(), chunks=())
    copy("in.zarr", "out.nc")
    with netCDF4.Dataset("out.nc") as file:
        for path, array in root.arrays():
            found, wanted = plain(file[path]), array[...]
            if wanted.dtype.kind == "S" and found.dtype.kind == "O":
                wanted = numpy.vectorize(lambda text: text.decode(), otypes=[object])(wanted)
            check_equal(wanted.astype(found.dtype), found, path)
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
                check_equal(plain(wanted[name]), plain(found[name]), name)
                assert wanted[name].dimensions == found[name].dimensions, name
                ours = attributes_of(found[name])
                if name != "filled":
                    ours.pop("_FillValue", None)  # xarray gives one to all floats
                check_attributes(attributes_of(wanted[name]), ours, name)


def case_consolidated():
    """Consolidated metadata on request, read by xarray; and stores that have no others."""
    make_file("in.nc", zlib=True)
    path = Path("out.zarr").absolute()
    copy("in.nc", f"file://{path}#mode=zarr,file,consolidated")
    with xarray.open_zarr(str(path), consolidated=True) as found:
        assert "f4" in found.variables
    for key in list(path.rglob(".z[aeg]*")):
        if key.name != ".zmetadata":
            key.unlink()
    copy(path, "back.nc")
    check_same_file("in.nc", "back.nc", exact=False)


def case_libnetcdf_writes():
    """NCZarr of Debian's libnetcdf, whatever it gets wrong itself."""
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
        raise Skipped("nccopy makes no NCZarr")
    copy("in.zarr", "out.nc")
    check_same_file("in.nc", "out.nc", exact=True, storage=False)


def case_ncdump_reads():
    """Unfiltered NCZarr of ours, which Debian's ncdump can judge."""
    with netCDF4.Dataset("in.nc", "w") as file:
        for name, length in zip("yx", SHAPE[1:]):
            file.createDimension(name, length)
        for dtype in ("f4", "f8", "i2", "i4"):
            file.createVariable(dtype, dtype, ("y", "x"))[...] = field(dtype, SHAPE[1:])
    copy("in.nc", "out.zarr")
    url = f"file://{Path('out.zarr').absolute()}#mode=zarr,file"
    dumped = subprocess.run(["ncdump", "-n", "in", url], capture_output=True, text=True,
                            check=False)
    if "NetCDF: Attempt to use feature" in dumped.stderr:
        raise Skipped("ncdump reads no Zarr")
    wanted = run("ncdump", "in.nc")
    assert dumped.stdout[dumped.stdout.index("data:"):] == wanted[wanted.index("data:"):]


def case_masks():
    """Chunks whose filters were skipped are encoded anew: Zarr cannot say so."""
    data = numpy.arange(64, dtype="i4").reshape(8, 8)
    with h5py.File("in.nc", "w") as file:
        dataset = file.create_dataset("v", (8, 8), "i4", chunks=(4, 8), shuffle=True,
                                      compression="gzip", compression_opts=4)
        dataset[...] = data
        dataset.id.write_direct_chunk((0, 0), data[:4].tobytes(), 3)
    copy("in.nc", "out.zarr", "-k", "zarr")
    check_equal(zarr.open("out.zarr", "r")["v"][...], data, "v")


def case_missing_codec():
    """A codec that is not here is named; all else of the store works."""
    root = zarr.open_group("in.zarr", "w")
    root.create_dataset("good", data=field())
    root.create_dataset("bad", data=field("i4"), compressor=numcodecs.LZMA(),
                        filters=[numcodecs.Delta("i4")])
    message = run(NCFCOPY, "in.zarr", "out.nc", status=1)
    assert "variable /bad" in message and "delta" in message, message
    copy("in.zarr", "good.nc", "-V", "good")
    shown = run(NCFINFO, "file", "in.zarr")
    assert "/good" in shown and "/bad" in shown and "lzma" in shown, shown


def case_replaced():
    """A store takes the place of another at once, and of nothing else."""
    make_file("in.nc", zlib=True)
    copy("in.nc", "out.zarr")
    Path("out.zarr/f4/0.0.0").unlink()
    copy("in.nc", "out.zarr", "-k", "zarr")
    check_zarr_python("in.nc", "out.zarr", is_nczarr=False)
    Path("mine").mkdir()
    Path("mine/diary.txt").write_text("do not lose")
    message = run(NCFCOPY, "-k", "nczarr", "in.nc", "mine", status=1)
    assert "not replaced" in message and Path("mine/diary.txt").exists(), message
    message = run(NCFCOPY, "-k", "nczarr", "in.nc", "in.nc", status=2)
    assert sorted(os.listdir(".")) == ["in.nc", "mine", "out.zarr"], os.listdir(".")


def case_corpus(name):
    """A real file to each format and back."""
    folder = Path(os.environ.get("NCF_CORPUS", ""), "data")
    files = [path for path in folder.glob(f"{name}.*") if path.suffix in (".nc", ".h5")]
    if not files:
        raise Skipped(f"no {name}")
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
    """The other real files hold what Zarr cannot: it is named, and nothing made."""
    folder = Path(os.environ.get("NCF_CORPUS", ""), "data")
    if not folder.is_dir():
        raise Skipped("no corpus")
    for name, words in (("ref_tst_compounds2.nc", ("/phony_compound_var", "cmp3")),
                        ("ref_tst_compounds4.nc", ("type d",)), ("bitshuffle.h5", ("bitshuffle",)),
                        ("zfp_054.h5", ("/compressed", "zfp"))):
        for kind in ("nczarr", "zarr", "zarr3"):
            message = run(NCFCOPY, "-k", kind, folder / name, "out.zarr", status=1)
            assert all(word in message for word in words), message
            assert not os.listdir("."), os.listdir(".")


def main():
    case, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            globals()[f"case_{case}"](*arguments)
        except Skipped as reason:
            print(f"skipped: {reason}")
            return 77
        finally:
            os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
