#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the inputs of compare.py that are not model output.

    make_inputs.py float_text|many|tiny|archive|floats|doubles|monthly|monthlies|months FILE
"""

import shutil
import sys
from pathlib import Path

import netCDF4
import numpy


def make_many(path):
    """Makes 2,000 variables of 10 kB in 20 groups."""
    data = (numpy.round(1000 * numpy.sin(numpy.arange(2560) * 0.01)) / 100).astype("f4")
    with netCDF4.Dataset(path, "w") as file:
        for number in range(20):
            group = file.createGroup(f"g{number}")
            group.createDimension("x", data.size)
            for index in range(100):
                variable = group.createVariable(f"var{index}", "f4", ("x",), zlib=True,
                                                complevel=1, chunksizes=(data.size,))
                variable.units = "m"
                variable[:] = data + index


def make_float_text(path):
    """Makes 82 MB of CDL: nine million floats with seven digits, as ncdump prints them."""
    random = numpy.random.default_rng(7)
    with open(path, "w", encoding="ascii") as file:
        file.write("netcdf float_text {\ndimensions:\n  time = UNLIMITED ;\n  x = 90000 ;\n"
                   "variables:\n  float t2m(time, x) ;\ndata:\n\n t2m =\n")
        for step in range(100):
            row = 280 + 20 * random.standard_normal(90000)
            end = " ;\n}\n" if step == 99 else ",\n"
            file.write("  " + ", ".join(f"{value:.7g}" for value in row) + end)


def make_tiny(path):
    """Makes three numbers."""
    with netCDF4.Dataset(path, "w") as file:
        file.createDimension("x", 3)
        file.createVariable("v", "i4", ("x",))[:] = [1, 2, 3]


def make_archive(path):
    """Makes a folder of 10,000 tiny files."""
    path = Path(path)
    path.mkdir()
    make_tiny(path / "0.nc")
    for number in range(1, 10000):
        shutil.copyfile(path / "0.nc", path / f"{number}.nc")


def make_numbers(path, kind, count):
    """Makes numbers with all their digits, not compressed."""
    numbers = numpy.random.default_rng(1).normal(280, 15, (count, 300, 400)).astype(kind)
    with netCDF4.Dataset(path, "w") as file:
        for name, length in zip("tyx", numbers.shape):
            file.createDimension(name, length)
        file.createVariable("v", kind, ("t", "y", "x"))[:] = numbers


def make_floats(path):
    make_numbers(path, "f4", 80)


def make_doubles(path):
    make_numbers(path, "f8", 40)


def make_monthly(path, months=1800):
    """Makes 150 years of months as models write them: all variables grow month by month."""
    random = numpy.random.default_rng(7)
    latitude = numpy.cos(numpy.linspace(-1.5, 1.5, 144))[:, None]
    with netCDF4.Dataset(path, "w") as file:
        file.variable_id = "pr"
        for name, length in {"time": None, "lat": 144, "lon": 192, "bnds": 2}.items():
            file.createDimension(name, length)
        time = file.createVariable("time", "f8", ("time",), chunksizes=(512,))
        time.units = "days since 1850-01-01"
        time.bounds = "time_bnds"
        bounds = file.createVariable("time_bnds", "f8", ("time", "bnds"), chunksizes=(1, 2))
        pr = file.createVariable("pr", "f4", ("time", "lat", "lon"), zlib=True, complevel=1,
                                 shuffle=True, chunksizes=(1, 144, 192))
        for month in range(months):
            time[month] = 30 * month + 15
            bounds[month] = (30 * month, 30 * month + 30)
            smooth = numpy.sin(numpy.arange(192) * 0.05 + month * 0.5) * latitude
            pr[month] = smooth + 0.01 * random.standard_normal((144, 192))


def make_monthlies(path):
    """Makes a folder of 200 such files, of five years each: 5 MB."""
    path = Path(path)
    path.mkdir()
    make_monthly(path / "0.nc", 60)
    for number in range(1, 200):
        shutil.copyfile(path / "0.nc", path / f"{number}.nc")


def make_months(path):
    """Makes a folder of 12 months of hourly maps, of 50 MB each; their chunks fit together."""
    path = Path(path)
    path.mkdir()
    random = numpy.random.default_rng(7)
    longitude, latitude = numpy.arange(450) * 0.8, numpy.linspace(90, -90, 226)
    for month in range(12):
        with netCDF4.Dataset(path / f"{month + 1:02}.nc", "w") as file:
            for name, length in {"time": None, "lat": 226, "lon": 450}.items():
                file.createDimension(name, length)
            time = file.createVariable("time", "f8", ("time",), chunksizes=(24,))
            time.units = "hours since 2020-01-01"
            time[:] = numpy.arange(240) + 240 * month
            for name, values in ("lat", latitude), ("lon", longitude):
                file.createVariable(name, "f4", (name,))[:] = values
            t2m = file.createVariable("t2m", "f4", ("time", "lat", "lon"), zlib=True, complevel=1,
                                      shuffle=True, chunksizes=(24, 226, 450))
            for day in range(10):
                smooth = 280 + 20 * numpy.cos(latitude / 57)[:, None] * numpy.sin(longitude / 57 + day)
                t2m[24 * day:24 * day + 24] = numpy.round(
                    smooth + random.standard_normal((24, 226, 450)), 3)


if __name__ == "__main__":
    {"float_text": make_float_text, "many": make_many, "tiny": make_tiny,
     "archive": make_archive, "floats": make_floats,
     "doubles": make_doubles, "monthly": make_monthly, "monthlies": make_monthlies,
     "months": make_months}[sys.argv[1]](sys.argv[2])
