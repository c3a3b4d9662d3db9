#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Reads arrays of Zarr version 3 as newer writers make them, written in plain Python (zarr3.py):
rectilinear grids and elements that NumPy does not have.
"""

import json
import os
import random
import shutil
import sys
from pathlib import Path

from cases import cases_in, main
from peers import raw_values  # sets the plugin path before the libraries below are loaded
from zarr_peers import SHAPE, check_equal, copy, field
import zarr3  # after zarr_peers, which ends the run where a package is missing

import netCDF4
import numpy

LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
BIG = {"name": "bytes", "configuration": {"endian": "big"}}
CRC = {"name": "crc32c"}


def draw_lengths(draw, length):
    """Returns lengths of chunks along a dimension; the last may extend past it."""
    lengths = []
    while sum(lengths) < length:
        lengths.append(draw.randrange(1, length))
    return lengths


def case_rectilinear():
    """Chunks of different lengths, drawn, are read as values, whole and in parts."""
    draw = random.Random(int(os.environ.get("NCF_SEED", "1")))
    transposed = {"name": "transpose", "configuration": {"order": [2, 0, 1]}}
    zstd = {"name": "zstd", "configuration": {"level": 1, "checksum": False}}
    values = field("f4")
    for number in range(8):
        store = Path(f"drawn{number}.zarr")
        chunk = [draw_lengths(draw, length) for length in SHAPE]
        chunk[draw.randrange(3)] = draw.randrange(1, 9)
        codecs = draw.choice([[LITTLE], [BIG, CRC], [transposed, LITTLE, zstd]])
        zarr3.write_array(store / "v", values, chunk, codecs)
        (store / "zarr.json").write_text('{"zarr_format":3,"node_type":"group"}', encoding="utf-8")
        (store / "v/c/0/0/0").unlink()
        expected = values.copy()
        first = [one if isinstance(one, int) else one[0] for one in chunk]
        expected[tuple(map(slice, first))] = 0
        copy(store, "out.nc", "-k", "nc4")
        copy(store, "parts.nc", "-k", "nc4", "-c", "v:2,7,5")
        with netCDF4.Dataset("out.nc") as file, netCDF4.Dataset("parts.nc") as parts:
            check_equal(expected, raw_values(file["v"]), f"{chunk}")
            check_equal(expected, raw_values(parts["v"]), f"{chunk}")
        copy(store, "even.zarr", "-k", "zarr3")
        check_equal(expected, zarr3.read_array(Path("even.zarr/v")), f"{chunk}")
        shutil.rmtree("even.zarr")


def case_bfloat16():
    """Floats of 2 bytes with the exponent of a float, in both byte orders."""
    draw = numpy.random.default_rng(1)
    bits = draw.integers(0, 0x7F80, SHAPE) | draw.integers(0, 2, SHAPE) << 15
    expected = (bits.astype("u4") << 16).view("f4")
    for number, codec in enumerate((LITTLE, BIG)):
        store = Path(f"brain{number}.zarr")
        zarr3.write_array(store / "v", bits.astype("u2"), (2, 7, 30), [codec])
        metadata = zarr3.read_metadata(store / "v")
        metadata["data_type"] = "bfloat16"
        (store / "v/zarr.json").write_text(json.dumps(metadata), encoding="utf-8")
        (store / "zarr.json").write_text('{"zarr_format":3,"node_type":"group"}', encoding="utf-8")
        copy(store, "out.nc", "-k", "nc4")
        with netCDF4.Dataset("out.nc") as file:
            check_equal(expected, raw_values(file["v"]), codec["configuration"]["endian"])


if __name__ == "__main__":
    sys.exit(main(cases_in(globals())))
