#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Stores a million small chunks as files of their own and in shards, run in turn, and prints the
files, the seconds and their ratio.

    shards.py --ncfcopy PROGRAM [--chunks N] [--rounds N] FOLDER

The input is a netCDF-4 file with chunks of 8 x 8 x 8 floats. `encode` filters them anew; `pass` moves
them as they are stored; `unshard` moves them out of shards.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import netCDF4
import numpy

CHUNK = 8
KINDS = {
    "files": ("-k", "zarr3"),
    "shards": ("-k", "zarr3", "--shards", "1M"),
    "zip of shards": ("-k", "zarr3", "--shards", "1M"),
}


def make_input(path, chunks):
    """Makes smooth values with some noise, so that filters have something to do."""
    rows = max(1, round((chunks / 100) ** 0.5))
    shape = (100 * CHUNK, rows * CHUNK, -(-chunks // (100 * rows)) * CHUNK)
    random = numpy.random.default_rng(1)
    with netCDF4.Dataset(path, "w") as file:
        for name, length in zip("tyx", shape):
            file.createDimension(name, length)
        variable = file.createVariable("v", "f4", tuple("tyx"), chunksizes=(CHUNK,) * 3, zlib=True,
                                       complevel=1, shuffle=True)
        for start in range(0, shape[0], CHUNK):
            steps = numpy.arange(start, start + CHUNK)[:, None, None]
            noise = random.integers(0, 16, (CHUNK, *shape[1:]))
            variable[start:start + CHUNK] = 280 + numpy.sin(steps / 50) + noise / 64
    return [length // CHUNK for length in shape]


def remove(path):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def measure(command, target):
    """Returns the seconds of a run, without those that the disk takes later."""
    remove(target)
    start = time.perf_counter()
    subprocess.run([str(word) for word in command], check=True)
    return time.perf_counter() - start


def count_files(path):
    return sum(file.is_file() for file in path.rglob("*")) if path.is_dir() else 1


def compare(args, title, source, options, kinds):
    seconds = {kind: [] for kind in kinds}
    files = {}
    for _ in range(args.rounds):
        for kind in kinds:
            target = args.folder / ("out.zip" if "zip" in kind else "out.zarr")
            command = [args.ncfcopy, *KINDS[kind], *options, source, target]
            seconds[kind].append(measure(command, target))
            files[kind] = count_files(target)
            remove(target)
    first = statistics.median(seconds[kinds[0]])
    for kind in kinds:
        median = statistics.median(seconds[kind])
        print(f"{title:8} {kind:14} {files[kind]:9,} files {median:7.2f} s  {first / median:5.2f} x")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ncfcopy", type=Path, required=True)
    parser.add_argument("--chunks", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    source = args.folder / "in.nc"
    print("chunks:", " x ".join(map(str, make_input(source, args.chunks))))
    compare(args, "pass", source, (), list(KINDS))
    compare(args, "encode", source, ("-F", "*,zstd,1"), list(KINDS))
    sharded = args.folder / "shards.zarr"
    measure([args.ncfcopy, *KINDS["shards"], source, sharded], sharded)
    compare(args, "unshard", sharded, ("--shards", "/"), ["files"])
    remove(sharded)
    source.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
