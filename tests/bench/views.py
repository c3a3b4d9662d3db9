#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Joins, cuts, unpacks and appends, in turn with NCO, CDO and xarray on the same files, and prints the
shortest of some runs in seconds, and the ratio to the peer's.

    views.py --ncfcopy PROGRAM [--row NAME]... [--files N] [--rounds N] FOLDER

Rows: join, recompress, cut, unpack, append. A peer that is not installed is left out.
"""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

import netCDF4
import numpy

LATITUDES, LONGITUDES = 180, 360
DAYS = 3650

XARRAY_APPEND = """
import sys, warnings, xarray
warnings.simplefilter('ignore')
xarray.open_dataset(sys.argv[1]).to_zarr(sys.argv[2], append_dim='time', consolidated=True)
"""
XARRAY_JOIN = """
import sys, xarray
data = xarray.open_mfdataset(sys.argv[2:])
data.to_netcdf(sys.argv[1], encoding={'t2m': {'zlib': True, 'complevel': 1, 'shuffle': True}})
"""


def make_file(path, first, count, grid, packed=False):
    """Makes daily fields with some noise, one chunk each."""
    random = numpy.random.default_rng(first)
    pattern = 280 + 30 * numpy.cos(numpy.linspace(-1.5, 1.5, grid[0]))[:, None] * numpy.ones(grid[1])
    with netCDF4.Dataset(path, "w") as file:
        for name, length in zip(("time", "lat", "lon"), (None, *grid)):
            file.createDimension(name, length)
        times = file.createVariable("time", "f8", ("time",), chunksizes=(512,))
        times.units = "days since 2010-01-01"
        times[:] = numpy.arange(first, first + count)
        for name, length in zip(("lat", "lon"), grid):
            file.createVariable(name, "f4", (name,))[:] = numpy.arange(length)
        variable = file.createVariable("t2m", "i2" if packed else "f4", ("time", "lat", "lon"),
                                       chunksizes=(1, *grid), zlib=True, complevel=1, shuffle=True)
        if packed:
            variable.scale_factor, variable.add_offset = 0.01, 280.0
        for i in range(count):
            variable[i] = numpy.round(pattern + random.normal(0, 1, grid), 1)


def measure(command, rounds, before=None):
    """Returns the shortest time of some runs; none if there is no such program."""
    if shutil.which(str(command[0])) is None:
        return None
    best = None
    for _ in range(rounds):
        if before:
            before()
        start = time.perf_counter()
        subprocess.run([str(word) for word in command], check=True, stderr=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        best = seconds if best is None else min(best, seconds)
    return best


def show(row, ours, peers):
    print(f"{row:12} ncfcopy {ours:8.3f} s")
    for name, seconds in peers.items():
        if seconds is not None:
            print(f"{'':12} {name:24} {seconds:8.3f} s  {seconds / ours:6.1f} x")


def rows_of_joins(options, parts, packed):
    copy, rounds, folder = options.ncfcopy, options.rounds, options.folder
    out = folder / "out.nc"

    def gone():
        out.unlink(missing_ok=True)

    def one(*command):
        return measure(command, rounds, gone)

    if "join" in options.row:
        show("join", one(copy, "--concat", "time", *parts, out), {
            "cat": one("sh", "-c", f"cat {' '.join(map(str, parts))} > {out}"),
            "cat, flushed to disk": one("sh", "-c", f"cat {' '.join(map(str, parts))} > {out}; "
                                        f"sync {out}"),
            "ncrcat": one("ncrcat", "-O", *parts, out),
            "cdo mergetime": one("cdo", "-O", "mergetime", *parts, out)})
    if "recompress" in options.row:
        show("recompress", one(copy, "-F", "t2m,shuffle|deflate,1", "-c", "time/8", "--concat", "time",
                               *parts, out), {
            "ncrcat -L1": one("ncrcat", "-O", "-L1", "--cnk_dmn", "time,8", *parts, out),
            "xarray, dask": one(sys.executable, "-c", XARRAY_JOIN, out, *parts)})
    if "cut" in options.row:
        show("cut", one(copy, "--select", f"lon[{LONGITUDES // 3}:{2 * LONGITUDES // 3}]", parts[0],
                        out), {
            "ncks -d": one("ncks", "-O", "-d", f"lon,{LONGITUDES // 3},{2 * LONGITUDES // 3 - 1}",
                           parts[0], out)})
    if "unpack" in options.row:
        show("unpack", one(copy, "--unpack", "-F", "t2m,shuffle|zstd,3", packed, out), {
            "ncpdq -U": one("ncpdq", "-O", "-U", packed, out),
            "cdo -b F32": one("cdo", "-O", "-b", "F32", "copy", packed, out)})


def row_of_append(options):
    years, day = options.folder / "years.nc", options.folder / "day.nc"
    first, store = options.folder / "first.zarr", options.folder / "store.zarr"
    make_file(years, 0, DAYS, (90, 180))
    make_file(day, DAYS, 1, (90, 180))
    shutil.rmtree(first, ignore_errors=True)
    subprocess.run([options.ncfcopy, "-k", "zarr", years, first], check=True)

    def restore():
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(first, store)

    show("append", measure((options.ncfcopy, "--append", "time", day, store), options.rounds, restore), {
        "xarray append_dim": measure((sys.executable, "-c", XARRAY_APPEND, day, store),
                                     options.rounds, restore)})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--ncfcopy", required=True)
    parser.add_argument("--row", action="append")
    parser.add_argument("--files", type=int, default=12, help="files to join, of 250 days each")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.row = options.row or ["join", "recompress", "cut", "unpack", "append"]
    options.folder.mkdir(exist_ok=True)
    if set(options.row) - {"append"}:
        parts = [options.folder / f"part{i}.nc" for i in range(options.files)]
        packed = options.folder / "packed.nc"
        for i, part in enumerate(parts):
            make_file(part, i * 250, 250, (LATITUDES, LONGITUDES))
        make_file(packed, 0, 250, (LATITUDES, LONGITUDES), packed=True)
        rows_of_joins(options, parts, packed)
    if "append" in options.row:
        row_of_append(options)


if __name__ == "__main__":
    main()
