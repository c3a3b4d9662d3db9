# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A filter that the registry does not know may change values: coordinates are left alone, what it
# writes is read back, and the largest change is noted. What is copied as stored is not.
. "$NCF_CASES/prelude.sh"
need ncgen
need_python h5py
skip_under_sanitizer "h5py cannot load our plugins"
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
