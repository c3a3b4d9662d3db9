# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A filter that the registry does not know may change values: coordinates are left alone, what it
# writes is read back, and the largest change is noted. What is copied as stored is not.
. "$NCF_CASES/prelude.sh"
need ncgen
"$NCF_PYTHON" -c 'import h5py' 2>h5py.log || { echo "h5py is not here"; exit 77; }

# stored FILE...: the filters of v, and the largest difference of its values from 0, 1, 2, ...
stored() {
  local file
  for file in "$@"; do
    "$NCF_PYTHON" - "$file" <<'PYTHON'
import sys

import h5py
import numpy

with h5py.File(sys.argv[1]) as file:
    v = file["v"]
    p = v.id.get_create_plist()
    filters = [p.get_filter(i)[::2] for i in range(p.get_nfilters())]
    print(sys.argv[1], v.chunks, filters, abs(v[...].ravel() - numpy.arange(v.size)).max())
PYTHON
  done
}
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/facts_first"
ncgen -4 -o in.nc <<CDL
netcdf in {
dimensions: x = 32 ;
variables: int x(x) ; int v(x) ; float w(x) ;
data: x = $(seq -s ', ' 1 32) ; v = $(seq -s ', ' 0 31) ; w = 1 ;
}
CDL
try ncfcopy -F ':int,405,3' in.nc changed.nc
try ncfcopy --verify -F 'v,405,3' in.nc verified.nc
try ncfcopy --strict -F 'v,405,3' in.nc strict.nc
try ncfcopy -F 'x,405,3' in.nc named.nc
try ncfcopy --strict changed.nc copied.nc
stored changed.nc verified.nc copied.nc
ncfdump -v x changed.nc | grep ' x = '
try ncfcopy --quantize 'w,error,0.1' -F 'w,405,3' in.nc out.nc

echo "-- one that keeps values"
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/pair"
try ncfcopy --strict --verify -F 'v,400,90' in.nc kept.nc
try ncfcopy --strict -F 'v,400,90' in.nc kept.nc
stored kept.nc
