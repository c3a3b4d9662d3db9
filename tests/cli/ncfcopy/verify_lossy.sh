# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Where a filter changes values, --verify holds it to what it promises; a plugin of another's is run
# by libhdf5, also to decode chunks that are copied as stored.
. "$NCF_CASES/prelude.sh"
make_input
ncfcopy -F w,zfp,accuracy=0.01 in.nc zfp.nc 2>zfp.log || { echo "zfp is not here"; exit 77; }
ncgen -4 -o smooth.nc <<'CDL'
netcdf smooth {
dimensions: x = 4 ; y = 4 ;
variables: float w(x, y) ;
data: w = 1, 1.5, 2, 2.5, 2, 2.5, 3, 3.5, 3, 3.5, 4, 4.5, 4, 4.5, 5, 5.5 ;
}
CDL
ncgen -4 -o steep.nc <<'CDL'
netcdf steep {
dimensions: x = 4 ; y = 4 ;
variables: float w(x, y) ;
data: w = 1, 1.5, 2, 1e36, 2, 2.5, 3, 3.5, 3, 3.5, 4, 4.5, 4, 4.5, 5, 5.5 ;
}
CDL
try ncfcopy --verify -F w,zfp,accuracy=0.001 smooth.nc out.nc
try ncfcopy --verify -F w,scaleoffset,digits=1 smooth.nc out.nc
try ncfcopy --verify -F w,scaleoffset,digits=0 smooth.nc out.nc
try ncfcopy --verify -F w,zfp,rate=8 smooth.nc out.nc
try ncfcopy --strict --verify -F w,zfp,rate=8 smooth.nc strict.nc
rm out.nc
try ncfcopy --verify -F w,zfp,accuracy=0.001 steep.nc out.nc
test ! -e out.nc
# libhdf5 runs the plugin to decode chunks that are copied as stored.
ncfcopy -F w,zfp,accuracy=0.001 smooth.nc whole.nc
try ncfcopy --verify whole.nc out.nc
