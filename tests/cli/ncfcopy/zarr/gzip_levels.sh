# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# gzip needs no level to decode, so arrays with an invalid one are read. In NCZarr, which libnetcdf
# reads with filters, gzip has a level that deflate has.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import gzip
import json
import struct
from pathlib import Path

for name, members in {
    "null": {"level": None}, "text": {"level": "5"}, "more": {"level": 1, "speed": 2},
    "high": {"level": 12}, "default": {"level": -1},
}.items():
    array = Path(name + ".zarr", "v")
    array.mkdir(parents=True)
    (array.parent / ".zgroup").write_text('{"zarr_format": 2}')
    (array / ".zattrs").write_text('{"_ARRAY_DIMENSIONS": ["x"]}')
    (array / ".zarray").write_text(json.dumps({
        "zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "<f8", "order": "C",
        "fill_value": None, "filters": None, "compressor": {"id": "gzip", **members}}))
    (array / "0").write_bytes(gzip.compress(struct.pack("<4d", 1, 2, 3, 4)))
PYTHON
for name in null text more; do
  ncfdump -v v $name.zarr | grep 'v = '
  try ncfcopy --verify $name.zarr $name.copy.zarr
  ncfdump -s $name.copy.zarr | grep -e _Codecs -e 'v = '
done
for name in high default; do
  try ncfcopy --verify -k nczarr $name.zarr $name.copy.zarr
  ncfdump -s $name.copy.zarr | grep -e _Codecs -e 'v = '
done
