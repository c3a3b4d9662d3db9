# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# References instead of a copy appear complete or not at all, and do not accept options of copying.
. "$NCF_CASES/prelude.sh"
need ncgen
cat >small.cdl <<'CDL'
netcdf small { dimensions: x = 300 ; y = 3 ; variables: double v(x) ; int y(y) ; y:units = "m" ;
  string s(y) ; data: v = 1 ; y = 1, 2, 3 ; s = "a", "b", "c" ; }
CDL
ncgen -4 -o small.nc small.cdl
try ncfcopy -d 1 small.nc deflated.nc
try ncfcopy --kerchunk refs.json --kerchunk-url s3://host/small.nc deflated.nc
sed 's/, [0-9]*, [0-9]*\]/, BEGIN, BYTES]/' refs.json
echo mine >mine.json
cat >types.cdl <<'CDL'
netcdf types { types: compound pair { byte a ; byte b ; } ; dimensions: x = 3 ; variables: pair v(x) ; }
CDL
ncgen -4 -o types.nc types.cdl
try ncfcopy --kerchunk mine.json types.nc
try ncfcopy --kerchunk mine.json no.nc
try ncfcopy --kerchunk missing/out.json small.nc
try ncfcopy --kerchunk mine.json small.nc out.nc
try ncfcopy --kerchunk mine.json -d 1 small.nc
try ncfcopy --kerchunk refs.parquet small.nc
try ncfcopy --kerchunk refs.PARQ small.nc
try ncfcopy --kerchunk-url u small.nc out.nc
ncfcopy small.nc store.zarr
try ncfcopy --kerchunk mine.json store.zarr
cat mine.json
ls -A
printf 'netcdf many { dimensions: x = 65537 ; variables: string s(x) ; data: s = "a" ; }' |
  ncfgen -o many.nc -
try ncfcopy --kerchunk mine.json many.nc

# 255 is data, unless it is the fill value.
for fill in None 255; do
  "$NCF_PYTHON" - <<PYTHON
import netCDF4

with netCDF4.Dataset("bytes.nc", "w") as file:
    file.createDimension("x", 4)
    u = file.createVariable("u", "u1", ("x",), chunksizes=(2,), zlib=True, fill_value=$fill)
    u[:2] = [1, 255]
PYTHON
  try ncfcopy --kerchunk bytes.json bytes.nc
done
ncfdump bytes.json | tail -n 2

# Other types have a default fill value, which readers of Zarr use.
"$NCF_PYTHON" - <<PYTHON
import netCDF4

with netCDF4.Dataset("shorts.nc", "w") as file:
    file.createDimension("x", 4)
    file.createVariable("i", "i2", ("x",), chunksizes=(2,), zlib=True)[:2] = [1, 2]
PYTHON
try ncfcopy --kerchunk shorts.json shorts.nc
ncfdump shorts.json | grep FillValue
# Fill values of another type, as older classic files have them: converted, or none in the store.
ncgen -3 -o foreign.nc <<'CDL'
netcdf foreign { dimensions: x = 2 ; variables: short s(x) ; s:xFillValue = -999 ;
  byte b(x) ; b:xFillValue = NaN ; data: s = -999, -32767 ; b = -127, 1 ; }
CDL
sed -i 's/xFillValue/_FillValue/g' foreign.nc
try ncfcopy --kerchunk foreign.json foreign.nc
grep -o '"fill_value[^,]*' foreign.json
try ncfcopy -k nc3 foreign.json again.nc
# Values beyond the end of a variable are missing in the store; bytes need a fill value for them.
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

with netCDF4.Dataset("short.nc", "w") as file:
    file.createDimension("t", None)
    file.createDimension("x", 2000)
    file.createVariable("t", "f8", ("t",))[:] = range(6)
    for name, kind in ("bytes", "i1"), ("floats", "f4"):
        file.createVariable(name, kind, ("t", "x"), chunksizes=(3, 2000))[0:3] = 1
PYTHON
try ncfcopy --kerchunk no.json short.nc
ncfcopy -V t,floats short.nc floats.nc
try ncfcopy --kerchunk floats.json floats.nc
