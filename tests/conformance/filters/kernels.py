#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares our kernels with Python's: with numcodecs, which Zarr uses, and with the definitions in
plain Python.

The program run_kernel (tests/support/run_kernel.cpp) runs ours.
"""

import os
import struct
import subprocess
import sys
import zlib

import numpy

import checksums
from cases import main, need_package

RUN_KERNEL = os.path.join(os.environ["NCF_TESTS"], "run_kernel")


def codec(**configuration):
    """Returns a codec of numcodecs by its JSON."""
    return need_package("numcodecs").get_codec(configuration)


def run_kernel(verb, data, name, *words):
    return subprocess.run([RUN_KERNEL, verb, name, *map(str, words)], input=data, check=True,
                          stdout=subprocess.PIPE).stdout


def encode(data, name, *words):
    return run_kernel("encode", data, name, *words)


def decode(data, name, *words):
    return run_kernel("decode", data, name, *words)


def samples():
    """Returns model data, noise, a constant value, and at most a byte."""
    rows, columns = numpy.indices((60, 400))
    field = 280 + 10 * numpy.sin(rows / 9) + columns / 50
    yield field.astype("f4").round(2).tobytes()
    yield field.astype("f8").tobytes()
    yield numpy.random.default_rng(1).bytes(100_000)
    yield bytes(3_000_000)
    yield b"x"


def read_each_other(name, words, theirs):
    for data in samples():
        assert bytes(theirs.decode(encode(data, name, *words))) == data, (name, words, len(data))
        assert decode(bytes(theirs.encode(data)), name, *words) == data, (name, words, len(data))


# Cases.

def deflate():
    """numcodecs' zlib."""
    for level in range(10):
        read_each_other("deflate", [level], codec(id="zlib", level=level))


def bzip2():
    """numcodecs' bz2."""
    for level in (1, 9):
        read_each_other("bzip2", [level], codec(id="bz2", level=level))


def zstd():
    """numcodecs' zstd."""
    for level in (-5, 1, 3, 19):
        read_each_other("zstd", [level], codec(id="zstd", level=level))


def shuffle():
    """numcodecs' shuffle writes the same bytes for whole elements, which is all that it takes."""
    for size in (2, 3, 4, 8, 16):
        theirs = codec(id="shuffle", elementsize=size)
        for data in samples():
            whole = data[:len(data) // size * size]
            shuffled = encode(whole, "shuffle", size)
            if len(whole) > 0:
                assert shuffled == bytes(theirs.encode(whole)), (size, len(whole))
            assert decode(shuffled, "shuffle", size) == whole


def chain():
    """The most common chain of netCDF-4: shuffle, then deflate."""
    for data in samples():
        stored = encode(encode(data, "shuffle", 4), "deflate", 5)
        if len(data) % 4 == 0:
            unpacked = codec(id="zlib").decode(stored)
            assert bytes(codec(id="shuffle", elementsize=4).decode(unpacked)) == data
        assert zlib.decompress(stored) == encode(data, "shuffle", 4)


def fletcher32():
    """The checksum by its definition; numcodecs has it only in newer versions."""
    for data in [*samples(), b"odd", b"\xff\xff", b"\xff" * 9001]:
        stored = data + struct.pack("<I", checksums.fletcher32(data))
        assert encode(data, "fletcher32") == stored, len(data)
        assert decode(stored, "fletcher32") == data, len(data)


if __name__ == "__main__":
    sys.exit(main([deflate, bzip2, zstd, shuffle, chain, fletcher32]))
