# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values packed into 16 bits within a bound, as CF says, on every route; netCDF4-python and xarray
# unpack them.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: y = 2 ; x = 6 ;
variables:
  float f(y, x) ; f:_FillValue = -999.f ; f:missing_value = -998.f ; f:units = "K" ;
    f:valid_range = -50.f, 400.f ; f:_ChunkSizes = 1, 4 ; f:_DeflateLevel = 1 ; f:_Shuffle = "true" ;
  double d(x) ;
  float none(x) ; none:_FillValue = -9.f ;
  float x(x) ; x:units = "degrees_east" ;
  float packed(x) ; packed:scale_factor = 0.1f ;
  float flags(x) ; flags:flag_values = 1.f, 2.f ;
  float marks(x) ; marks:missing_value = -1.f, -2.f ;
  float endless(x) ;
data:
  f = 1.1, 300.1, _, NaNf, -0.f, -998,
      -1.26, 399, -50, 1e-42, 280.15, 12.34 ;
  d = 1.0001, 1000.0001, -1e-310, 0, 104.8576, 2 ;
  none = _, _, _, _, _, _ ;
  x = 1, 2, 3, 4, 5, 6 ;
  packed = 1, 2, 3, 4, 5, 6 ;
  flags = 1, 2, 1, 2, 1, 2 ;
  marks = -1, -2, 3, 4, 5, 6 ;
  endless = 1, 2, 3, Infinityf, 5, 6 ;
}
CDL
pack=(--quantize f,error,0.01,pack=int16 --quantize d,error,0.02,pack=int16)
parts=(-V f,d)
ncfcopy -j 1 --plan "${parts[@]}" "${pack[@]}" in.nc out.nc | sed -n 's/^\(\/[fd]\) .* by \(int16.*\)/\1 \2/p'
ncfcopy --verify "${parts[@]}" "${pack[@]}" in.nc out.nc
ncdump -s out.nc | grep -v -e _NCProperties -e _SuperblockVersion -e _IsNetcdf4
# Any kind of output, and any way values take.
values() { for name in f d; do ncdump -v $name "$1" | sed -n '/^data/,$p'; done; }
for output in classic.nc3 classic.nc7 store.zarr store.zarr3; do
  ncfcopy --verify "${parts[@]}" -k "${output#*.}" "${pack[@]}" in.nc "$output" 2>/dev/null
  ncfcopy -k nc3 "$output" again.nc
  values again.nc | diff <(values out.nc) - && echo "the same values"
done
ncfcopy "${parts[@]}" -c y/2,x/3 "${pack[@]}" in.nc other.nc 2>/dev/null
values other.nc | diff <(values out.nc) - && echo "the same values"
"$NCF_PYTHON" - <<'PYTHON'
import warnings

import netCDF4
import numpy
import xarray

# Of two marks of missing data.
warnings.simplefilter("ignore", xarray.SerializationWarning)

with netCDF4.Dataset("in.nc") as before, netCDF4.Dataset("out.nc") as after:
    for name, limit in ("f", 0.01), ("d", 0.02):
        old, new = before[name][:].astype("f8"), after[name][:]
        missing = numpy.ma.getmaskarray(old) | numpy.isnan(old.filled(numpy.nan))
        print(name, new.dtype, (numpy.ma.getmaskarray(new) == missing).all(),
              abs(old[~missing] - new[~missing]).max() <= limit)
        with xarray.open_dataset("out.nc") as unpacked:
            new = unpacked[name].values.astype("f8")
        print((numpy.isnan(new) == missing).all(), abs(old[~missing] - new[~missing]).max() <= limit)
PYTHON
# A pattern leaves coordinates and what cannot be packed; without values there is nothing to pack.
ncfcopy -V f,none,x,packed,flags,marks --quantize '*,error,0.01,pack=int16' in.nc all.nc
ncdump -h all.nc | grep -e short -e float
ncfcopy -v d --quantize f,error,0.01,pack=int16 in.nc part.nc
ncdump -h part.nc | grep ' f('
# What cannot be packed so.
try ncfcopy --quantize f,error,0.001,pack=int16 in.nc no.nc
try ncfcopy --quantize endless,error,0.1,pack=int16 in.nc no.nc
for name in x packed flags marks; do
  try ncfcopy -V $name --quantize $name,error,0.01,pack=int16 in.nc $name.nc
done
for precision in relative,0.01,pack=int16 bitround,5,pack=int16 error,0.01,pack=int8; do
  try ncfcopy --quantize "f,$precision" in.nc no.nc
done
test ! -e no.nc
