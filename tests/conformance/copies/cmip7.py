#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Files repacked with --for cmip7, judged by check_cmip7_packing if NCF_CMIP7_JUDGE names it.

The judge is a program of the public repository NCAS-CMS/cmip7_repack, which needs pyfive.
Its verdict and that of `ncfinfo file --for cmip7` must be the same, for inputs as well.
"""

import os
import subprocess
import sys
from pathlib import Path

from cases import Failure, main, need_package
from peers import NCF_BIN

JUDGE = os.environ.get("NCF_CMIP7_JUDGE", "")


def verdict_of(path):
    """Returns whether a file fits, in our opinion, and compares that with the judge's."""
    ours = subprocess.run([NCF_BIN / "ncfinfo", "file", "--for", "cmip7", path], text=True,
                          capture_output=True)
    if ours.returncode not in (0, 1):
        raise Failure(ours.stderr)
    if JUDGE:
        judged = subprocess.run([JUDGE, path], text=True, capture_output=True)
        if judged.returncode in (0, 1) and judged.returncode != ours.returncode:
            raise Failure(f"{path}: ncfinfo says {ours.stdout}; the judge {judged.stdout}{judged.stderr}")
    return ours.returncode == 0


def repack(path, *options):
    """Repacks a file, which must then fit and have the same values; copies of it stay the same.
    (The first puts the variables in the order of the file.)"""
    for source, target in ((path, "out.nc"), ("out.nc", "again.nc"), ("again.nc", "third.nc")):
        done = subprocess.run([NCF_BIN / "ncfcopy", "--for", "cmip7", *options, source, target],
                              text=True, capture_output=True)
        if done.returncode:
            raise Failure(done.stderr)
        if not verdict_of(target):
            raise Failure(f"{target}, from {path}, does not fit")
    if Path("again.nc").read_bytes() != Path("third.nc").read_bytes():
        raise Failure("a file that fits does not stay as it is")
    same = subprocess.run([NCF_BIN / "ncfinfo", "compare", path, "out.nc"], text=True,
                          capture_output=True)
    if same.returncode:
        raise Failure(same.stdout)


def make_months(path, months, shape=(36, 48), kind="NETCDF4", **storage):
    """A file as models write it: everything grows month by month."""
    numpy = need_package("numpy")
    with need_package("netCDF4").Dataset(path, "w", format=kind) as file:
        file.variable_id = "pr"
        for name, length in {"time": None, "lat": shape[0], "lon": shape[1], "bnds": 2}.items():
            file.createDimension(name, length)
        file.createVariable("lat", "f8", ("lat",))[:] = numpy.linspace(-90, 90, shape[0])
        time = file.createVariable("time", "f8", ("time",))
        time.units = "days since 1850-01-01"
        time.bounds = "time_bnds"
        bounds = file.createVariable("time_bnds", "f8", ("time", "bnds"))
        values = file.createVariable("pr", "f4", ("time", "lat", "lon"), **storage)
        random = numpy.random.default_rng(1)
        for month in range(months):
            time[month] = 30 * month + 15
            bounds[month] = (30 * month, 30 * month + 30)
            values[month] = random.random(shape, dtype="f4").round(2)


def one_month():
    make_months("in.nc", 1)
    verdict_of("in.nc")
    repack("in.nc")


def many_months():
    make_months("in.nc", 1000, zlib=True, chunksizes=(1, 36, 48))
    if verdict_of("in.nc"):
        raise Failure("a file with 1,000 chunks fits")
    repack("in.nc")
    repack("in.nc", "-j", "1", "-F", ":data,none")


def many_times():
    make_months("in.nc", 20000, shape=(2, 3), chunksizes=(1, 2, 3))
    repack("in.nc")


def classic():
    make_months("in.nc", 300, kind="NETCDF3_CLASSIC")
    repack("in.nc")


def many_variables():
    numpy = need_package("numpy")
    make_months("in.nc", 50, zlib=True, chunksizes=(1, 36, 48))
    with need_package("netCDF4").Dataset("in.nc", "a") as file:
        for number in range(300):
            group = file if number % 3 else file.createGroup(f"g{number}")
            variable = group.createVariable(f"v{number}", "f4", ("time", "lat"), zlib=True,
                                            chunksizes=(5, 36))
            variable.long_name = f"variable {number}" * (number % 40)
            variable[:] = numpy.arange(50 * 36, dtype="f4").reshape(50, 36) + number
        texts = file.createVariable("texts", str, ("lat",))
        texts[:] = numpy.array([f"text {i}" * i for i in range(36)], "O")
    repack("in.nc")


if __name__ == "__main__":
    sys.exit(main([one_month, many_months, many_times, classic, many_variables]))
