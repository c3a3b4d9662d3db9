# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If the dimension names in Zarr v2 are not one text per dimension, dimensions have no names, and
# the array's fill value is not _FillValue. A copy that leaves the array out
# leaves its dimensions out, too.
. "$NCF_CASES/prelude.sh"
mkdir -p in.zarr/a
echo '{"zarr_format":2}' >in.zarr/.zgroup
cat >in.zarr/a/.zarray <<'JSON'
{"zarr_format":2,"shape":[2],"chunks":[2],"dtype":"<i4","compressor":null,"filters":null,
 "fill_value":0,"order":"C"}
JSON
for names in '["x"]' '["x","y"]' '[]' '"x"' '[""]' '[null]' '[7]' '{"x":2}' null; do
  echo "{\"_ARRAY_DIMENSIONS\":$names}" >in.zarr/a/.zattrs
  try ncfdump -h in.zarr
done
try ncfcopy --strict in.zarr out.nc
mkdir in.zarr/b
sed 's/\[2\]/[3]/g' in.zarr/a/.zarray >in.zarr/b/.zarray
try ncfcopy --verify -V b in.zarr b.nc
try ncfdump -h b.nc
rm in.zarr/.zgroup
mv in.zarr/a root.zarr
try ncfdump -h root.zarr
