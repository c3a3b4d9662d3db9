# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# zfpy, the codec of zfp in Zarr, encodes fewer types than the filter in HDF5. A pattern leaves out
# the others, with a note; a name is an error.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 8 ;
variables:
  int v(x) ;
  int big(x) ; big:_Endianness = "big" ;
  uint positive(x) ;
data:
  v = 1, 2, 3, 4, 5, 6, 7, 8 ;
  big = 1, 2, 3, 4, 5, 6, 7, 8 ;
  positive = 1, 2, 3, 4, 5, 6, 7, 8 ;
}
CDL
for kind in zarr zarr3 nczarr nc4; do
  try ncfcopy --verify -k $kind -F '*,zfp,reversible' in.nc out.$kind
  ncfdump -hs out.$kind | sed -n 's/^\t*\([a-z]*\):_Filter.*/\1 has a filter/p'
done
for name in big positive; do
  try ncfcopy -F "$name,zfp,reversible" in.nc no.zarr
done
test ! -e no.zarr
# Filters of the input are left out in the same way.
try ncfcopy --verify out.nc4 kept.zarr
ncfdump -hs kept.zarr | sed -n 's/^\t*\([a-z]*\):_Filter.*/\1 has a filter/p'
