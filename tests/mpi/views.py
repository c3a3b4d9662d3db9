#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs ncfcopy --mpi on views of files. The output must have the same bytes as that of one process."""

import sys

from cases import main
from one_file import expect_same, make_input


def views():
    """Every process finds and reads parts of views in the files that it needs."""
    for i, times in enumerate((7, 5, 8)):
        make_input(f"part{i}.nc", times)
    joined = ("--concat", "time", "-V", "t,big_endian,gaps", "part0.nc", "part1.nc")
    for options in ((), ("-d", "1", "-c", "time/4,y/30,x/80"), ("--verify", "--type", "big_endian:double"),
                    ("--select", "time[3:19:2],x[5:70]")):
        expect_same("part2.nc", "out.nc", *options, *joined, processes=(3,))
    expect_same("part2.nc", "out.zarr", "--verify", *joined, processes=(2,))


if __name__ == "__main__":
    sys.exit(main([views]))
