# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# numcodecs shuffles whole elements only. Chunks that are encoded again get a shuffle that takes
# them, beside gzip, too, or the copy is an error; stored chunks are copied with any shuffle.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import gzip
import json
import struct
from pathlib import Path


def shuffle(data, size):
    return bytes(byte for i in range(size) for byte in data[i::size])


def write(store, dtype, length, codecs, chunk, chunk_length=None):
    array = Path(store, "v")
    array.mkdir(parents=True)
    (array.parent / ".zgroup").write_text('{"zarr_format": 2}')
    (array / ".zattrs").write_text('{"_ARRAY_DIMENSIONS": ["x"]}')
    (array / ".zarray").write_text(json.dumps({
        "zarr_format": 2, "shape": [length], "chunks": [chunk_length or length], "dtype": dtype,
        "order": "C", "fill_value": None, "filters": codecs[:-1], "compressor": codecs[-1]}))
    (array / "0").write_bytes(chunk)


def shuffles(*sizes):
    return [{"id": "shuffle", "elementsize": size} for size in sizes]


GZIP = {"id": "gzip", "level": 1}
shorts = struct.pack("<8H", *range(8))
write("wide.zarr", "<u2", 8, shuffles(4) + [GZIP], gzip.compress(shuffle(shorts, 4)))
write("long.zarr", "<u2", 5, shuffles(4) + [GZIP],
      gzip.compress(shuffle(shorts[:10] + bytes(2), 4)), chunk_length=6)
texts = "".join(text.ljust(2, "\0") for text in ("a", "bc", "dd")).encode("utf-32-le")
write("texts.zarr", "<U2", 3, shuffles(4) + [GZIP], gzip.compress(shuffle(texts, 4)))
packed = next(data for data in (gzip.compress(struct.pack(f"<{n}i", *range(n)))
                                for n in range(20, 99)) if len(data) % 4 == 0)
count = len(gzip.decompress(packed)) // 4
write("late.zarr", "<i4", count, [GZIP] + shuffles(4), shuffle(packed, 4))
twelve = struct.pack("<3i", 1, 2, 3)
write("two.zarr", "<i4", 3, shuffles(4, 8) + [GZIP],
      gzip.compress(shuffle(shuffle(twelve, 4), 8)))
write("default.zarr", "<u2", 8, [{"id": "shuffle"}, GZIP], gzip.compress(shuffle(shorts, 4)))
write("zero.zarr", "<u2", 8, shuffles(0) + [GZIP], gzip.compress(shorts))
PYTHON
# show STORE: prints the codecs and the last values.
show() {
  ncfdump -s "$1" | grep -e _Codecs -e 'v = ' | cut -c 1-72
}
try ncfcopy --verify -k zarr wide.zarr same
cmp wide.zarr/v/0 same/v/0
show same
try ncfcopy --verify -k zarr -c x/5 wide.zarr other_chunks
show other_chunks
# libnetcdf reads NCZarr with filters, so its shuffles have the size of a value.
try ncfcopy --verify -k nczarr wide.zarr wide_in_nczarr
show wide_in_nczarr
try ncfcopy --verify -k nczarr long.zarr shortened
show shortened
try ncfcopy --verify -k zarr texts.zarr strings
show strings
try ncfcopy --verify -k nczarr texts.zarr strings_in_nczarr
show strings_in_nczarr
# numcodecs shuffles by 4 bytes without a size, and not at all with 0.
for store in default zero; do
  try ncfcopy --verify -k nc4 "$store.zarr" "$store.nc"
  show "$store.nc"
  try ncfcopy --verify "$store.zarr" "$store.again"
  show "$store.again"
done
# A shuffle of compressed data.
try ncfcopy --verify -k zarr late.zarr late_again
cmp late.zarr/v/0 late_again/v/0
try ncfcopy -k zarr -c x/7 late.zarr late_rechunked
try ncfcopy -F '*,zstd' -k zarr -c x/7 late.zarr late_with_zstd
try ncfcopy two.zarr second.zarr
# Also without values, the codecs cannot be copied.
sed -i 's/"shape": *\[[0-9]*\]/"shape": [0]/' two.zarr/v/.zarray
grep -q '"shape": \[0\]' two.zarr/v/.zarray
try ncfcopy two.zarr second.zarr
try ncfinfo file two.zarr
ls
