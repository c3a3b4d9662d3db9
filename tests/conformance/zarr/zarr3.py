# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Reads and writes arrays of Zarr version 3 in plain Python, by the specification: reads all that
ncfcopy writes, and writes with codecs that it only reads. The compressors are Python's own and
numcodecs'.

An array whose metadata or checksums are not as specified is an AssertionError. Strict where other
readers are not: no unknown members, checksums compared, chunks exactly as long as they must be.
"""

import base64
import bz2
import gzip
import itertools
import json
import math
import struct
import zlib

import numcodecs
import numpy

from checksums import crc32c, fletcher32

MEMBERS = {"zarr_format", "node_type", "shape", "data_type", "chunk_grid", "chunk_key_encoding",
           "fill_value", "codecs", "attributes", "dimension_names"}
NO_CHUNK = 2**64 - 1


def without_checksum(data, function):
    body, stored = data[:-4], struct.unpack("<I", data[-4:])[0]
    assert function(body) == stored, "a checksum that does not fit"
    return body


def unshuffle(data, size):
    whole = len(data) // size * size
    planes = numpy.frombuffer(data[:whole], "u1").reshape(size, -1)
    return planes.T.tobytes() + data[whole:]


def decode_bytes(codec, data):
    """Decodes by one codec from bytes to bytes."""
    name, settings = codec["name"], codec.get("configuration", {})
    if name == "crc32c":
        return without_checksum(data, crc32c)
    if name == "numcodecs.fletcher32":
        return without_checksum(data, fletcher32)
    if name == "numcodecs.shuffle":
        return unshuffle(data, settings["elementsize"])
    decoders = {"gzip": gzip.decompress, "numcodecs.zlib": zlib.decompress,
                "numcodecs.bz2": bz2.decompress, "zstd": numcodecs.Zstd().decode,
                "numcodecs.zstd": numcodecs.Zstd().decode, "blosc": numcodecs.Blosc().decode}
    return bytes(decoders[name](data))


def encode_bytes(codec, data):
    """Encodes by the codecs that are written here, the inverse of decode_bytes."""
    name = codec["name"]
    if name == "crc32c":
        return data + struct.pack("<I", crc32c(data))
    encoders = {"gzip": gzip.compress, "zstd": numcodecs.Zstd().encode,
                "numcodecs.zlib": zlib.compress}
    return bytes(encoders[name](data))


def dtype_of(name, codec):
    if name == "string":
        return numpy.dtype(object)
    if isinstance(name, dict):
        assert name["name"] == "null_terminated_bytes", name
        return numpy.dtype(f"S{name['configuration']['length_bytes']}")
    assert name in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
                    "uint64", "float32", "float64"), name
    order = codec.get("configuration", {}).get("endian", "little")
    return numpy.dtype(name).newbyteorder({"little": "<", "big": ">"}[order])


def decode_strings(data):
    count, = struct.unpack_from("<I", data)
    texts, at = [], 4
    for _ in range(count):
        length, = struct.unpack_from("<I", data, at)
        texts.append(data[at + 4:at + 4 + length].decode())
        at += 4 + length
    assert at == len(data), "bytes after the last string"
    return numpy.array(texts, object)


def split_codecs(codecs):
    """Returns the order of dimensions, the codec from values to bytes, and the codecs from bytes to
    bytes."""
    order = None
    if codecs[0]["name"] == "transpose":
        order, codecs = codecs[0]["configuration"]["order"], codecs[1:]
    return order, codecs[0], codecs[1:]


def decode_chunk(metadata, codecs, shape, data):
    """Returns an array of a chunk's values."""
    order, serializer, others = split_codecs(codecs)
    if serializer["name"] == "sharding_indexed":
        assert not others and order is None
        return decode_shard(metadata, serializer["configuration"], shape, data)
    for codec in reversed(others):
        data = decode_bytes(codec, data)
    if serializer["name"] == "vlen-utf8":
        return decode_strings(data).reshape(shape)
    assert serializer["name"] == "bytes", serializer
    values = numpy.frombuffer(data, dtype_of(metadata["data_type"], serializer))
    if order is None:
        return values.reshape(shape)
    return values.reshape([shape[d] for d in order]).transpose(numpy.argsort(order))


