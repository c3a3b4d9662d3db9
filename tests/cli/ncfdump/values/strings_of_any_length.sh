# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Strings and bytes of any length as written by releases of zarr-python: 3.0 uses the codecs for any
# length with fixed-length dtypes, and another name for the type of bytes than 3.1 and later.
. "$NCF_CASES/prelude.sh"
need python3
python3 - <<'PYTHON'
import json, os, struct
def store(name, metadata, chunk_key, texts):
    os.makedirs(f"{name}.zarr/" + os.path.dirname(chunk_key), exist_ok=True)
    key = "zarr.json" if "codecs" in metadata else ".zarray"
    with open(f"{name}.zarr/{key}", "w") as file:
        json.dump(metadata, file)
    with open(f"{name}.zarr/{chunk_key}", "wb") as file:
        file.write(struct.pack("<I", len(texts)))
        for text in texts:
            file.write(struct.pack("<I", len(text)) + text)
def v2(name, dtype, codec, texts, fill=None):
    store(name, {"zarr_format": 2, "shape": [3], "chunks": [2], "dtype": dtype, "order": "C",
                 "compressor": None, "filters": [{"id": codec}], "fill_value": fill}, "0", texts)
def v3(name, data_type, codec, texts, fill):
    store(name, {"zarr_format": 3, "node_type": "array", "shape": [3], "data_type": data_type,
                 "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
                 "chunk_key_encoding": {"name": "default"}, "codecs": [{"name": codec}],
                 "fill_value": fill}, "c/0", texts)
v2("v2_fixed_utf32", "<U5", "vlen-utf8", ["höher".encode(), b""])
v2("v2_fixed_bytes", "|S4", "vlen-bytes", [b"ab", b"abcd"])
v2("v2_bytes", "|O", "vlen-bytes", [b"ab", b"abcdefgh"], fill="bm9uZQ==")
v3("v3_bytes_3.0", "bytes", "vlen-bytes", [b"ab", b"abcdefgh"], fill=[110, 111])
v3("v3_bytes_3.1", "variable_length_bytes", "vlen-bytes", [b"ab", b"abcdefgh"], fill="bm9uZQ==")
v3("v3_zero", "variable_length_bytes", "vlen-bytes", [b"a\0b", b"c"], fill="")
v2("v2_number", "<i4", "vlen-utf8", [b"a", b"b"])
PYTHON
for name in v2_fixed_utf32 v2_fixed_bytes v2_bytes v3_bytes_3.0 v3_bytes_3.1; do
  ncfdump -n $name $name.zarr 2>&1
  ncfcopy --verify -k nc4 $name.zarr $name.nc 2>/dev/null
  ncdump -n $name $name.nc | sed -n '/^data/,$p'
done
for name in v3_zero v2_number; do
  try ncfcopy -k nc4 $name.zarr $name.nc 2>&1
done
