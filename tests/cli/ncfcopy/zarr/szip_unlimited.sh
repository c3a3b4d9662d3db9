# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# In Zarr, a scanline of szip is as long as the last dimension, also if that is unlimited: readers
# only know the length that it has in the end.
. "$NCF_CASES/prelude.sh"
ncfgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 14 ; t = UNLIMITED ;
variables:
  float v(x, t) ; v:_ChunkSizes = 6, 3 ; v:_Filter = "szip,nn,8" ;
  float plain(x, t) ; plain:_ChunkSizes = 6, 3 ;
data:
  v = {1.5, 2, 3.25, 4, 5, 6, 7, 8, 99, 10, 11.125, 12, 13}, {5, 6, 7.5, 8, 2, 2, 3}, {9} ;
  plain = {1.5, 2, 3.25, 4, 5, 6, 7, 8, 99, 10, 11.125, 12, 13}, {5, 6, 7.5, 8, 2, 2, 3}, {9} ;
}
CDL
for kind in zarr nczarr; do
  for output in "$kind.store" "$kind.zip"; do
    try ncfcopy --verify -k "$kind" -F plain,szip,nn,8 in.nc "$output"
    ncfinfo compare in.nc "$output" | tail -n 1
    ncfcopy --verify -k nc4 "$output" "$output.nc"
    ncfinfo compare "$output" "$output.nc" | tail -n 1
  done
done
