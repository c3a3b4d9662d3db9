# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -d leaves filters that it cannot replace, unless the level is 0. A note names those that a pattern
# of -F removes.
. "$NCF_CASES/prelude.sh"
mkdir -p in.zarr/name in.zarr/s
echo '{"zarr_format": 2}' >in.zarr/.zgroup
echo '{"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "|O", "fill_value": "",
  "order": "C", "filters": [{"id": "vlen-utf8"}], "compressor": {"id": "zlib", "level": 1}}' \
  >in.zarr/name/.zarray
echo '{"zarr_format": 2, "shape": [], "chunks": [], "dtype": "<i4", "fill_value": 0,
  "order": "C", "filters": null, "compressor": {"id": "zlib", "level": 1}}' >in.zarr/s/.zarray
echo '{"_ARRAY_DIMENSIONS": ["n"]}' >in.zarr/name/.zattrs
echo '{"_ARRAY_DIMENSIONS": []}' >in.zarr/s/.zattrs
codecs_of() { ncfdump -hs "$1" | grep _Codecs; }
try ncfcopy --strict -d 5 in.zarr kept.zarr
codecs_of kept.zarr
try ncfcopy --strict -d 0 in.zarr none.zarr
codecs_of none.zarr || echo "no codecs"
try ncfcopy -F '*,zstd' in.zarr removed.zarr
codecs_of removed.zarr || echo "no codecs"
try ncfcopy --plan -j 1 -d 5 in.zarr out.nc
