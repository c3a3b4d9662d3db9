# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# HDF5's filters read one stream of bzip2, and one frame of Zstandard that states its content size.
# Zarr's codecs read more, so chunks that may have more are encoded again for readers that use the
# filters. Of deflate, both read one stream.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import bz2
import json
import struct
import zlib
from pathlib import Path

VALUES = struct.pack("<4i", 1, 2, 3, 4)


def frame(data, with_size):
    """A frame of Zstandard with a raw block."""
    header = b"\x20" + bytes([len(data)]) if with_size else b"\x00\x00"
    block = (len(data) << 3 | 1).to_bytes(3, "little") + data
    return b"\x28\xb5\x2f\xfd" + header + block


def write(store, compressor, chunk):
    array = Path(store, "v")
    array.mkdir(parents=True)
    (array.parent / ".zgroup").write_text('{"zarr_format": 2}')
    (array / ".zattrs").write_text('{"_ARRAY_DIMENSIONS": ["x"]}')
    (array / ".zarray").write_text(json.dumps({
        "zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "<i4", "order": "C",
        "fill_value": None, "filters": None, "compressor": compressor}))
    (array / "0").write_bytes(chunk)


def write_v3(store, codec, chunk):
    array = Path(store, "v")
    (array / "c").mkdir(parents=True)
    (array.parent / "zarr.json").write_text('{"zarr_format": 3, "node_type": "group"}')
    (array / "zarr.json").write_text(json.dumps({
        "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "int32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "dimension_names": ["x"],
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, codec]}))
    (array / "c/0").write_bytes(chunk)


BZ2 = {"id": "bz2", "level": 1}
ZSTD = {"id": "zstd", "level": 1}
write("streams.zarr", BZ2, bz2.compress(VALUES[:8]) + bz2.compress(VALUES[8:]))
write("deflate.zarr", {"id": "zlib", "level": 1},
      zlib.compress(VALUES[:8]) + zlib.compress(VALUES[8:]))
write("whole.zarr", ZSTD, frame(VALUES, True))
write("unsized.zarr", ZSTD, frame(VALUES, False))
write("frames.zarr", ZSTD, frame(VALUES[:8], True) + frame(VALUES[8:], True))
write_v3("streams3.zarr", {"name": "numcodecs.bz2", "configuration": {"level": 1}},
         bz2.compress(VALUES[:8]) + bz2.compress(VALUES[8:]))
CODEC = {"name": "zstd", "configuration": {"level": 1, "checksum": False}}
write_v3("whole3.zarr", CODEC, frame(VALUES, True))
write_v3("unsized3.zarr", CODEC, frame(VALUES, False))
PYTHON
# route KIND INPUT: prints how the values get into an output of this kind, and why.
route() {
  ncfcopy --plan -k "$1" "$2" out 2>notes | sed -n "s|^/v .* \([a-z]*: [^;]*\).*|$2 -> $1: \1|p"
}
for store in streams whole unsized frames streams3 whole3 unsized3; do
  for kind in nc4 nczarr zarr zarr3; do
    route $kind $store.zarr
    quietly ncfcopy --verify -k $kind $store.zarr out
    ncfdump out | grep 'v = '
    rm -r out
  done
done
try ncfcopy --verify -k nc4 deflate.zarr out
# Nothing is decoded in the other direction.
quietly ncfcopy -F '*,bzip2' whole.zarr bzip2.nc
route zarr bzip2.nc
