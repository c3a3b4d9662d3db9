# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# libnetcdf up to 4.10.1 swaps the bytes of a big-endian variable's fill value in NCZarr, so chunks
# that the input lacks are written there.
. "$NCF_CASES/prelude.sh"
cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 6 ;
variables:
  short big(x) ; big:_FillValue = -99s ; big:_Endianness = "big" ; big:_ChunkSizes = 2 ;
  short little(x) ; little:_FillValue = -99s ; little:_Endianness = "little" ;
    little:_ChunkSizes = 2 ;
}
CDL
ncfgen -k nc4 -o in.nc in.cdl
for kind in nczarr zarr; do
  try ncfcopy --verify -k $kind in.nc $kind
  (cd $kind && find . -name '[0-9]*' | sort)
  grep -h fill_value $kind/*/.zarray
  ncfinfo compare in.nc $kind | tail -n 1
done
