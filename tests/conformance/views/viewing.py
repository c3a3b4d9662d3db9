# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs ncfcopy for tests of views, and compares what it made."""

import json
import subprocess
from pathlib import Path

from cases import Failure, need_package
import peers

netCDF4 = need_package("netCDF4")
numpy = need_package("numpy")


def copy(*arguments):
    done = subprocess.run([peers.NCF_BIN / "ncfcopy", *map(str, arguments)], text=True,
                          capture_output=True)
    if done.returncode:
        raise Failure(f"ncfcopy {arguments}: {done.stderr}")
    return done.stdout + done.stderr


def refused(*arguments):
    done = subprocess.run([peers.NCF_BIN / "ncfcopy", *map(str, arguments)], text=True,
                          capture_output=True)
    if done.returncode != 1:
        raise Failure(f"ncfcopy {arguments} ended with {done.returncode}")
    return done.stderr


def routes(*arguments):
    """Returns the route of each variable in a plan."""
    plan = json.loads(copy("--plan", "--report=json", *arguments).partition("\nncfcopy:")[0])
    return {each["path"]: each["route"] for each in plan["variables"]}


def require_values(what, found, expected):
    found, expected = numpy.ma.filled(found, 0), numpy.ma.filled(expected, 0)
    found = found.astype(found.dtype.newbyteorder("="))
    if found.dtype != expected.dtype or found.shape != expected.shape:
        raise Failure(f"{what}: {found.dtype} {found.shape}, not {expected.dtype} {expected.shape}")
    if found.tobytes() != expected.tobytes():
        wrong = numpy.argwhere(~((found == expected) | ((found != found) & (expected != expected))))
        raise Failure(f"{what}: {len(wrong)} values differ, the first at {wrong[:1]}")


def as_netcdf(path):
    """Opens an output, of any format, as netCDF."""
    if str(path).endswith(".zarr"):
        other = Path(str(path) + ".nc")
        copy("-k", "nc4", path, other)
        path = other
    dataset = netCDF4.Dataset(path)
    dataset.set_auto_maskandscale(False)
    return dataset
