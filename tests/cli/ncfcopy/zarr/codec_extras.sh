# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What codecs state and filters lack stays with the stored chunks in stores of the same version.
# Otherwise a note names it: chunks encoded again do not have it, except the element size.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import json
import struct
import zlib
from pathlib import Path

DATA = struct.pack("<8d", 1, 2, 3, 4, 5, 6, 7, 8)
SHUFFLED = b"".join(DATA[i::4] for i in range(4))

root = Path("two.zarr")
for name, codecs in {
    "level": [{"id": "zlib", "level": -1}],
    "size": [{"id": "shuffle", "elementsize": 4}, {"id": "zlib", "level": 4}],
    "effort": [{"id": "zlib", "level": 12}],
}.items():
    array = root / name
    array.mkdir(parents=True)
    (array / "0").write_bytes(zlib.compress(SHUFFLED if name == "size" else DATA))
    (array / ".zattrs").write_text('{"_ARRAY_DIMENSIONS": ["x"]}')
    (array / ".zarray").write_text(json.dumps({
        "zarr_format": 2, "shape": [8], "chunks": [8], "dtype": "<f8", "order": "C",
        "fill_value": None, "filters": codecs[:-1] or None, "compressor": codecs[-1]}))
(root / ".zgroup").write_text('{"zarr_format": 2}')
PYTHON
ncfcopy -k zarr3 -V size -F 'size,zstd,3' two.zarr three.zarr
sed -i 's/"checksum": *false/"checksum": true/' three.zarr/size/zarr.json three.zarr/zarr.json
show() {
  ncfdump -s "$1" | grep -e _Codecs -e '^ .* ='
}

for store in two three; do
  try ncfcopy --verify $store.zarr same.zarr
  show same.zarr
  ncfcopy --plan $store.zarr same2.zarr | sed -n 's|^/[a-z]* .* \([a-z]*:\)|\1|p'
  try ncfcopy --verify -c x/4 $store.zarr rechunked.zarr
  show rechunked.zarr
  try ncfcopy --verify $store.zarr out.nc
  try ncfcopy --verify -F '*,bzip2' $store.zarr asked.zarr
  rm -r same.zarr rechunked.zarr out.nc asked.zarr
done
try ncfcopy --verify -k zarr3 two.zarr three_of_two.zarr
show three_of_two.zarr
try ncfcopy -k nczarr two.zarr nc.zarr
show nc.zarr
try ncfcopy --strict -c x/4 three.zarr strict.zarr
test ! -e strict.zarr
# Arrays whose chunks cannot be copied as stored leave those of other arrays alone.
"$NCF_PYTHON" - <<'PYTHON'
import json
import struct
import zlib
from pathlib import Path

root = Path("mixed.zarr")
VALUES = struct.pack("<4d", 1, 2, 3, 4)
for name, dtype, shape, order, values in (
    ("plain", "<f8", [4], "C", VALUES),
    ("fortran", "<f8", [2, 2], "F", VALUES),
    ("flags", "|b1", [4], "C", bytes([1, 0, 1, 0])),
):
    array = root / name
    array.mkdir(parents=True)
    (array / ".".join("0" * len(shape))).write_bytes(zlib.compress(values))
    (array / ".zattrs").write_text(json.dumps({
        "_ARRAY_DIMENSIONS": ["x"] if len(shape) == 1 else ["y", "z"]}))
    (array / ".zarray").write_text(json.dumps({
        "zarr_format": 2, "shape": shape, "chunks": shape, "dtype": dtype, "order": order,
        "fill_value": None, "filters": None, "compressor": {"id": "zlib", "level": 12}}))
(root / ".zgroup").write_text('{"zarr_format": 2}')
PYTHON
try ncfcopy --verify mixed.zarr again.zarr
show again.zarr
