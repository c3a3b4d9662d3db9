# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A filter with a bound keeps it for the values that it gets, or a note states the excess:
# scaleoffset mistakes values near the fill value for it. A note also names lossy filters of the
# input that run again.
. "$NCF_CASES/prelude.sh"
need_python h5py
cat > in.cdl <<'CDL'
netcdf in {
dimensions: x = 64 ;
variables:
  float near(x) ;
  float filled(x) ; filled:_FillValue = 0.f ;
  int range(x) ;
}
CDL
ncfgen -4 -o in.nc in.cdl
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.nc", "a") as file:
    wave = numpy.sin(numpy.arange(64, dtype="f4"))
    file["near"][:] = wave
    file["filled"][:] = wave
    file["range"][:] = numpy.arange(64) * 1000
PYTHON
try ncfcopy -F 'near,scaleoffset,digits=3' -F 'filled,scaleoffset,digits=2' in.nc out.nc
try ncfcopy -F 'range,scaleoffset,bits=4' in.nc bits.nc
try ncfcopy --strict -F 'filled,scaleoffset,digits=2' in.nc no.nc
ls no.nc 2>/dev/null || true
try ncfcopy --verify -F 'filled,scaleoffset,digits=2' in.nc no.nc
# The same in a text for ncfgen.
cat > small.cdl <<'CDL'
netcdf small {
dimensions: x = 4 ;
variables:
  float v(x) ; v:_FillValue = 0.f ; v:_Filter = "scaleoffset,digits=2" ;
data:
  v = 0.12345, 0.00885, 2.23456, 3 ;
}
CDL
try ncfgen -4 -o small.nc small.cdl
# Copying stored bytes changes nothing; with other chunks, the filter runs again.
ncfcopy -F 'near,scaleoffset,digits=3' -v near in.nc lossy.nc
try ncfcopy lossy.nc same.nc
try ncfcopy -c x/16 lossy.nc again.nc
