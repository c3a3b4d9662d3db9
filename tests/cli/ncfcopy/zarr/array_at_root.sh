# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A Zarr store may be one array, which gets a name in the copy.
. "$NCF_CASES/prelude.sh"
mkdir in.zarr
cat >in.zarr/.zarray <<'JSON'
{"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "<i2", "fill_value": 7,
 "order": "C", "filters": null, "compressor": null}
JSON
for output in out.nc out.zarr; do
  try ncfcopy --strict in.zarr $output
  try ncfcopy --verify in.zarr $output
  ncfdump $output
done
