# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The chunks of zfpy state how they were encoded, so they can be read and copied whatever the
# codec's members say. Precisions of 0 and above 64 mean full precision; other numbers out of range
# are refused if values must be encoded again.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf in {
dimensions: x = 4 ; y = 4 ;
variables: double v(x, y) ; v:_ChunkSizes = 4, 4 ;
data: v = 1.1, 2.2, 3.3, 4.4, 50, 60, 70, 80, 1e3, 2e3, 3e3, 4e3, 0.01, 0.02, 0.03, 0.04 ;
}
CDL
ncfgen -o in.nc in.cdl

# with_number STORE FILTER MEMBER NUMBER: makes a store whose codec states another number than its
# chunks.
with_number() {
  ncfcopy -k zarr -F "v,$2" in.nc "$1" 2>/dev/null
  sed -i "s/\"$3\": *[0-9.]*/\"$3\": $4/" "$1/v/.zarray" "$1/.zmetadata"
  grep -o "\"$3\": $4" "$1/v/.zarray"
}
with_number full.zarr zfp,precision=64 precision 0
with_number large.zarr zfp,precision=64 precision 100
with_number rate.zarr zfp,rate=64 rate 100

try ncfcopy full.zarr full.nc
ncfdump -s full.nc | grep _Filter
ncfinfo compare full.zarr full.nc | tail -n 1
try ncfcopy -k zarr -c v:2,4 full.nc again.zarr
grep -o '"precision": *[0-9]*' again.zarr/v/.zarray
try ncfcopy -c v:2,4 full.zarr again2.zarr
grep -o '"precision": *[0-9]*' again2.zarr/v/.zarray
try ncfcopy -c v:2,4 large.zarr again3.zarr
grep -o '"precision": *[0-9]*' again3.zarr/v/.zarray

try ncfcopy -F none rate.zarr rate.nc
ncfinfo compare rate.zarr rate.nc | tail -n 1
try ncfcopy --strict --verify rate.zarr same.zarr
grep -o '"rate": *[0-9.]*' same.zarr/v/.zarray
for arguments in 'rate.zarr refused.nc' '-c v:2,4 rate.zarr refused.zarr'; do
  try ncfcopy $arguments
done
test ! -e refused.nc && test ! -e refused.zarr
