# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Copies keep Zarr's gzip and crc32c, which are equal to no filter, in stores of the same version.
# In other formats, gzip becomes deflate, and a note says that checksums are lost. libnetcdf reads
# NCZarr with filters, so they are lost there, too.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import gzip
import json
import struct
from pathlib import Path

from checksums import crc32c

values = struct.pack("<4f", 1, 2, 3, 4)
chunk = gzip.compress(values, 3)

array = Path("three.zarr/v")
(array / "c").mkdir(parents=True)
(array / "c/0").write_bytes(chunk + struct.pack("<I", crc32c(chunk)))
(array.parent / "zarr.json").write_text(json.dumps({"zarr_format": 3, "node_type": "group"}))
(array / "zarr.json").write_text(json.dumps({
    "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "float32", "fill_value": 0,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
    "chunk_key_encoding": {"name": "default"}, "dimension_names": ["x"],
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}},
               {"name": "gzip", "configuration": {"level": 3}}, {"name": "crc32c"}]}))


def write_v2(path, stored, codec):
    array = Path(path, "v")
    array.mkdir(parents=True)
    (array / "0").write_bytes(stored)
    (array.parent / ".zgroup").write_text('{"zarr_format": 2}')
    (array / ".zattrs").write_text('{"_ARRAY_DIMENSIONS": ["x"]}')
    (array / ".zarray").write_text(json.dumps({
        "zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "<f4", "order": "C",
        "fill_value": None, "filters": None, "compressor": codec}))


write_v2("two.zarr", chunk, {"id": "gzip", "level": 3})
write_v2("checksum.zarr", values + struct.pack("<I", crc32c(values)), {"id": "crc32c"})
write_v2("unknown.zarr", values, {"id": "lzma"})
PYTHON
for store in two three; do
  try ncfcopy --verify $store.zarr same.zarr
  ncfdump -s same.zarr | grep -e Codecs -e 'v = '
  ncfcopy --plan $store.zarr same2.zarr | sed -n 's|^/v .* \([a-z]*:\)|\1|p'
  try ncfcopy --verify -c x/2 $store.zarr rechunked.zarr
  ncfdump -s rechunked.zarr | grep -e Codecs -e 'v = '
  try ncfcopy --verify -F '*,zstd' $store.zarr asked.zarr
  ncfdump -s asked.zarr | grep -e Codecs -e 'v = '
  rm -r same.zarr rechunked.zarr asked.zarr
done
# The other version and netCDF-4.
try ncfcopy --verify -k zarr3 two.zarr three_of_two.zarr
try ncfcopy --verify -k zarr three.zarr two_of_three.zarr
for store in three_of_two two_of_three; do ncfdump -s $store.zarr | grep -e Codecs -e 'v = '; done
try ncfcopy --verify three.zarr out.nc
ncfdump -s out.nc | grep -e Deflate -e 'v = '
for store in two checksum; do
  try ncfcopy --verify -k nczarr $store.zarr $store.nczarr
  ncfdump -s $store.nczarr | grep -e Codecs -e 'v = '
done
try ncfcopy -k nczarr unknown.zarr unknown.nczarr
cmp unknown.zarr/v/0 unknown.nczarr/v/0
# A checksum is a difference in storage.
ncfcopy -k zarr3 out.nc plain.zarr
try ncfinfo compare --storage three.zarr plain.zarr
# A damaged one is an error.
printf 'x' | dd of=three.zarr/v/c/0 bs=1 seek=20 conv=notrunc status=none
try ncfcopy three.zarr damaged.nc
