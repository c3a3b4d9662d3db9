#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Copies random variables by every route, and compares what libnetcdf reads before and after.

    engine.py FILES [--seed S]

Each file holds variables of random type, byte order, shape, chunks, filters, fill value, holes and
chunk masks; each copy asks for random filters, chunks, kind, threads and memory. What netCDF4-python
reads of the copy must be what it reads of the source. Ends with how many variables took each
route; where several files are asked for, each route must have been taken.
"""

import argparse
import collections
import json
import os
import random
import sys
import tempfile
import zlib

from cases import Failure
import peers  # sets the plugin path before the libraries below are loaded

import h5py
import netCDF4
import numpy

VARIABLES = 24
TYPES = ["i1", "u1", "<i2", ">i2", "<u2", ">u4", "<i4", ">i4", "<i8", ">u8", "<f4", ">f4", "<f8",
         ">f8"]
CHAINS = ["none", "deflate,{1-9}", "shuffle|deflate,{1-9}", "shuffle|deflate,2|fletcher32",
          "fletcher32", "shuffle", "zstd,{1-9}", "shuffle|zstd,{-3-5}", "bzip2,{1-9}", "lz4",
          "shuffle|lz4", "bitshuffle,0,2", "blosc,cname=lz4", "blosc,cname=zstd,clevel=3",
          "shuffle|bzip2,1"]
WIDE_CHAINS = CHAINS + ["szip,nn,8", "szip,ec,4"]  # for chunks of 8 values or more


def pick(generator, text):
    """Picks a chain and draws its {lowest-highest}."""
    while "{" in text:
        before, rest = text.split("{", 1)
        bounds, after = rest.split("}", 1)
        lowest, highest = bounds.rsplit("-", 1)
        text = f"{before}{generator.randint(int(lowest), int(highest))}{after}"
    return text


class Source:
    """A file of random variables."""

    def __init__(self, generator, path):
        self.random = generator
        self.numbers = numpy.random.default_rng(generator.getrandbits(32))
        self.shapes = {}
        self.unlimited = set()
        with h5py.File(path, "w") as file:
            for number in range(VARIABLES):
                self.add(file, f"v{number}")

    def field(self, dtype, shape):
        kind = self.random.randrange(4)
        if kind == 0:
            data = self.numbers.integers(0, 100, shape)
        elif kind == 1:
            data = numpy.full(shape, self.random.randint(0, 9))
        elif kind == 2:
            data = self.numbers.normal(50, 9, shape)
        else:
            data = numpy.arange(int(numpy.prod(shape)), dtype="f8").reshape(shape) % 120
        return data.astype(dtype)

    def add(self, file, name):
        """Adds one variable, chunked or not, written wholly, in part or never."""
        rank = self.random.randrange(5)
        shape = tuple(self.random.randint(1, 40 if rank < 4 else 12) for _ in range(rank))
        dtype = self.random.choice(TYPES)
        options = {}
        if rank and self.random.random() < 0.8:
            options["chunks"] = tuple(self.random.randint(1, length) for length in shape)
            if self.random.random() < 0.7:
                options["compression"] = self.random.choice(["gzip", "lzf"])
            options["shuffle"] = self.random.random() < 0.5
            options["fletcher32"] = self.random.random() < 0.3
            if self.random.random() < 0.3:
                options["maxshape"] = (None,) + shape[1:]
                self.unlimited.add(name)
        if self.random.random() < 0.4:
            options["fillvalue"] = self.random.randint(0, 9)
        dataset = file.create_dataset(name, shape, dtype, **options)
        self.shapes[name] = shape
        data = self.field(dtype, shape)
        how = self.random.random()
        if how < 0.7:
            dataset[...] = data
        elif how < 0.9 and rank:
            part = tuple(slice(self.random.randrange(length), None) for length in shape)
            dataset[part] = data[part]
        if options.get("compression") == "gzip" and self.random.random() < 0.3:
            self.mask_chunk(dataset, dtype)

    def mask_chunk(self, dataset, dtype):
        """Stores the first chunk with deflate alone, and sets its mask accordingly."""
        chunk = self.field(dtype, dataset.chunks)
        properties = dataset.id.get_create_plist()
        mask = 0
        for index in range(properties.get_nfilters()):
            if properties.get_filter(index)[0] != h5py.h5z.FILTER_DEFLATE:
                mask |= 1 << index
        dataset.id.write_direct_chunk((0,) * len(dataset.chunks), zlib.compress(chunk.tobytes()),
                                      filter_mask=mask)


def random_options(generator, source):
    options = ["-j", str(generator.choice([1, 2, 3, 8]))]
    if generator.random() < 0.5:
        options += ["--max-memory", generator.choice(["3M", "10M", "200M"])]
    if generator.random() < 0.3:
        options.append("--verify")
    kind = generator.random()
    if kind < 0.15:
        return [*options, "-u", "-k", "cdf5"]
    if kind < 0.25:
        return [*options, "-u"]
    for name, shape in source.shapes.items():
        chains = CHAINS
        if shape and generator.random() < 0.4:
            lengths = [generator.randint(1, length) for length in shape]
            options += ["-c", f"{name}:{','.join(map(str, lengths))}"]
            is_wide = lengths[-1] >= 8 and name not in source.unlimited
            chains = WIDE_CHAINS if is_wide else CHAINS
        if shape and generator.random() < 0.6:
            options += ["-F", f"{name},{pick(generator, generator.choice(chains))}"]
    return options


def check_copy(generator, folder, routes):
    """Copies a random source once, and compares all values."""
    source_path, target_path = os.path.join(folder, "in.nc"), os.path.join(folder, "out.nc")
    source = Source(generator, source_path)
    options = random_options(generator, source)
    report = json.loads(peers.ncfcopy(*options, "--report=json", source_path, target_path).stdout)
    for entry in report["variables"]:
        routes[entry["route"]] += 1
    with netCDF4.Dataset(source_path) as before, netCDF4.Dataset(target_path) as after:
        for name in source.shapes:
            expected, found = (peers.raw_values(file[name]) for file in (before, after))
            try:
                numpy.testing.assert_array_equal(found, expected)
            except AssertionError as error:
                entry = next(e for e in report["variables"] if e["path"] == f"/{name}")
                raise Failure(f"ncfcopy {' '.join(options)}: /{name}: {entry}\n{error}") \
                    from error


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    routes = collections.Counter()
    for number in range(arguments.files):
        generator = random.Random(arguments.seed * 1000003 + number)
        with tempfile.TemporaryDirectory() as folder:
            try:
                check_copy(generator, folder, routes)
            except Failure as failure:
                print(f"file {number} of seed {arguments.seed}: {failure}", file=sys.stderr)
                return 1
    print(" ".join(f"{route}={count}" for route, count in sorted(routes.items())),
          f"variables={sum(routes.values())} seed={arguments.seed}")
    missing = {"passthrough", "transcode", "rechunk", "element"} - set(routes)
    if arguments.files >= 10 and missing:
        print(f"never taken: {', '.join(sorted(missing))}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
