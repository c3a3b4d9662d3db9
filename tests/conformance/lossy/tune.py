#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the predictions of `ncfinfo tune` with the results of its copy command.

All predictions must be within a tenth, of every variable and of all together.
"""

import json
import os
import sys
from functools import partial
from pathlib import Path

import cases
from cases import main, need_file, need_program

ALLOWED = 0.1


def run(*command):
    return cases.run(*command, text=True).stdout


def require_near(what, predicted, achieved):
    if abs(predicted - achieved) > ALLOWED * achieved:
        raise AssertionError(f"{what}: predicted are {predicted} bytes, achieved {achieved}")


def stock_can_read(output):
    """Returns whether Debian's ncdump reads a file without any plugin."""
    cases.run("ncdump", output, env=dict(os.environ, HDF5_PLUGIN_PATH=""))


def check(file, *options):
    """Runs the advised command and compares."""
    advised = json.loads(run("ncfinfo", "tune", *options, "--json", file))
    program, *words = advised["command"]
    report = json.loads(run(program, "--report=json", *words))
    if "any" not in options:
        stock_can_read(words[-1])
    achieved = {one["path"]: one["output_bytes"] for one in report["variables"]}
    for variable in advised["variables"]:
        require_near(f"{file} {options} {variable['path']}", variable["stored_bytes"],
                     achieved[variable["path"]])
    require_near(f"{file} {options}", advised["stored_bytes"], sum(achieved.values()))


def check_last_line(file):
    """Runs the command exactly as it is printed."""
    run("sh", "-c", run("ncfinfo", "tune", file).splitlines()[-1])
    stock_can_read(f"{Path(file).stem}.tuned.nc")


def of_corpus(name, goals=("balanced",)):
    """Tunes a file of the corpus for each goal and for both kinds of readers."""
    need_program("ncdump")
    Path(name).symlink_to(need_file(name))
    for goal in goals:
        for readers in ("stock", "any"):
            check(name, "--goal", goal, "--readers", readers)
    check(name, "--digits", "3")
    check_last_line(name)


def made():
    """Tunes a file of which only a part is read, whose chunks differ: fields that get rougher with
    time, above a part that is missing, and one all missing at first."""
    need_program("ncdump")
    import netCDF4
    import numpy
    random = numpy.random.default_rng(5)
    with netCDF4.Dataset("in.nc", "w") as dataset:
        dataset.createDimension("time", None)
        dataset.createDimension("y", 60)
        dataset.createDimension("x", 90)
        whole = dataset.createVariable("whole", "f4", ("time", "y", "x"), chunksizes=(1, 40, 60),
                                       zlib=True, fletcher32=True)
        late = dataset.createVariable("late", "i2", ("time", "y", "x"), chunksizes=(1, 60, 90))
        for time in range(150):
            field = 280 + random.normal(scale=0.01 * (1 + time), size=(60, 90))
            field[:20, :30] = netCDF4.default_fillvals["f4"]
            whole[time] = field
            late[time] = random.normal(scale=20, size=(60, 90)) if time > 100 else -9
    check("in.nc", "--sample", "500K")
    check("in.nc", "--sample", "500K", "--error", "whole,0.1")


FILES = ("eraint_uvz", "small_rotPole_precipitation", "issue672", "tmean_1910_1910")

if __name__ == "__main__":
    os.environ["PATH"] = f"{os.environ['NCF_BIN']}:{os.environ['PATH']}"
    sys.exit(main({"small_theta_colpex": partial(of_corpus, "small_theta_colpex.nc",
                                                 ("size", "balanced", "speed")),
                   **{file: partial(of_corpus, f"{file}.nc") for file in FILES}, "made": made}))
