#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests our HDF5 plugins with other plugins, other programs, and other writers of the same formats.

Every process gets exactly the plugins that its part tests, by HDF5_PLUGIN_PATH alone.
"""

import os
import shutil
import sys
from pathlib import Path

import cases
from cases import main, need_program, skip, skip_under_address_sanitizer

OURS = os.environ["NCF_PLUGINS"]
if sys.argv[1:2] != ["step"]:
    os.environ["HDF5_PLUGIN_PATH"] = OURS  # read by libhdf5 when it is loaded, that is below

import h5py
import netCDF4
import numpy

BZIP2, ZSTD = 307, 32015
SHAPE, CHUNKS = (60, 400), (20, 400)


def field():
    """Returns a smooth field with noise, as from a model."""
    noise = numpy.random.default_rng(1).normal(0, 0.05, SHAPE)
    rows, columns = numpy.indices(SHAPE)
    return (280 + 10 * numpy.sin(rows / 9) + columns / 50 + noise).astype("f4").round(2)


def run(*command, plugins, surroundings=None, **options):
    environment = dict(os.environ, HDF5_PLUGIN_PATH=str(plugins), **(surroundings or {}))
    return cases.run(*command, env=environment, **options)


def folder_of(library):
    """Returns a folder that contains one of Debian's plugins and nothing else."""
    found = [path for path in Path("/usr/lib").glob(f"*/hdf5/serial/plugins/{library}")
             if path.exists()]
    if not found:
        skip(f"no plugin {library}, as Debian's hdf5-filter-plugin packages have it")
    folder = Path(library).with_suffix("").absolute()
    folder.mkdir()
    shutil.copy(found[0], folder)
    return folder


# Steps that run in a process of their own, so that each sees the plugins it was given.

def write(file, filter_id, *parameters):
    with h5py.File(file, "w") as opened:
        opened.create_dataset("v", data=field(), chunks=CHUNKS, compression=int(filter_id),
                              compression_opts=tuple(map(int, parameters)))


def read(file):
    with h5py.File(file, "r") as opened:
        assert (opened["v"][...] == field()).all()


STEPS = {"write": write, "read": read}


# LeakSanitizer itself crashes where HDF5 has unloaded a plugin that Python did not know of.
def step(name, *arguments, plugins):
    run(sys.executable, "-B", __file__, "step", name, *arguments, plugins=plugins,
        surroundings={"ASAN_OPTIONS": "detect_leaks=0"})


def stored_chunks(file):
    with h5py.File(file, "r") as opened:
        dataset = opened["v"].id
        return [dataset.read_direct_chunk((row, 0))[1] for row in range(0, SHAPE[0], CHUNKS[0])]


def decoded_chunks():
    return [field()[row:row + CHUNKS[0]].tobytes() for row in range(0, SHAPE[0], CHUNKS[0])]


def store_chunks(file, filter_id, chunks):
    with h5py.File(file, "w") as opened:
        dataset = opened.create_dataset("v", SHAPE, "f4", chunks=CHUNKS, compression=filter_id)
        for row, chunk in zip(range(0, SHAPE[0], CHUNKS[0]), chunks):
            dataset.id.write_direct_chunk((row, 0), chunk)


# Cases.

def debians_bzip2():
    """Debian's bzip2 plugin reads our files, ours reads its files, and the bytes agree."""
    others = folder_of("libh5bz2.so")
    for parameters in ([], [1], [9]):
        step("write", "ours.h5", BZIP2, *parameters, plugins=OURS)
        step("write", "others.h5", BZIP2, *parameters, plugins=others)
        assert stored_chunks("ours.h5") == stored_chunks("others.h5")
        step("read", "ours.h5", plugins=others)
        step("read", "others.h5", plugins=OURS)


def stored_names():
    """Our plugins store the filter names that other plugins store."""
    others = folder_of("libh5bz2.so")

    def stored_name(file):
        with h5py.File(file, "r") as opened:
            return opened["v"].id.get_create_plist().get_filter(0)[3]

    step("write", "ours.h5", BZIP2, 9, plugins=OURS)
    step("write", "others.h5", BZIP2, 9, plugins=others)
    assert stored_name("ours.h5") == stored_name("others.h5")


