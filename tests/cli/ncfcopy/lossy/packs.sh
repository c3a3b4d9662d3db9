# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values are packed into 16 bits within a bound, by the CF conventions, on every route;
# netCDF4-python and xarray unpack them.
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
# Every kind of output, and every route.
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

# Two marks of missing data.
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
# A pattern leaves out coordinates and variables that cannot be packed; there is nothing to pack
# without values.
ncfcopy -V f,none,x,packed,flags,marks --quantize '*,error,0.01,pack=int16' in.nc all.nc
ncdump -h all.nc | grep -e short -e float
ncfcopy -v d --quantize f,error,0.01,pack=int16 in.nc part.nc
ncdump -h part.nc | grep ' f('
# Attributes that record an earlier rounding do not describe packed values.
ncfcopy -V d --quantize d,bitround,20 in.nc rounded.nc
try ncfcopy --verify --quantize d,error,0.02,pack=int16 rounded.nc packed_after.nc
ncdump -h packed_after.nc | grep -c Quantize || true
# Variables that cannot be packed in this way.
try ncfcopy --quantize f,error,0.001,pack=int16 in.nc no.nc
try ncfcopy --quantize endless,error,0.1,pack=int16 in.nc no.nc
for name in x packed flags marks; do
  try ncfcopy -V $name --quantize $name,error,0.01,pack=int16 in.nc $name.nc
done
for precision in relative,0.01,pack=int16 bitround,5,pack=int16 error,0.01,pack=int8; do
  try ncfcopy --quantize "f,$precision" in.nc no.nc
done
test ! -e no.nc

# Chunks that are missing, extend beyond the end, or have another byte order, for each way of
# decoding them.
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("chunks.nc", "w") as file:
    values = numpy.arange(35).reshape(7, 5) / 3
    for name, options in (("plain", {}), ("deflated", {"compression": 1})):
        v = file.create_dataset(name, (7, 5), ">f8", chunks=(3, 2), fillvalue=1.5, **options)
        v[:6, :2] = values[:6, :2]
        v[6] = values[6]
    file["whole"] = values
PYTHON
pack=(--quantize '*,error,0.001,pack=int16')
for options in "-j 1" "-j 4" "-j 2 -c phony_dim_0/7,phony_dim_1/1" "-j 2 -k zarr3" "-j 2 -k nc3 -F none" "-j 2 -F none --max-memory 64K"; do
  rm -rf packed.*
  ncfcopy --verify $options "${pack[@]}" chunks.nc packed.out 2>>notes
  ncfcopy -k nc4 -F none packed.out packed.nc 2>>notes
  "$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("chunks.nc") as before, h5py.File("packed.nc") as after:
    for name in before:
        new = after[name]
        values = new[:] * new.attrs["scale_factor"] + new.attrs["add_offset"]
        print(name, new.dtype, numpy.abs(values - before[name][:]).max() <= 0.001)
PYTHON
done
ncfcopy --plan "${pack[@]}" chunks.nc out.nc | sed -n 's|^\(/[a-z]*\) .* \([a-z]*: [a-z ]*\);.*|\1 \2|p'

echo
echo 'Chunks that were never written, and no fill value:'
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("no_fill.nc", "w") as file:
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_chunk((2,))
    plist.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    space = h5py.h5s.create_simple((4,))
    v = h5py.Dataset(h5py.h5d.create(file.id, b"v", h5py.h5t.IEEE_F32LE, space, plist))
    v[:2] = [199, 200]
PYTHON
ncfcopy --verify --quantize '*,error,0.1,pack=int16' no_fill.nc no_fill_packed.nc 2>>notes
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("no_fill_packed.nc") as file:
    v = file["v"]
    print((v[:] * v.attrs["scale_factor"] + v.attrs["add_offset"]).round(1))
PYTHON

# A variable without values stays missing, also if it is shorter than its dimension.
ncgen -4 -o short.nc <<'CDL'
netcdf short {
dimensions: x = 4 ; t = UNLIMITED ;
variables: float d(t, x) ; float tt(t) ; float c(t) ; c:_Unsigned = "true" ;
data: tt = 1, 2 ; c = -1, 1 ;
}
CDL
try ncfcopy --verify --quantize 'd&c,error,0.01,pack=int16' short.nc out.nc
ncdump -v d,c out.nc | sed -n '/short/p;/^data/,$p'

# The ends of valid ranges may be marks of missing data, which readers do not look up there.
cat >valid.cdl <<'CDL'
netcdf valid { dimensions: x = 4 ;
variables: float v(x) ; v:_FillValue = 1e20f ; v:valid_min = -1e20f ; v:valid_max = 1e20f ;
  float w(x) ; w:missing_value = 0.f ; w:valid_range = -80.f, 0.f ;
  float n(x) ; n:_FillValue = NaNf ; n:valid_min = NaNf ; n:valid_max = NaNf ;
  float t(x) ; t:valid_min = "0" ;
data: v = 1, 2, 3, _ ; w = -1, -2, 0, -80 ; n = 1, 2, 3, _ ; t = 1, 2, 3, 4 ; }
CDL
ncfgen -4 -o valid.nc valid.cdl
try ncfcopy --verify --quantize '*,error,0.01,pack=int16' valid.nc out.nc
ncdump -h out.nc | grep valid_
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

for name in ("valid.nc", "out.nc"):
    with netCDF4.Dataset(name) as file:
        print([[round(float(value), 1) for value in file[v][:].filled(-1)] for v in "vwn"])
PYTHON
