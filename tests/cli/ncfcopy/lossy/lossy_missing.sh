# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Missing values make zfp exceed its bound for their neighbours, or become other numbers. A note
# says so, whatever marks them, and gives advice. Lossless filters and rounding leave them
# unchanged.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 8 ;
variables:
  float fill(x) ; fill:_FillValue = 1e20f ;
  float marked(x) ; marked:missing_value = -1e30f ;
  float undefined(x) ;
  float infinite(x) ;
  float present(x) ;
  int counts(x) ; counts:_FillValue = -999 ;
data:
  fill = 1, 2, 1e20, 4, 5, 6, 7, 8 ;
  marked = 1, 2, -1e30, 4, 5, 6, 7, 8 ;
  undefined = 1, 2, NaN, 4, 5, 6, 7, 8 ;
  infinite = 1, 2, Infinity, 4, 5, 6, 7, 8 ;
  present = 1, 2, 3, 4, 5, 6, 7, 8 ;
  counts = 1000000, 2, -999, 4, 5, 6, 7, 8 ;
}
CDL
ncfcopy -F '*,zfp,reversible' in.nc out.nc 2>zfp.log || { echo "zfp is not here"; exit 77; }
try ncfcopy -F '*,zfp,accuracy=0.01' in.nc out.nc
try ncfcopy -F '*,zfp,precision=6' in.nc out.nc
try ncfcopy --verify -F '*,zfp,reversible' in.nc out.nc
try ncfcopy --verify --quantize '*,bitround,9' -d 1 in.nc out.nc
ncfdump -v fill,marked,undefined,infinite out.nc | sed -n '/^data/,$p'
