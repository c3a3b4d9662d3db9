#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the information in each bit with published results.

    sorted      random numbers in order, as in BitInformation.jl's manual
    sorted_3d   a field in order along one of three dimensions, as there
    eraint_uvz  the file of xbitinfo's quick start

Random numbers are drawn anew, so they agree as far as so many draws do. Exponents are left out:
BitInformation.jl's examples count them with a bias, and we do as xbitinfo does.
source: BitInformation.jl, docs/src/bitinformation.md; xbitinfo 0.0.7
"""

import json
import os
import sys

import cases
from cases import Failure, main, need_real_file, need_package

SIGNIFICAND = 9  # where it begins in a float
# Of the bits 1, 2 and 13 to 23 of the significand.
SORTED = [*zip((1, 2), (0.996120575536068, 0.9931335810218149)),
          *zip(range(13, 24), (0.15992667263039423, 0.0460430997651915, 0.006067325343418917,
                               0.0008767479258913191, 0.00033132201520535975,
                               0.0007048623462190817, 0.0025481588434255187, 0.0087191715755926,
                               0.028826838913308506, 0.07469492765760763, 0))]
# The sign and the bits 1 to 5 of the significand.
SORTED_3D = [(1 - SIGNIFICAND, 0.9284529526801016),
             *enumerate((0.2420859244356707, 0.08943278228929732, 0.01870979798293037,
                         0.00221913365831955, 0), 1)]
# The results of xbitinfo for 99%, with its implementation in Python; below 1 we keep one bit.
ERAINT_UVZ = {"u": {"month": -1, "level": 0, "latitude": 1, "longitude": 3},
              "v": {"month": -7, "level": -1, "latitude": 1, "longitude": 2},
              "z": {"month": 2, "level": 5, "latitude": 7, "longitude": 10}}


def make_file(variables):
    """Makes a file. variables: by name, the names of dimensions and the values."""
    netcdf = need_package("netCDF4")
    with netcdf.Dataset("in.nc", "w") as dataset:
        for name, (dimensions, values) in variables.items():
            for dimension, length in zip(dimensions, values.shape):
                if dimension not in dataset.dimensions:
                    dataset.createDimension(dimension, length)
            dataset.createVariable(name, "f4", dimensions)[:] = values


def information():
    """Returns the information by the names of variables and dimensions, for 99%."""
    plan = cases.run("ncfcopy", "--plan", "--report=json", "--quantize",
                     "*,bitround,information=99%", "in.nc", "no.nc", text=True).stdout
    return {one["path"].lstrip("/"): {along["dimension"]: along for along in one["information"]}
            for one in json.loads(plan)["variables"]}


def expect(published, along, tolerance):
    found = {bit: along["information"][SIGNIFICAND - 1 + bit] for bit, _ in published}
    wrong = {bit: (found[bit], wanted) for bit, wanted in published
             if abs(found[bit] - wanted) > tolerance}
    if wrong:
        raise Failure(f"along {along['dimension']}: found and published by bit: {wrong}")


def in_order():
    """The manual's numbers are those of 100,000 draws, though it shows 1,000,000."""
    random = need_package("numpy").random.default_rng(1)
    # As Julia drew them then.
    values = random.integers(0, 1 << 23, 100_000).astype("f4") / (1 << 23)
    values.sort()
    make_file({"sorted": (("x",), values)})
    expect(SORTED, information()["sorted"]["x"], 0.01)


def in_order_along_one_of_three():
    """The manual's numbers are those of normal draws in order along the dimension of 100."""
    values = need_package("numpy").random.default_rng(1).normal(size=(200, 100, 300)).astype("f4")
    values.sort(axis=1)
    make_file({"sorted": (("x", "y", "z"), values)})
    found = information()["sorted"]
    expect(SORTED_3D, found["y"], 0.003)
    if any(sum(found[name]["information"]) >= sum(found["y"]["information"]) for name in "xz"):
        raise Failure(f"most information is not along y: {found}")


def eraint_uvz():
    netcdf = need_package("netCDF4")
    with netcdf.Dataset(need_real_file("eraint_uvz.nc")) as dataset:
        make_file({name: (dataset[name].dimensions, dataset[name][:]) for name in ERAINT_UVZ})
    found = {name: {dimension: along["bits"] for dimension, along in dimensions.items()}
             for name, dimensions in information().items()}
    expected = {name: {dimension: max(1, bits) for dimension, bits in dimensions.items()}
                for name, dimensions in ERAINT_UVZ.items()}
    if found != expected:
        raise Failure(f"{found}, not {expected}")


if __name__ == "__main__":
    os.environ["PATH"] = f"{os.environ['NCF_BIN']}:{os.environ['PATH']}"
    sys.exit(main({"sorted": in_order, "sorted_3d": in_order_along_one_of_three,
                   "eraint_uvz": eraint_uvz}))
