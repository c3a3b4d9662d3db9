#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Draws chains of numcodecs' codecs. ncf reads stores that have them, passes their chunks through
and encodes them again, to the bytes that numcodecs makes of the same values.

A store is written by hand: the metadata are numcodecs' configurations, the chunks what its encoders
return.
"""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

try:
    import numcodecs as nc
    import numpy
except ImportError:
    print("numcodecs is not here")
    sys.exit(77)

BIN = Path(os.environ["NCF_BIN"])
SEED = int(os.environ.get("NCF_SEED", "1"))
CHAINS = int(os.environ.get("NCF_CHAINS", "40"))
TYPES = ["<i2", "<i4", "<i8", "<u1", "|i1", ">i2", "<u4", ">i4", "<f4", "<f8", ">f4", ">f8", "|b1"]
LOSSY = {"fixedscaleoffset", "quantize", "astype"}


def draw_values(draw, dtype):
    """Returns 1 to 100 values as a program would have them."""
    numbers = [draw.uniform(250, 310) for _ in range(draw.choice([1, 7, 64, 100]))]
    if dtype.kind == "f":
        return numpy.round(numbers, 2).astype(dtype)
    return (numpy.array(numbers, int) % (2 if dtype.kind == "b" else 100)).astype(dtype)


def draw_filters(draw, dtype):
    """Returns the filters, and the type of what they leave."""
    if dtype.kind == "b":
        return ([nc.PackBits()], numpy.dtype("u1")) if draw.random() < 0.7 else ([], dtype)
    filters, left = [], dtype
    if dtype.kind == "f":
        filters = draw.choice([
            [], [nc.Delta(dtype=dtype)], [nc.BitRound(keepbits=draw.randrange(1, 20))],
            [nc.FixedScaleOffset(offset=200, scale=10, dtype=dtype,
                                 astype=draw.choice(["<u2", ">i4", "<i2"]))],
            [nc.Quantize(digits=draw.randrange(4), dtype=dtype, astype=draw.choice([dtype, "<f4"]))],
            [nc.AsType(draw.choice(["<f4", "<f8", "<f2"]), dtype)]])
    for one in filters:
        left = numpy.dtype(getattr(one, "astype", getattr(one, "encode_dtype", left)))
    if left.kind in "iu" and draw.random() < 0.5:
        filters.append(nc.Delta(dtype=left.str))
    if draw.random() < 0.5:
        filters.append(nc.Shuffle(elementsize=left.itemsize))
    if draw.random() < 0.3:
        filters.append(draw.choice([nc.CRC32(), nc.Adler32()]))
    return filters, left


def encoded(values, codecs):
    for codec in codecs:
        values = codec.encode(values.copy() if isinstance(values, numpy.ndarray) else values)
    return bytes(memoryview(numpy.ascontiguousarray(values)).cast("B"))


def decoded(stored, codecs, dtype):
    for codec in reversed(codecs):
        stored = codec.decode(stored)
    return numpy.frombuffer(bytes(memoryview(numpy.ascontiguousarray(stored)).cast("B")), dtype)


def write(store, values, filters, compressor):
    shutil.rmtree(store, ignore_errors=True)
    (store / "v").mkdir(parents=True)
    (store / ".zgroup").write_text('{"zarr_format": 2}', encoding="utf-8")
    (store / "v/.zarray").write_text(json.dumps({
        "zarr_format": 2, "shape": values.shape, "chunks": values.shape, "dtype": values.dtype.str,
        "order": "C", "fill_value": None, "filters": [one.get_config() for one in filters] or None,
        "compressor": compressor.get_config() if compressor else None}), encoding="utf-8")
    (store / "v/.zattrs").write_text('{"_ARRAY_DIMENSIONS": ["x"]}', encoding="utf-8")
    codecs = filters + ([compressor] if compressor else [])
    (store / "v/0").write_bytes(encoded(values, codecs))
    return codecs


def run(program, *arguments):
    subprocess.run([BIN / program, *map(str, arguments)], check=True, stderr=subprocess.DEVNULL)


def check(draw):
    dtype = numpy.dtype(draw.choice(TYPES))
    values = draw_values(draw, dtype)
    filters, left = draw_filters(draw, dtype)
    if nc.BitRound in map(type, filters) and dtype.byteorder == ">":
        return  # numcodecs knows no big-endian floats there
    compressors = [None, nc.Zlib(3), nc.GZip(2), nc.BZ2(1), nc.Zstd(3), nc.LZ4(),
                   nc.LZMA(preset=1), nc.Blosc("lz4", 3, draw.randrange(-1, 3))]
    compressor = draw.choice(compressors)
    drawn, copy, rechunked, plain = map(Path, ("drawn.zarr", "copy.zarr", "parts.zarr", "plain.zarr"))
    for store in (copy, rechunked, plain):
        shutil.rmtree(store, ignore_errors=True)
    codecs = write(drawn, values, filters, compressor)
    expected = decoded((drawn / "v/0").read_bytes(), codecs, dtype)

    run("ncfcopy", "--verify", drawn, copy)
    assert (copy / "v/0").read_bytes() == (drawn / "v/0").read_bytes(), "passed through"
    run("ncfcopy", "-F", "*,none", drawn, plain)
    read = numpy.frombuffer((plain / "v/0").read_bytes(), dtype)
    assert numpy.array_equal(read, expected), f"{read} instead of {expected}"

    part = min(5, len(values))
    run("ncfcopy", "-c", f"v:{part}", drawn, rechunked)
    metadata = json.loads((rechunked / "v/.zarray").read_text(encoding="utf-8"))
    kept = [nc.get_codec(dict(one)) for one in metadata["filters"] or []]
    kept += [nc.get_codec(dict(metadata["compressor"]))] if metadata["compressor"] else []
    again = decoded((rechunked / "v/0").read_bytes(), kept, dtype)
    is_lossy = any(one.codec_id in LOSSY or one.codec_id == "delta" and dtype.kind == "f"
                   for one in filters)
    assert numpy.allclose(again, expected[:part], rtol=0, atol=0.2 if is_lossy else 0), "again"
    if compressor is None:
        assert (rechunked / "v/0").read_bytes() == encoded(expected[:part], kept), "bytes"


def main():
    for number in range(CHAINS):
        seed = f"{SEED}/{number}"
        try:
            check(random.Random(seed))
        except (AssertionError, subprocess.CalledProcessError) as error:
            print((Path("drawn.zarr/v/.zarray")).read_text(encoding="utf-8"))
            sys.exit(f"seed {seed}: {error}")


main()
