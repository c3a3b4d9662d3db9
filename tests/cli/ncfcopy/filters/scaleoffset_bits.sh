# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# scaleoffset with a number of bits destroys integers that need more: a note says so, --strict and
# --verify fail.
. "$NCF_CASES/prelude.sh"
need ncgen
cat > in.cdl <<'CDL'
netcdf in {
dimensions: x = 8 ;
variables: int v(x) ;
data: v = 1, 2, 3, 4, 5, 6, 7, 1000 ;
}
CDL
ncgen -4 -o in.nc in.cdl
try ncfcopy -F v,scaleoffset,bits=4 in.nc few.nc
try ncfcopy --strict -F v,scaleoffset,bits=4 in.nc strict.nc
try ncfcopy --verify -F v,scaleoffset,bits=4 in.nc verified.nc
try ncfcopy --verify -F v,scaleoffset,bits=11 in.nc enough.nc
# Values never need more bits than their type has; 0 chooses as many as are needed; copying stored
# bytes loses nothing.
for bits in 32 0; do
  try ncfcopy --strict --verify -F "v,scaleoffset,bits=$bits" in.nc out.nc
done
try ncfcopy --strict --verify few.nc out.nc
try ncfcopy --verify -c x/4 few.nc out.nc
sed 's/int v(x) ;/& v:_Filter = "6,2,4" ;/' in.cdl > few.cdl
try ncfgen -o generated.nc few.cdl
# HDF5 would store every chunk without the filter.
for spec in 'v,scaleoffset,bits=33' ':int,scaleoffset,bits=40' 'v,6,2,64'; do
  try ncfcopy -F "$spec" in.nc wide.nc
done
sed 's/int v(x) ;/short v(x) ; v:_Filter = "scaleoffset,bits=17" ;/' in.cdl > wide.cdl
try ncfgen -o generated.nc wide.cdl
ls
