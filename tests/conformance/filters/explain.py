#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands and statements that `ncfinfo explain` writes for other programs.

    PEER, numcodecs   what is written for each
    zfp               words that zfp's plugin stored, in every mode, for every type and rank
    tune              what `ncfinfo tune` writes for xarray

The file a peer makes must have the filters that were asked for; what its words mean is asked of
`ncfinfo explain` again, so that visible and working parameters are held together.
"""

import glob
import json
import os
import shlex
import sys
from functools import partial
from pathlib import Path

# Debian's plugins behind ours.
os.environ["NCF_PLUGINS"] = ":".join([os.environ["NCF_PLUGINS"],
                                      *glob.glob("/usr/lib/*/hdf5/serial/plugins")])

from cases import Failure, main, need_package, need_program, skip
import peers

import h5py
import numpy

ZFP = 32013

# Chains in the order that libnetcdf keeps, so that all peers can make the same.
SPECS = ["deflate,level=5", "shuffle|deflate,level=1", "fletcher32", "fletcher32|shuffle|deflate,9",
         "szip,nn,8", "szip,ec,16", "nbit", "scaleoffset,float,digits=3", "bzip2,level=9",
         "shuffle|bzip2,level=1", "zstd,level=19", "zstd,level=-5", "shuffle|zstd,3",
         "zstd,3|bzip2,9", "lz4", "shuffle|lz4,block_bytes=1024", "zfp,rate=8", "zfp,precision=16",
         "zfp,accuracy=0.001", "zfp,reversible", "zfp,expert,100,2000,20,-20",
         '{"id":"zlib","level":4}', "307,9", "32015,4294967291", "4,169,8,32,32"]


def explain(spec, *options):
    return json.loads(peers.run(peers.NCF_BIN / "ncfinfo", "explain", spec, "--json", *options))


def summary(explanation):
    return [part["summary"] for part in explanation["filters"]]


def notation(explanation, name):
    return next(one for one in explanation["notations"] if one["name"] == name)


def stored_spec(file):
    """Returns the filters of the file, as ncdump would print them, and each filter's words."""
    chain = peers.filters(file)["/v"]
    assert chain, "no filter was made"
    parts = []
    for filter_id, words in chain:
        if filter_id == 6:
            words = words[:16] + (0,) * 4  # h5py 3.7 reads the last words from elsewhere
        parts.append(",".join(map(str, (filter_id, *words))))
    return "|".join(parts)


def rounded(text):
    """Rounds an accuracy to a power of two, as zfp does."""
    return text.replace("zfp accuracy=0.0009765625", "zfp accuracy=0.001")


def require_filters(file, spec, asked):
    found = explain(stored_spec(file))
    if [rounded(text) for text in summary(found)] != summary(asked):
        raise Failure(f"{spec}: made {summary(found)}, asked for {summary(asked)}")


def field():
    return numpy.linspace(0, 100, 64 * 32).astype("f4").reshape(64, 32)


def make_hdf5(file):
    with h5py.File(file, "w") as opened:
        opened.create_dataset("v", data=field(), chunks=(16, 32))


def make_netcdf(file):
    import netCDF4
    with netCDF4.Dataset(file, "w") as dataset:
        dataset.createDimension("y", 64)
        dataset.createDimension("x", 32)
        dataset.createVariable("v", "f4", ("y", "x"), chunksizes=(16, 32))[:] = field()


def available(asked):
    """Returns whether libhdf5 has the filters here."""
    return all(h5py.h5z.filter_avail(part["id"]) for part in asked["filters"])


def by_program(name, program, make, suffix):
    """Returns a function that runs a command line ending in the names of input and output."""
    need_program(program)

    def run(text):
        source, target = f"in{suffix}", f"out{suffix}"
        make(source)
        Path(target).unlink(missing_ok=True)
        command = shlex.split(text)
        assert command[-2:] == [source, target], text
        peers.run(*command)
        return target

    return name, run


def by_ncgen():
    """Returns a function that runs a CDL attribute of the variable v."""
    need_program("ncgen")

    def run(text):
        data = ", ".join(map(str, field().flat))
        cdl = (f"netcdf v {{ dimensions: y = 64 ; x = 32 ; variables: float v(y, x) ;\n"
               f"v:_ChunkSizes = 16, 32 ;\n{text}\ndata: v = {data} ; }}\n")
        Path("v.cdl").write_text(cdl, encoding="utf-8")
        peers.run("ncgen", "-4", "-o", "v.nc", "v.cdl")
        return "v.nc"

    return "CDL", run


def by_python(name, **modules):
    """Returns a function that runs a statement that makes the dataset v in the open file f."""
    def run(text):
        with h5py.File("v.h5", "w") as opened:
            exec(text, {"f": opened, "data": field(), "h5py": h5py, **modules})
        return "v.h5"

    return name, run


