#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What the copy of a tiny file costs in short and in long lists, and with a program for each.

    many_files.py --ncfcopy PROGRAM [--few N] [--many N] FOLDER

Prints milliseconds of processor time and of waiting for each file. FOLDER should be in memory, or
the disk is measured.
"""

import argparse
import os
import shutil
import subprocess
from pathlib import Path

from make_inputs import make_tiny

FILES_IN_FOLDER = 1000
OPTIONS = ("-d", "1")


def make_tree(root, count):
    """Copies of one file, a thousand in each folder."""
    make_tiny(root.with_suffix(".nc"))
    for number in range(count):
        folder = root / f"{number // FILES_IN_FOLDER:03}"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root.with_suffix(".nc"), folder / f"{number:06}.nc")


def measure(name, command, count, output, **more):
    output.mkdir()
    before = os.times()
    subprocess.run([str(word) for word in command], check=True, **more)
    after = os.times()
    cpu = (after.children_user + after.children_system - before.children_user -
           before.children_system)
    print(f"{name:24} {count:7} files: {1000 * cpu / count:6.2f} ms of processor time, "
          f"{1000 * (after.elapsed - before.elapsed) / count:6.2f} ms each", flush=True)
    shutil.rmtree(output)
    return cpu / count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--ncfcopy", type=Path, required=True, metavar="PROGRAM")
    parser.add_argument("--few", type=int, default=2000, metavar="N")
    parser.add_argument("--many", type=int, default=100000, metavar="N")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    output = arguments.folder / "out"
    costs = []
    for count in (arguments.few, arguments.many):
        tree = arguments.folder / f"in{count}"
        if not tree.exists():
            make_tree(tree, count)
        costs.append(measure("ncfcopy --into", [arguments.ncfcopy, *OPTIONS, "--into", output, tree],
                             count, output))
    names = "".join(f"{path}\n{output / path.name}\n"
                    for path in (arguments.folder / f"in{arguments.few}").rglob("*.nc"))
    by_program = measure("xargs -P2 nccopy", ["xargs", "-P2", "-n2", "nccopy", *OPTIONS],
                         arguments.few, output, input=names, text=True)
    print(f"long list: {costs[1] / costs[0]:.2f} x the short one; "
          f"nccopy: {by_program / costs[0]:.1f} x ncfcopy")


if __name__ == "__main__":
    main()
