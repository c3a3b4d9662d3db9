#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares our plugin zfp with Debian's H5Z-ZFP: the same bytes, in both directions.

Each plugin writes and reads in its own process, with HDF5_PLUGIN_PATH alone, because libhdf5 keeps
the filter that it found first. Exit status as in cases.py.
"""

import itertools
import os
import sys

from cases import main, need_file, need_plugin, need_program
from plugins import OURS, folder_of, run  # before h5py, as it says there

import h5py
import numpy

NCFCOPY = os.path.join(os.environ["NCF_BIN"], "ncfcopy")
ZFP = 32013
THEIRS = "libh5zzfp.so"
KINDS = ["i4", "i8", "u4", "u8", "f4", "f8"]
# With lengths that are no multiples of 4, and some of 1, which zfp does not see.
SHAPES = [(64,), (5,), (16, 24), (9, 7), (8, 4, 12), (3, 5, 6), (4, 8, 3, 5), (1, 16, 1, 9),
          (1, 1, 7), (2, 1, 3, 1, 5, 4)]


def words_of(value):
    return tuple(int(word) for word in numpy.array([value], "<f8").view("<u4"))


# Modes as H5Z-ZFP takes them, each with numbers at the ends and between.
MODES = [(), *((1, 0, *words_of(rate)) for rate in (0.0, 0.3, 4.0, 8.0, 16.5, 64.0)),
         *((2, 0, bits) for bits in (1, 11, 32, 64)),
         *((3, 0, *words_of(error)) for error in (0.0, 1e-9, 1e-3, 0.25, 7.0, 1e300)),
         (4, 0, 64, 4096, 20, 2 ** 32 - 30), (4, 0, 20, 32768, 64, 2 ** 32 - 1074),
         (4, 0, 1, 16658, 64, 2 ** 32 - 1075), (4, 0, 1, 16658, 64, 900), (5,), (5, 0, 0, 0, 0, 0)]


def values(kind, shape):
    random = numpy.random.default_rng(len(shape))
    smooth = 280 + 10 * numpy.sin(numpy.arange(numpy.prod(shape)).reshape(shape) / 9)
    if kind[0] == "f":
        return (smooth + random.normal(0, 0.05, shape)).astype(kind)
    return (smooth * 1000).astype(kind)


def cases_of():
    """Returns every variable: its name, type, chunk and parameters."""
    for number, (kind, shape, mode) in enumerate(itertools.product(KINDS, SHAPES, MODES)):
        yield f"v{number}", kind, shape, mode


# Steps, each in a process with one plugin.

def write(file):
    with h5py.File(file, "w") as opened:
        for name, kind, shape, mode in cases_of():
            properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            properties.set_chunk(shape)
            properties.set_filter(ZFP, h5py.h5z.FLAG_MANDATORY, mode)
            # Two chunks along the first dimension, the second not full.
            data = values(kind, (2 * shape[0] - 1 if shape[0] > 1 else 2, *shape[1:]))
            space = h5py.h5s.create_simple(data.shape)
            dataset = h5py.h5d.create(opened.id, name.encode(),
                                      h5py.h5t.py_create(data.dtype), space, properties)
            dataset.write(h5py.h5s.ALL, h5py.h5s.ALL, data)


def read(file, output):
    """Returns the values of every dataset of numbers."""
    with h5py.File(file, "r") as opened:
        numpy.savez(output, **{name: opened[name][...] for name in opened
                               if isinstance(opened[name], h5py.Dataset)})


STEPS = {"write": write, "read": read}


def step(name, *arguments, plugins):
    run(sys.executable, "-B", __file__, "step", name, *arguments, plugins=plugins,
        surroundings={"ASAN_OPTIONS": "detect_leaks=0"})


def stored(dataset):
    """Parameters and chunks. The first word ends in the version of H5Z-ZFP, of which ours follows
    one. The last byte of a header that fills no parameter is whatever H5Z-ZFP had in memory there.
    """
    number, _, words, _ = dataset.id.get_create_plist().get_filter(0)
    assert number == ZFP
    words = list(words)
    words[0] &= ~0xFFF
    if len(words) == 6:
        words[5] &= 0xFFFFFF
    return words, [dataset.id.read_direct_chunk(dataset.id.get_chunk_info(i).chunk_offset)
                   for i in range(dataset.id.get_num_chunks())]


def read_by(file, plugins, output):
    step("read", file, output, plugins=plugins)
    return numpy.load(output)


def same_bytes():
    """Parameters and chunks of every mode, type and rank; each reads what the other wrote."""
    need_plugin("zfp")
    theirs = folder_of(THEIRS)
    step("write", "ours.h5", plugins=OURS)
    step("write", "theirs.h5", plugins=theirs)
    with h5py.File("ours.h5") as ours, h5py.File("theirs.h5") as others:
        for name, kind, shape, mode in cases_of():
            assert stored(ours[name]) == stored(others[name]), (kind, shape, mode)
    read_values = [read_by(file, plugins, f"{number}.npz") for number, (file, plugins) in
                   enumerate(itertools.product(("ours.h5", "theirs.h5"), (OURS, theirs)))]
    for name, kind, shape, mode in cases_of():
        first, *others = (one[name].tobytes() for one in read_values)
        assert all(other == first for other in others), (kind, shape, mode)


def old_file():
    """A file of H5Z-ZFP 0.5.4."""
    need_plugin("zfp")
    file = need_file("zfp_054.h5")
    ours = read_by(file, OURS, "ours.npz")
    others = read_by(file, folder_of(THEIRS), "theirs.npz")
    assert sorted(ours) == sorted(others)
    assert ours
    for name in ours:
        assert ours[name].tobytes() == others[name].tobytes(), name


def big_endian():
    """Big-endian values are stored in little-endian order: H5Z-ZFP reads others since 1.1.1."""
    need_plugin("zfp")
    theirs = folder_of(THEIRS)
    data = {"v": values("f4", (16, 24)).astype(">f4"), "w": values("i8", (16, 24)).astype(">i8")}
    with h5py.File("plain.nc", "w") as opened:
        for name, array in data.items():
            opened.create_dataset(name, data=array, chunks=(8, 12))
    run(NCFCOPY, "-F", "v,zfp,accuracy=0.001", "-F", "w,zfp,reversible", "plain.nc", "out.nc",
        plugins=OURS)
    for number, plugins in enumerate([OURS, theirs]):
        one = read_by("out.nc", plugins, f"{number}.npz")
        assert one["v"].dtype == "<f4"
        assert abs(one["v"] - data["v"]).max() <= 0.001
        assert (one["w"] == data["w"]).all()


def programs():
    """h5dump and ncdump read what ncfcopy writes, with Debian's plugin."""
    need_plugin("zfp")
    theirs = folder_of(THEIRS)
    data = values("f8", (16, 24))
    with h5py.File("plain.nc", "w") as opened:
        opened.create_dataset("v", data=data, chunks=(8, 12))
    run(NCFCOPY, "-F", "v,zfp,reversible", "plain.nc", "out.nc", plugins=OURS)
    run(need_program("h5dump"), "-d", "v", "-b", "LE", "-o", "v.bin", "out.nc", plugins=theirs)
    with open("v.bin", "rb") as file:
        assert file.read() == data.tobytes()
    plain = run(need_program("ncdump"), "-p9,17", "-n", "v", "plain.nc", plugins=theirs).stdout
    assert run("ncdump", "-p9,17", "-n", "v", "out.nc", plugins=theirs).stdout == plain


if __name__ == "__main__":
    if sys.argv[1:2] == ["step"]:
        STEPS[sys.argv[2]](*sys.argv[3:])
    else:
        sys.exit(main([same_bytes, old_file, big_endian, programs]))