def by_netcdf4():
    """Returns a function that runs a statement that makes the variable v in the open dataset f."""
    netCDF4 = need_package("netCDF4")

    def run(text):
        with netCDF4.Dataset("v.nc", "w") as opened:
            opened.createDimension("y", 64)
            opened.createDimension("x", 32)
            exec(text, {"f": opened, "data": field()})
            opened["v"][:] = field()
        return "v.nc"

    return "netCDF4-python", run


def by_xarray():
    """Returns a function that runs a statement that writes the dataset ds to out.nc."""
    xarray = need_package("xarray")
    need_package("h5netcdf")

    def run(text):
        Path("out.nc").unlink(missing_ok=True)
        exec(text, {"ds": xarray.Dataset({"v": (("y", "x"), field())})})
        return "out.nc"

    return "xarray", run


PEERS = {"nccopy": lambda: by_program("nccopy", "nccopy", make_netcdf, ".nc"),
         "ncgen": by_ncgen,
         "h5repack": lambda: by_program("h5repack", "h5repack", make_hdf5, ".h5"),
         "ncks": lambda: by_program("NCO", "ncks", make_netcdf, ".nc"),
         "h5py": lambda: by_python("h5py"),
         "hdf5plugin": lambda: by_python("hdf5plugin", hdf5plugin=need_package("hdf5plugin")),
         "netCDF4": by_netcdf4,
         "xarray": by_xarray}


# What notes say of notations that Debian 12's programs are too old, or not built, for.
NEEDS_NEWER = ("Debian 12's is not", "older versions of hdf5plugin")


def check_notation(peer):
    name, run = PEERS[peer]()
    n_run = 0
    for spec in SPECS:
        asked = explain(spec)
        written = notation(asked, name)
        needs_newer = any(words in (written["note"] or "") for words in NEEDS_NEWER)
        if written["text"] is None or needs_newer or not available(asked):
            continue
        require_filters(run(written["text"]), spec, asked)
        n_run += 1
    print(f"{n_run} of {len(SPECS)} notations run")
    assert n_run >= 5


def check_optional(peer):
    """Checks that peers that can request optional filters make them optional as requested."""
    name, run = PEERS[peer]()
    written = notation(explain("zstd?,3|bzip2,9"), name)
    if peer not in ("h5repack", "h5py"):
        if peer in ("nccopy", "ncgen"):
            assert "libnetcdf cannot make filter 32015 (zstd) optional" in written["note"], written
        return
    with h5py.File(run(written["text"])) as made:
        plist = made["v"].id.get_create_plist()
        flags = [plist.get_filter(index)[1] for index in range(plist.get_nfilters())]
    assert flags == [h5py.h5z.FLAG_OPTIONAL, h5py.h5z.FLAG_MANDATORY], flags


def check_peer(peer):
    check_notation(peer)
    check_optional(peer)


def check_numcodecs():
    """Checks that numcodecs accepts every object, and that its own description means the same to
    us."""
    numcodecs = need_package("numcodecs")
    n_known = 0
    for spec in ["zlib,4", "shuffle", "bzip2,9", "zstd,-5", "zstd,22", "fletcher32", "lz4",
                 "blosc,cname=zstd,clevel=7,shuffle=bit", "blosc,cname=lz4hc,clevel=0,shuffle=none",
                 "shuffle|deflate,level=1"]:
        asked = explain(spec, "--value-bytes", "8")
        members = json.loads(notation(asked, "numcodecs")["text"])
        objects = (members["filters"] or []) + [members["compressor"]]
        for index, written in enumerate(objects):
            if written["id"] not in numcodecs.registry.codec_registry:
                continue
            said = numcodecs.get_codec(dict(written)).get_config()
            if {key: said[key] for key in written} != written:
                raise Failure(f"numcodecs made {said} of {written}")
            if said["id"] != "lz4":
                again = summary(explain(json.dumps(said)))
                assert again == [summary(asked)[index]], (again, asked)
            n_known += 1
    print(f"{n_known} objects taken")
    assert n_known >= 8


def zfp_cases():
    """Returns each mode, its parameters as a user gives them (visible), and how explain prints
    them."""
    def real(value):
        return tuple(int(word) for word in numpy.array([value], "<f8").view("<u4"))

    yield "zfp rate=16", (1, 0, *real(16.0))
    yield "zfp precision=11", (2, 0, 11)
    yield "zfp accuracy=0.25", (3, 0, *real(0.25))
    yield "zfp expert minbits=64 maxbits=4096 maxprec=20 minexp=-30", \
        (4, 0, 64, 4096, 20, 2 ** 32 - 30)
    yield "zfp reversible", (5,)


