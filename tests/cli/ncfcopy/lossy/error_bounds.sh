# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The fewest bits with which every value stays within a bound, on every route.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: y = 2 ; x = 6 ;
variables:
  float f(y, x) ; f:_FillValue = -9.f ; f:missing_value = -1.25f ;
    f:_ChunkSizes = 1, 4 ; f:_DeflateLevel = 1 ;
  double d(x) ;
  float packed(x) ; packed:scale_factor = 0.1f ;
  int i(x) ;
data:
  f = 1.1, 300.1, _, NaNf, -0.f, -1.25,
      -1.26, Infinityf, -Infinityf, 1e-42, 3.4028234e38f, 12.34 ;
  d = 1.0001, 1000.0001, -1e-310, 0, 1048576, 2 ;
  packed = 1, 2, 3, 4, 5, 6 ;
  i = 1, 2, 3, 4, 5, 6 ;
}
CDL
plan() { ncfcopy -j 1 --plan "$@" in.nc out.nc | sed -n 's/^\(\/[fd]\) .* by \(bitround.*\)/\1 \2/p'; }
values() { for name in f d; do ncdump -p 9,17 -v $name "$1" | sed -n '/^data/,$p'; done; }
plan --quantize f,error,0.05 --quantize d,error,0.01
plan --quantize f,relative,0.01 --quantize d,relative,1e-6
ncfcopy --verify --quantize f,error,0.05 --quantize d,error,0.01 in.nc out.nc
values out.nc
ncdump -h out.nc | grep Quantize
# Every kind of output, and every route.
for output in classic.nc3 classic.nc7 store.zarr; do
  kind="${output#*.}"
  ncfcopy -V f,d -k "$kind" --quantize f,error,0.05 --quantize d,error,0.01 in.nc "$output"
  ncfcopy -V f,d -k nc3 "$output" again.nc
  values again.nc | diff <(values out.nc) - && echo "the same values"
done
ncfcopy -V f,d -c y/2,x/3 --quantize f,error,0.05 --quantize d,error,0.01 in.nc other.nc
values other.nc | diff <(values out.nc) - && echo "the same values"
# Variables that cannot be rounded in this way.
try ncfcopy --quantize i,error,0.01 in.nc no.nc
try ncfcopy --quantize packed,error,0.01 in.nc no.nc
try ncfcopy --quantize 'f&p*,error,0.01' in.nc some.nc
for limit in error,0 error,-1 error,nan error,inf error,1x error, relative,0 relative,1 relative,2; do
  try ncfcopy --quantize "f,$limit" in.nc no.nc
done
try ncfcopy --quantize f,error in.nc no.nc
try ncfcopy --quantize f,error,0.01 -F f,scaleoffset,float,2 in.nc no.nc
try ncfcopy --max-memory 10 --quantize f,error,0.01 in.nc no.nc
# There is nothing to measure without values.
ncfcopy -v d --quantize f,error,0.01 in.nc part.nc
ncdump -h part.nc | grep -c Quantize || true
test ! -e no.nc
