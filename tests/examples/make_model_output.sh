# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu make_model_output.sh PROGRAM
#
# The sample's maker makes every kind it offers, the same values in all of them, with the chunks
# and filters asked for.
program="$1"
if ! command -v ncdump >/dev/null; then
  echo "ncdump is not here"
  exit 77
fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"

small=(--times 2 --levels 2 --latitudes 8 --longitudes 16)
"$program" "${small[@]}" model.nc
ncdump -n same model.nc >model.cdl

while read -r kind name; do
  "$program" --kind "$kind" "${small[@]}" "$kind.nc"
  test "$(ncdump -k "$kind.nc")" = "$name"
  ncdump -n same "$kind.nc" | diff model.cdl -
done <<END
nc3 classic
nc6 64-bit offset
nc5 cdf5
nc4 netCDF-4
nc7 netCDF-4 classic model
END

"$program" "${small[@]}" --chunk 1,2,4,8 --deflate 3 --shuffle packed.nc
ncdump -n same packed.nc | diff model.cdl -
ncdump -hs packed.nc >packed.cdl
grep -q 't:_ChunkSizes = 1, 2, 4, 8 ;' packed.cdl
grep -q 'msl:_ChunkSizes = 1, 4, 8 ;' packed.cdl
grep -q 'q:_DeflateLevel = 3 ;' packed.cdl
grep -q 'q:_Shuffle = "true" ;' packed.cdl