def check_zfp():
    if not h5py.h5z.filter_avail(ZFP):
        skip("Debian's package hdf5-filter-plugin-zfp-serial is not installed")
    types = {"i4": "int", "i8": "int64", "f4": "float", "f8": "double"}
    shapes = [(64,), (16, 24), (8, 4, 12), (4, 8, 12, 4), (1, 16, 1, 8)]
    specs, expected = [], []
    for dtype, type_name in types.items():
        for shape in shapes:
            for said, words in zfp_cases():
                with h5py.File("zfp.h5", "w") as opened:
                    opened.create_dataset("v", shape, dtype, chunks=shape, compression=ZFP,
                                          compression_opts=words)
                lengths = " x ".join(str(length) for length in shape if length > 1)
                specs.append(stored_spec("zfp.h5"))
                expected.append((said, words[0], f"for chunks of {lengths} {type_name}"))
    for stored, (said, mode, chunks) in zip(explain("|".join(specs))["filters"], expected,
                                            strict=True):
        assert stored["form"] == "working", stored
        assert stored["summary"] == said, (stored, said)
        assert stored["notes"][0].endswith(chunks), (stored, chunks)
        # Given again, they must be the words of a user.
        assert stored["parameters"][0] == mode, stored


def make_packed(file):
    """Makes values that xarray decodes by default, and a name with a quote."""
    import netCDF4
    noise = numpy.random.default_rng(1).normal(size=(8, 64, 128))
    with netCDF4.Dataset(file, "w") as dataset:
        for name, length in (("t", None), ("y", 64), ("x", 128), ("n", 4)):
            dataset.createDimension(name, length)
        smooth = dataset.createVariable("it's", "f4", ("t", "y", "x"), chunksizes=(1, 64, 128),
                                        fill_value=numpy.float32(-9))
        smooth.coordinates = "code"
        packed = dataset.createVariable("packed", "i2", ("t", "y", "x"), chunksizes=(2, 64, 128),
                                        fill_value=numpy.int16(-9))
        packed.set_auto_maskandscale(False)
        packed.scale_factor, packed.add_offset = 0.01, 280.0
        times = dataset.createVariable("t", "i4", ("t",), chunksizes=(1024,))
        times.units = "hours since 1900-1-1"
        smooth[:], packed[:], times[:] = noise.cumsum(2), 100 * noise, numpy.arange(8) * 6
        code = dataset.createVariable("code", "S1", ("y", "n"), chunksizes=(32, 4))
        code[:] = numpy.array(list("abcd" * 64), "S1").reshape(64, 4)
        dataset.createVariable("s", "f8", fill_value=False)[...] = 1.5


def require_tuned(variable, made, left_out):
    """Checks the filters and chunks that were chosen. made: an open HDF5 file. left_out: a note
    that names variables whose filters xarray cannot write."""
    path = variable["path"]
    chosen = next(trial for trial in variable["trials"] if trial["chosen"])["filters"]
    asked = [] if chosen == "none" else summary(explain(chosen))
    stored = "|".join(",".join(map(str, (filter_id, *words)))
                      for filter_id, words in peers.filters_of(made[path]))
    found = summary(explain(stored)) if stored else []
    if path in left_out:
        assert not found, (path, found)
        return len(asked)
    assert found == asked, (path, found, asked)
    if asked:
        assert made[path].chunks == tuple(variable["chunks"]), (path, made[path].chunks)
        written = notation(variable, "ncf")["text"]
        assert summary(explain(written)) == asked, written
    return len(asked)


def check_tune(readers):
    """Checks that xarray copies a file with the chosen filters and chunks, and keeps its values."""
    xarray = need_package("xarray")
    need_package("h5netcdf")
    make_packed("in.nc")
    report = json.loads(peers.run(peers.NCF_BIN / "ncfinfo", "tune", "in.nc", "--json",
                                  "--readers", readers))
    Path("in.tuned.nc").unlink(missing_ok=True)
    if readers == "any" and not report["xarray"]["text"]:
        return  # no filters that xarray can write were the best
    exec(report["xarray"]["text"], {"xarray": xarray})
    note = report["xarray"]["note"] or ""
    left_out = note if readers == "any" and "no encoding makes the filters of" in note else ""
    with h5py.File("in.tuned.nc") as made:
        filters = sum(require_tuned(variable, made, left_out) for variable in report["variables"])
        assert filters >= 2, report["variables"]
    before, after = peers.netcdf_values("in.nc"), peers.netcdf_values("in.tuned.nc")
    assert before.keys() == after.keys(), after.keys()
    for path, values in before.items():
        assert values.dtype == after[path].dtype, (path, after[path].dtype)
        assert numpy.array_equal(values, after[path]), path


def check_tunings():
    for readers in "stock", "xarray", "any":
        check_tune(readers)


if __name__ == "__main__":
    sys.exit(main({**{peer: partial(check_peer, peer) for peer in PEERS},
                   "numcodecs": check_numcodecs, "zfp": check_zfp, "tune": check_tunings}))