def bzip2_program():
    """The program bzip2 unpacks our chunks, and we read its output, concatenated too."""
    bzip2 = need_program("bzip2")
    step("write", "ours.h5", BZIP2, 9, plugins=OURS)
    unpacked = [run(bzip2, "-dc", plugins="", input=chunk).stdout
                for chunk in stored_chunks("ours.h5")]
    assert unpacked == decoded_chunks()

    def pack(data, level):
        return run(bzip2, level, plugins="", input=data).stdout

    concatenated = [pack(chunk[:5000], "-1") + pack(chunk[5000:], "-9")
                    for chunk in decoded_chunks()]
    store_chunks("theirs.h5", BZIP2, concatenated)
    step("read", "theirs.h5", plugins=OURS)


def zstd_program():
    """The program zstd unpacks our chunks, and we read everything that it packs: with a checksum,
    from a pipe and so without content size, in several frames, with a long window."""
    zstd = need_program("zstd")
    step("write", "ours.h5", ZSTD, 19, plugins=OURS)
    unpacked = [run(zstd, "-dc", plugins="", input=chunk).stdout
                for chunk in stored_chunks("ours.h5")]
    assert unpacked == decoded_chunks()

    def pack(data, *options):
        return run(zstd, "-c", *options, plugins="", input=data).stdout

    for packed in ([pack(chunk) for chunk in decoded_chunks()],
                   [pack(chunk, "--no-check", "--long=27") for chunk in decoded_chunks()],
                   [pack(chunk, "-19", f"--stream-size={len(chunk)}") for chunk in decoded_chunks()],
                   [pack(chunk[:777]) + pack(chunk[777:], "--fast=3")
                    for chunk in decoded_chunks()]):
        store_chunks("theirs.h5", ZSTD, packed)
        step("read", "theirs.h5", plugins=OURS)


def netcdf_programs():
    """nccopy writes by our plugins; ncdump, h5dump and h5py read that by them."""
    nccopy, ncdump, h5dump = map(need_program, ("nccopy", "ncdump", "h5dump"))
    source = "v.nc"
    with netCDF4.Dataset(source, "w") as dataset:
        dataset.createDimension("y", SHAPE[0])
        dataset.createDimension("x", SHAPE[1])
        dataset.createVariable("v", "f4", ("y", "x"), chunksizes=CHUNKS)[:] = field()
    Path("copy").mkdir()
    copy = "copy/v.nc"
    for filter_id, parameter in ((BZIP2, 9), (BZIP2, 1), (ZSTD, 3), (ZSTD, 22)):
        run(nccopy, "-F", f"v,{filter_id},{parameter}", source, copy, plugins=OURS)
        with h5py.File(copy, "r") as opened:
            assert opened["v"].id.get_create_plist().get_filter(0)[0::2] == \
                (filter_id, (parameter,))
        assert run(ncdump, copy, plugins=OURS).stdout == run(ncdump, source, plugins="").stdout
        assert run(h5dump, "-y", "-d", "v", copy, plugins=OURS).stdout.count(b"\n") > SHAPE[0]
        step("read", copy, plugins=OURS)


def messages():
    """HDF5's error stack names the filter that failed and the reason."""
    skip_under_address_sanitizer("it cannot follow a throw in a C program that loads libstdc++ only "
                                 "with the plugin")
    h5dump = need_program("h5dump")
    step("write", "good.h5", ZSTD, 3, plugins=OURS)
    chunks = stored_chunks("good.h5")
    store_chunks("cut.h5", ZSTD, [chunks[0], chunks[1][:-1], chunks[2]])
    cut = run(h5dump, "--enable-error-stack", "-d", "v", "cut.h5", plugins=OURS, status=1)
    assert b"filter 32015 (zstd): zstd data cut short" in cut.stderr, cut.stderr.decode()
    failed = run(sys.executable, "-B", __file__, "step", "write", "bad.h5", BZIP2, 900,
                 plugins=OURS, status=1)
    assert b"filter 307 (bzip2): level must be 1 to 9, not 900" in failed.stderr, failed.stderr


if __name__ == "__main__":
    if sys.argv[1:2] == ["step"]:
        STEPS[sys.argv[2]](*sys.argv[3:])
    else:
        sys.exit(main([debians_bzip2, stored_names, bzip2_program, zstd_program, netcdf_programs,
                       messages]))
