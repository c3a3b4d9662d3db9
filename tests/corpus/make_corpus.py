#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Makes small files for the tests that read a corpus of real files.

    make_corpus.py FOLDER

ncgen makes FOLDER/data from the texts in data/ beside this script. Each file has the name of a real
one, and resembles it in its format, types, shapes and storage. Variables without values in the text
get smooth fields with noise and gaps. The texts in cdl/ and the valid samples of CDL's grammar are
written to FOLDER/cdl.
"""

import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import grammar_samples
import h5py
import netCDF4
import numcodecs
import numpy

HERE = Path(__file__).resolve().parent
# ncgen and libnetcdf refuse a _FillValue of another type than its variable, which old files have.
PLACEHOLDER, FILL_VALUE = b"_FillValu_", b"_FillValue"
BLOSC, BITSHUFFLE = 32001, 32008


def smooth(name, shape):
    """Returns a field of about -1 to 1 with little noise, the same for the same name."""
    random = numpy.random.default_rng(zlib.crc32(name.encode()))
    field = random.normal(scale=0.002, size=shape)
    for axis, index in enumerate(numpy.indices(shape)):
        field += numpy.sin(index / (9 + 4 * axis) + axis) / len(shape)
    return field


def values_for(variable):
    """Returns values of the variable's type; floats have gaps where a fill value is defined."""
    kind, shape = variable.dtype.kind, variable.shape
    if kind == "S":
        letters = numpy.arange(variable.size) % 26 + ord("a")
        return letters.astype("u1").view("S1").reshape(shape)
    field = smooth(variable.name, shape)
    if kind == "f":
        values = (280 + 30 * field).astype("f4").astype(variable.dtype)  # as models compute
        if "_FillValue" in variable.ncattrs():
            values[field > 0.5] = variable.getncattr("_FillValue")
        return values
    largest = min(10_000, numpy.iinfo(variable.dtype).max)
    return (largest * (0.5 + 0.3 * field)).astype(variable.dtype)


def fill(path):
    """Writes the variables that have no values yet."""
    with netCDF4.Dataset(path, "a") as dataset:
        dataset.set_auto_maskandscale(False)
        dataset.set_auto_chartostring(False)
        for variable in dataset.variables.values():
            if variable.dtype is str or variable.dtype.kind not in "fiuS":
                continue
            missing = numpy.array(netCDF4.default_fillvals[variable.dtype.str[1:]], variable.dtype)
            if "_FillValue" in variable.ncattrs():
                missing = variable.getncattr("_FillValue")
            if (variable[...] == missing).all():
                variable[...] = values_for(variable)
    path.write_bytes(path.read_bytes().replace(PLACEHOLDER, FILL_VALUE))


def make_filtered(path, name, chunks, filter_id, words, encode):
    """Makes a file with a filter that may not be installed. encode: returns a chunk as stored, and
    whether the filter was skipped."""
    with h5py.File(path, "w") as file:
        dataset = file.create_dataset(name, shape=chunks.shape, dtype=chunks.dtype,
                                      chunks=(1, *chunks.shape[1:]), compression=filter_id,
                                      compression_opts=words, allow_unknown_filter=True)
        for number, chunk in enumerate(chunks):
            stored, is_skipped = encode(chunk)
            dataset.id.write_direct_chunk((number, 0, 0), stored, int(is_skipped))


def make_filtered_files(folder):
    blosc = numcodecs.Blosc("blosclz", 4, numcodecs.Blosc.SHUFFLE)
    field = smooth("dset", (4, 100, 100)).astype("f4")
    make_filtered(folder / "blosc.h5", "dset", field, BLOSC, (2, 2, 4, 40000, 4, 1, 0),
                  lambda chunk: (blosc.encode(chunk), False))
    counts = numpy.arange(60_000, dtype="u4").reshape(1, 200, 300)
    make_filtered(folder / "bitshuffle.h5", "entry/data/data", counts, BITSHUFFLE, (0, 2, 4, 0, 2),
                  lambda chunk: (chunk.tobytes(), True))


def main():
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "cdl", folder / "cdl")
    grammar_samples.write_samples(folder / "cdl/grammar", "cdl", only_valid=True)
    (folder / "data").mkdir()
    (folder / "made").touch()  # see need_real_file
    for text in sorted((HERE / "data").glob("*.cdl")):
        path = folder / "data" / f"{text.stem}.nc"
        subprocess.run(["ncgen", "-o", path, text], check=True)
        fill(path)
    make_filtered_files(folder / "data")


if __name__ == "__main__":
    main()
