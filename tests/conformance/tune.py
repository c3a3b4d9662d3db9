#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What `ncfinfo tune` predicts and what the copy by its command then achieves.

    tune.py FILE.nc [GOAL...]    a file of the corpus, for each goal and for both kinds of readers
    tune.py made                 a file of which only a part is read, whose chunks differ

Exit status 0: all predictions are within a tenth, of every variable and of all together; 77: what
is needed is not here.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
ALLOWED = 0.1


def run(folder, command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False,
                          shell=isinstance(command, str))
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit status {done.returncode}: {done.stderr}")
    return done.stdout


def require_near(what, predicted, achieved):
    if abs(predicted - achieved) > ALLOWED * achieved:
        raise AssertionError(f"{what}: predicted are {predicted} bytes, achieved {achieved}")


def stock_can_read(folder, output):
    """Debian's ncdump, without any plugin."""
    environment = dict(os.environ, HDF5_PLUGIN_PATH="")
    subprocess.run(["ncdump", output], cwd=folder, env=environment, check=True,
                   stdout=subprocess.DEVNULL)


def check(folder, file, options):
    """Does as advised, and compares."""
    advised = json.loads(run(folder, ["ncfinfo", "tune", *options, "--json", file]))
    program, *words = advised["command"]
    report = json.loads(run(folder, [program, "--report=json", *words]))
    if "any" not in options:
        stock_can_read(folder, words[-1])
    achieved = {one["path"]: one["output_bytes"] for one in report["variables"]}
    for variable in advised["variables"]:
        require_near(f"{file} {options} {variable['path']}", variable["stored_bytes"],
                     achieved[variable["path"]])
    require_near(f"{file} {options}", advised["stored_bytes"], sum(achieved.values()))


def check_last_line(folder, file):
    """Does as it says, exactly as it is printed."""
    run(folder, run(folder, ["ncfinfo", "tune", file]).splitlines()[-1])
    stock_can_read(folder, f"{Path(file).stem}.tuned.nc")


def of_corpus(folder, name, goals):
    file = Path(os.environ.get("NCF_CORPUS") or "missing") / "data" / name
    if not file.is_file():
        sys.exit(SKIPPED)
    (folder / name).symlink_to(file)
    for goal in goals or ["balanced"]:
        for readers in ("stock", "any"):
            check(folder, name, ["--goal", goal, "--readers", readers])
    check(folder, name, ["--digits", "3"])
    check_last_line(folder, name)


def made(folder):
    """Fields that get rougher with time, above a part that is missing; and one all missing at first."""
    import netCDF4
    import numpy
    random = numpy.random.default_rng(5)
    with netCDF4.Dataset(folder / "in.nc", "w") as dataset:
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
    check(folder, "in.nc", ["--sample", "500K"])
    check(folder, "in.nc", ["--sample", "500K", "--error", "whole,0.1"])


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    if shutil.which("ncdump") is None:
        return SKIPPED
    os.environ["PATH"] = f"{os.environ['NCF_BIN']}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] == "made":
            made(Path(folder))
        else:
            of_corpus(Path(folder), sys.argv[1], sys.argv[2:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
