# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A Zarr array whose elements netCDF cannot express is not a variable: it is named, and not replaced
# by anything.
. "$NCF_CASES/prelude.sh"
mkdir -p v2/{ok,bad} v3/{ok,bad}
echo '{"zarr_format": 2}' >v2/.zgroup
for name in ok:'"<i4"' bad:'[["a", "<i4"]]'; do
  cat >"v2/${name%%:*}/.zarray" <<JSON
{"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": ${name#*:}, "order": "C",
 "compressor": null, "filters": null, "fill_value": null}
JSON
done
printf '\1\0\0\0\2\0\0\0' | tee v2/ok/0 >v2/bad/0
echo '{"zarr_format": 3, "node_type": "group"}' >v3/zarr.json
for name in ok:false bad:true; do
  cat >"v3/${name%%:*}/zarr.json" <<JSON
{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "int32", "fill_value": 0,
 "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
 "chunk_key_encoding": {"name": "default"}, "codecs": [{"name": "bytes"}],
 "attributes": {}, "storage_transformers": [], "extra": {"must_understand": ${name#*:}}}
JSON
done
for store in v2 v3; do
  try ncfdump -h $store
  try ncfcopy $store out.nc
  try ncfcopy -v ok $store out.nc
  try ncfcopy --strict -V ok $store out.nc
  ncfdump -h out.nc
  rm out.nc
done
