#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast ncf and others read a netCDF-4 file of many chunks from a server with a delay.

    network.py BIN [--chunks N] [--delay SECONDS] [--rounds N]

BIN is the folder of our programs. The peers: libhdf5, which asks for one range after another (ROS3,
by h5py); libnetcdf (nccopy with #mode=bytes), if it was built for that; curl with 16 ranges of equal
length at a time, which decodes nothing.
"""

import subprocess
import tempfile
import urllib.request
from pathlib import Path

import h5py
import netCDF4
import numpy

from delayed_server import CONNECTIONS, measure, parse_options, serving, show

SHAPE = (160, 160)


def make_file(path, chunks):
    random = numpy.random.default_rng(1)
    with netCDF4.Dataset(path, "w") as file:
        for name, length in zip("tyx", (chunks, *SHAPE)):
            file.createDimension(name, length)
        variable = file.createVariable("v", "f4", tuple("tyx"), zlib=True, complevel=1, shuffle=True,
                                       chunksizes=(1, *SHAPE))
        for chunk in range(chunks):
            variable[chunk] = random.standard_normal(SHAPE).astype("f4")


def run(*command):
    return subprocess.run([str(word) for word in command], check=False, capture_output=True,
                          text=True)


def by_ros3(url, chunks):
    """Reads chunk by chunk, as every program that uses libhdf5."""
    with h5py.File(url, "r", driver="ros3") as file:
        for chunk in range(chunks):
            file["v"][chunk]


def by_curl(url, size, folder):
    """Requests as many ranges as there are connections."""
    step = -(-size // CONNECTIONS)
    ranges = [f"{begin}-{min(begin + step, size) - 1}" for begin in range(0, size, step)]
    running = [subprocess.Popen(["curl", "-s", "-r", part, "-o", folder / f"part{number}", url])
               for number, part in enumerate(ranges)]
    for process in running:
        assert process.wait() == 0


def contenders(programs, url, path, folder, chunks):
    """Returns functions by name."""
    size = path.stat().st_size
    out = folder / "out.nc"

    def copy(*options, source=url):
        out.unlink(missing_ok=True)
        done = run(programs / "ncfcopy", *options, source, out)
        assert done.returncode == 0, done.stderr

    found = {
        "curl, 16 ranges at a time": lambda: by_curl(url, size, folder),
        "ncfcopy, stored bytes": copy,
        "ncfcopy -d 0, decoded": lambda: copy("-d", "0"),
        "ncfcopy of the local file": lambda: copy(source=path),
        "ncfdump -h": lambda: run(programs / "ncfdump", "-h", url),
    }
    if "ros3" in h5py.registered_drivers():
        found["libhdf5, ROS3"] = lambda: by_ros3(url, chunks)
    if run("nccopy", f"{url}#mode=bytes", out).returncode == 0:
        found["nccopy, #mode=bytes"] = lambda: run("nccopy", f"{url}#mode=bytes", out)
    return found


def main():
    options = parse_options(chunks=2000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "in.nc"
        make_file(path, options.chunks)
        with serving(folder, options.delay) as server:
            url = f"{server}/well/in.nc"
            urllib.request.urlopen(urllib.request.Request(url, method="HEAD")).close()
            works = contenders(options.programs, url, path, folder, options.chunks)
            seconds = measure({name: lambda _, work=work: work() for name, work in works.items()},
                              options.rounds)
        megabytes = path.stat().st_size / 1e6
    show(f"{megabytes:.0f} MB, {options.chunks} chunks", options, seconds)


if __name__ == "__main__":
    main()
