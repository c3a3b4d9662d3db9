# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A filter of another author that fails while libhdf5 runs it is named with its variable.
. "$NCF_CASES/prelude.sh"
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/pair"
echo 'netcdf in { dimensions: x = 4 ; variables: int v(x) ; int w(x) ; data: v = 1, 2, 3, 4 ; w = 5, 6, 7, 8 ; }' |
  ncfgen -4 -o in.nc
try ncfcopy -F 'v,400,1' -F 'w,400,0' in.nc out.nc
ls out.nc 2>/dev/null || true
