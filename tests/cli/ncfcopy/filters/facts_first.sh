# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Filters that the registry does not know, whose stored parameters begin with facts about the chunk.
# Given to the filter again, such parameters would be read as others and destroy the values, so they
# are used for other chunks only if the filter shows what it was made with.
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
dimensions: y = 4 ; x = 8 ;
variables: int v(y, x) ; v:_ChunkSizes = 2, 8 ;
data: v = $(seq -s ', ' 0 31) ;
}
CDL
quietly ncfcopy -F v,405,1 in.nc first.nc
quietly ncfcopy -F v,406,1 in.nc mixed.nc
stored first.nc mixed.nc

echo "-- 405 stores the user's parameters after its own"
try ncfcopy first.nc copied.nc
try ncfcopy -c v:2,4 first.nc rechunked.nc
try ncfcopy --verify -c v:3,5 first.nc padded.nc
try ncfcopy -c v:2,4 --into folder first.nc
stored copied.nc rechunked.nc padded.nc folder/first.nc

echo "-- 406 does not show them"
try ncfcopy mixed.nc copied.nc
try ncfcopy -c v:2,4 mixed.nc refused.nc
try ncfcopy --plan -c v:2,4 mixed.nc refused.nc
try ncfcopy -F v,406,1 -c v:2,4 mixed.nc requested.nc
stored copied.nc requested.nc
test ! -e refused.nc
