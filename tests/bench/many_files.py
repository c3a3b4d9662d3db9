#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of copying many files, tiny and large ones, and of skipping them.

    many_files.py --ncfcopy PROGRAM [--few N] [--many N] [--large N] [--megabytes N] [--quick] FOLDER

Three measurements: tiny files in a short and in a long list, with nccopy and ncks (if it is there)
for the short one; a second run with --resume that skips the long list; and large files, with the
same rivals. FOLDER should be in memory, or the disk is measured; 200 files of 50 MB and their copies
take 17 GB.
"""

import argparse
import os
import shutil
import subprocess
from pathlib import Path

import netCDF4
import numpy

from make_inputs import make_tiny

FILES_IN_FOLDER = 1000
OPTIONS = ("-s", "-d", "1")
AT_A_TIME = 2
# An input and an output follow. ncks shuffles before it deflates.
RIVALS = {"nccopy": ("nccopy", *OPTIONS), "ncks": ("ncks", "-O", "-h", "-4", "-L", "1")}


def make_tree(root, count):
    """Makes copies of one file, a thousand in each folder."""
    make_tiny(root.with_suffix(".nc"))
    for number in range(count):
        folder = root / f"{number // FILES_IN_FOLDER:03}"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root.with_suffix(".nc"), folder / f"{number:06}.nc")


def make_large(root, count, megabytes):
    """Makes different fields that compress to about two thirds, not compressed."""
    root.mkdir()
    random = numpy.random.default_rng(1)
    y, x = numpy.meshgrid(numpy.linspace(0, 6, 500), numpy.linspace(0, 12, 500), indexing="ij")
    for number in range(count):
        with netCDF4.Dataset(root / f"{number}.nc", "w") as file:
            for name, length in (("time", None), ("y", 500), ("x", 500)):
                file.createDimension(name, length)
            values = file.createVariable("v", "f4", ("time", "y", "x"), chunksizes=(1, 500, 500))
            for step in range(megabytes):
                noise = 0.1 * random.standard_normal(x.shape)
                values[step] = 280 + 20 * numpy.sin(y + step + number) * numpy.cos(x) + noise


def run(name, command, count, **more):
    """Returns the elapsed seconds, and those of processor time."""
    before = os.times()
    subprocess.run([str(word) for word in command], check=True, **more)
    after = os.times()
    cpu = (after.children_user + after.children_system - before.children_user -
           before.children_system)
    seconds = after.elapsed - before.elapsed
    print(f"{name:24} {count:7} files: {1000 * cpu / count:8.2f} ms of processor time, "
          f"{1000 * seconds / count:8.2f} ms each, {seconds:7.2f} s", flush=True)
    return seconds, cpu


def copy(program, tree, output, count):
    return run("ncfcopy --into", [program, *OPTIONS, "-j", AT_A_TIME, "--into", output, tree],
               count)


def compare_with_rivals(tree, output, count, ours):
    """Compares with other programs. ours: seconds and processor time of ncfcopy."""
    names = "".join(f"{path}\n{output / path.name}\n" for path in sorted(tree.rglob("*.nc")))
    for name, command in RIVALS.items():
        if shutil.which(command[0]) is None:
            print(f"{name}: is not here")
            continue
        output.mkdir()
        seconds, cpu = run(f"xargs -P{AT_A_TIME} {name}",
                           ["xargs", f"-P{AT_A_TIME}", "-n2", *command], count, input=names,
                           text=True)
        shutil.rmtree(output)
        print(f"{name}: {seconds / ours[0]:.1f} x the time of ncfcopy, "
              f"{cpu / ours[1]:.1f} x the processor time")


def measure_tiny(program, folder, few, many):
    output = folder / "out"
    costs = {}
    for count in (few, many):
        tree = folder / f"in{count}"
        if not tree.exists():
            make_tree(tree, count)
        costs[count] = copy(program, tree, output, count)
        if count == few:
            shutil.rmtree(output)
    run("ncfcopy --resume", [program, *OPTIONS, "--resume", "--into", output, tree], many)
    shutil.rmtree(output)
    print(f"long list: {costs[many][1] / many / (costs[few][1] / few):.2f} x the short one")
    compare_with_rivals(folder / f"in{few}", output, few, costs[few])


def measure_large(program, folder, count, megabytes):
    tree = folder / f"large{count}x{megabytes}"
    if not tree.exists():
        make_large(tree, count, megabytes)
    output = folder / "out"
    ours = copy(program, tree, output, count)
    shutil.rmtree(output)
    compare_with_rivals(tree, output, count, ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--ncfcopy", type=Path, required=True, metavar="PROGRAM")
    parser.add_argument("--few", type=int, default=10000, metavar="N")
    parser.add_argument("--many", type=int, default=100000, metavar="N")
    parser.add_argument("--large", type=int, default=200, metavar="N")
    parser.add_argument("--megabytes", type=int, default=50, metavar="N", help="of a large file")
    parser.add_argument("--quick", action="store_true", help="a twentieth of the tiny files, and 8 "
                        "large ones of 10 MB")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.few, arguments.many, arguments.large, arguments.megabytes = 500, 5000, 8, 10
    measure_tiny(arguments.ncfcopy, arguments.folder, arguments.few, arguments.many)
    measure_large(arguments.ncfcopy, arguments.folder, arguments.large, arguments.megabytes)


if __name__ == "__main__":
    main()