def decode_shard(metadata, settings, shape, data):
    inner = settings["chunk_shape"]
    counts = [length // part for length, part in zip(shape, inner)]
    order, _, index_codecs = split_codecs(settings["index_codecs"])
    assert order is None
    index_bytes = 16 * math.prod(counts) + 4 * sum(c["name"] == "crc32c" for c in index_codecs)
    first = settings.get("index_location", "end") == "start"
    index = data[:index_bytes] if first else data[-index_bytes:]
    for codec in reversed(index_codecs):
        index = decode_bytes(codec, index)
    places = numpy.frombuffer(index, "<u8").reshape(*counts, 2)
    values = numpy.full(shape, fill_of(metadata), dtype_of(metadata["data_type"], {}))
    for numbers in itertools.product(*map(range, counts)):
        begin, length = map(int, places[numbers])
        if begin != NO_CHUNK:
            box = tuple(slice(n * part, (n + 1) * part) for n, part in zip(numbers, inner))
            values[box] = decode_chunk(metadata, settings["codecs"], inner,
                                       data[begin:begin + length])
    return values


def fill_of(metadata):
    fill = metadata["fill_value"]
    if isinstance(metadata["data_type"], dict):
        return base64.b64decode(fill)
    special = {"NaN": numpy.nan, "Infinity": numpy.inf, "-Infinity": -numpy.inf}
    if isinstance(fill, str) and metadata["data_type"] != "string":
        if fill.startswith("0x"):
            size = numpy.dtype(metadata["data_type"]).itemsize
            return numpy.frombuffer(int(fill, 16).to_bytes(size, "little"),
                                    metadata["data_type"])[0]
        return special[fill]
    return fill


def key_of(metadata, numbers):
    encoding = metadata["chunk_key_encoding"]
    separator = encoding.get("configuration", {}).get("separator", "/")
    return separator.join(["c", *map(str, numbers)])


def read_metadata(folder):
    return json.loads((folder / "zarr.json").read_text(encoding="utf-8"))


def read_array(folder):
    """Returns all values of the array in a folder."""
    metadata = read_metadata(folder)
    assert set(metadata) <= MEMBERS and metadata["zarr_format"] == 3, metadata
    assert metadata["node_type"] == "array" and metadata["chunk_grid"]["name"] == "regular"
    shape, chunk = metadata["shape"], metadata["chunk_grid"]["configuration"]["chunk_shape"]
    names = metadata.get("dimension_names")
    assert len(chunk) == len(shape) and (names is None or len(names) == len(shape))
    serializer = split_codecs(metadata["codecs"])[1]
    values = numpy.full(shape, fill_of(metadata), dtype_of(metadata["data_type"], serializer))
    counts = [-(-length // part) for length, part in zip(shape, chunk)]
    for numbers in itertools.product(*map(range, counts)):
        path = folder / key_of(metadata, numbers)
        if not path.exists():
            continue
        decoded = decode_chunk(metadata, metadata["codecs"], chunk, path.read_bytes())
        box = tuple(slice(n * part, (n + 1) * part) for n, part in zip(numbers, chunk))
        target = values[box]
        values[box] = decoded[tuple(slice(length) for length in target.shape)]
    return values


def attributes_of(folder):
    return read_metadata(folder)["attributes"]


# ---- Writing -------------------------------------------------------------------------------------


def encode_chunk(codecs, values):
    order, serializer, others = split_codecs(codecs)
    if serializer["name"] == "sharding_indexed":
        return encode_shard(serializer["configuration"], values)
    if order is not None:
        values = values.transpose(order)
    endian = {"little": "<", "big": ">"}[serializer["configuration"]["endian"]]
    data = numpy.ascontiguousarray(values).astype(values.dtype.newbyteorder(endian)).tobytes()
    for codec in others:
        data = encode_bytes(codec, data)
    return data


def encode_shard(settings, values):
    """Encodes a shard, without inner chunks whose values are all 0, the fill value."""
    inner = settings["chunk_shape"]
    counts = [length // part for length, part in zip(values.shape, inner)]
    first = settings.get("index_location", "end") == "start"
    index_codecs = split_codecs(settings["index_codecs"])[2]
    index_bytes = 16 * math.prod(counts) + 4 * sum(c["name"] == "crc32c" for c in index_codecs)
    data, places = b"", []
    for numbers in itertools.product(*map(range, counts)):
        box = tuple(slice(n * part, (n + 1) * part) for n, part in zip(numbers, inner))
        if not values[box].any():
            places += [NO_CHUNK, NO_CHUNK]
            continue
        chunk = encode_chunk(settings["codecs"], values[box])
        places += [len(data) + (index_bytes if first else 0), len(chunk)]
        data += chunk
    index = struct.pack(f"<{len(places)}Q", *places)
    for codec in index_codecs:
        index = encode_bytes(codec, index)
    return index + data if first else data + index


def write_array(folder, values, chunk, codecs, separator="/"):
    """Writes an array. chunk: for each dimension, a length that divides that of the values or extends
    past it, or a list of lengths of chunks."""
    grid = {"name": "regular", "configuration": {"chunk_shape": list(chunk)}}
    if any(isinstance(part, list) for part in chunk):
        grid = {"name": "rectilinear",
                "configuration": {"kind": "inline", "chunk_shapes": list(chunk)}}
    metadata = {
        "zarr_format": 3, "node_type": "array", "shape": list(values.shape),
        "data_type": values.dtype.name,
        "chunk_grid": grid,
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": separator}},
        "fill_value": 0, "codecs": codecs, "attributes": {}}
    folder.mkdir(parents=True)
    (folder / "zarr.json").write_text(json.dumps(metadata), encoding="utf-8")
    lengths = [part if isinstance(part, list) else [part] * -(-length // part)
               for length, part in zip(values.shape, chunk)]
    for numbers in itertools.product(*(range(len(parts)) for parts in lengths)):
        ends = [sum(parts[:n + 1]) for n, parts in zip(numbers, lengths)]
        shape = [parts[n] for n, parts in zip(numbers, lengths)]
        part = values[tuple(slice(end - length, end) for end, length in zip(ends, shape))]
        whole = numpy.zeros(shape, values.dtype)
        whole[tuple(slice(length) for length in part.shape)] = part
        path = folder / key_of(metadata, numbers)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode_chunk(codecs, whole))
