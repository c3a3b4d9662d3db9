# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Packed missing data stay missing for readers, whatever type missing_value has.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 4 ;
variables:
  float fill(x) ; fill:_FillValue = -999.9f ; fill:missing_value = -999.9 ;
  float both(x) ; both:_FillValue = -1.f ; both:missing_value = -999.9 ;
  float only(x) ; only:missing_value = 1e20 ;
  double twice(x) ; twice:missing_value = 1e20, 1e20 ;
data:
  fill = 0, _, 50, 100 ;
  both = 0, -999.9, _, 100 ;
  only = 0, 1e20, 50, 100 ;
  twice = 0, 1e20, 50, 100 ;
}
CDL
try ncfcopy --verify --quantize '*,error,0.01,pack=int16' in.nc out.nc
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

with netCDF4.Dataset("out.nc") as file:
    for name, variable in file.variables.items():
        print(name, variable.missing_value, variable[:])
PYTHON
ncgen -4 -o beyond.nc <<'CDL'
netcdf beyond {
dimensions: x = 2 ;
variables: float v(x) ; v:missing_value = 2147483647 ;
data: v = 1, 2 ;
}
CDL
try ncfcopy --quantize 'v,error,0.01,pack=int16' beyond.nc out2.nc
try ncfcopy --quantize '*,error,0.01,pack=int16' beyond.nc out2.nc
