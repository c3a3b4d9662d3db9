# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A filter that states a bound keeps it for the values it was given, or a note says by how much it
# does not: scaleoffset takes values near the fill value for it. A lossy filter of the input that runs
# again is noted.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" -c 'import h5py' 2>h5py.log || { echo "h5py is not here"; exit 77; }
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
# In a text for ncfgen likewise.
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
# Kept as it is stored, nothing changes; in other chunks the filter runs again.
ncfcopy -F 'near,scaleoffset,digits=3' -v near in.nc lossy.nc
try ncfcopy lossy.nc same.nc
try ncfcopy -c x/16 lossy.nc again.nc
