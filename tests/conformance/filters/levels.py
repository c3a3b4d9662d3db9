#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the guarantee of a deflate level: no variable is larger than zlib makes it at that level.

    levels.py [FILE...]

Files of the corpus are copied at several levels, shuffled and not, with the chunks that libnetcdf
chooses and with small ones, of which a variable has many. zlib decodes every stored chunk and
encodes the result at the same level.
"""

import json
import math
import sys
import zlib
from functools import partial

from cases import Failure, main, need_file
import peers  # sets the plugin path before the libraries below are loaded

import h5py
import netCDF4
import numpy

LEVELS = (1, 3, 5, 6, 9)
SMALL_CHUNK_BYTES = 65536


def small_chunks(source):
    """Returns options for chunks of about 64 KB if a variable has several of them."""
    options = []
    with netCDF4.Dataset(source) as dataset:
        for path, variable in peers.walk(dataset):
            if variable.ndim == 0 or not isinstance(variable.datatype, numpy.dtype):
                continue
            lengths = list(variable.shape)
            for i, length in enumerate(variable.shape):
                rest = math.prod(lengths[i + 1:]) * variable.dtype.itemsize
                lengths[i] = min(length, max(1, SMALL_CHUNK_BYTES // rest))
            if 0 not in variable.shape and lengths != list(variable.shape):
                options += ["-c", f"{path}:{','.join(map(str, lengths))}"]
    return options


def bytes_of(dataset, level):
    """Returns the sizes of the stored chunks of a dataset, and their sizes if zlib encodes them."""
    ours = zlibs = 0
    for number in range(dataset.id.get_num_chunks()):
        info = dataset.id.get_chunk_info(number)
        _, stored = dataset.id.read_direct_chunk(info.chunk_offset)
        ours += len(stored)
        zlibs += len(zlib.compress(zlib.decompress(stored), level))
    return ours, zlibs


def check(source, target, level, options):
    """Copies at a level; returns how many variables each encoder encoded."""
    report = json.loads(peers.ncfcopy("--report=json", "-j", "2", *options, source, target).stdout)
    encoders = {entry["path"]: entry["encoder"] for entry in report["variables"]}
    larger = []
    with h5py.File(target) as file:
        for path, dataset in peers.datasets(file):
            if dataset.compression != "gzip":
                continue
            ours, zlibs = bytes_of(dataset, level)
            if ours > zlibs:
                larger.append(f"{path}, chunks {dataset.chunks}, by {encoders.get(path)}: "
                              f"{ours} bytes, zlib {zlibs}")
    if larger:
        raise Failure(f"ncfcopy {' '.join(options)}:\n" + "\n".join(larger))
    return [encoder.split()[0] for encoder in encoders.values() if encoder]


def check_file(name):
    source = need_file(name)
    encoders = []
    for chunks in ([], small_chunks(source)):
        for level in LEVELS:
            for chain in ("deflate", "shuffle|deflate"):
                options = ["-4", *chunks, "-F", f"*,{chain},{level}"]
                encoders += check(source, "out.nc", level, options)
    if "planes" not in encoders:
        raise Failure(f"served by {set(encoders)} alone")


FILES = ("eraint_uvz", "issue672", "lfric_surface_mean", "small_FC_167_mon_19601101",
         "small_rotPole_precipitation", "small_theta_colpex", "tmean_1910_1910")

if __name__ == "__main__":
    sys.exit(main({file: partial(check_file, f"{file}.nc") for file in FILES}))
