# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --verify checks that lossy filters keep their bounds, also in chunks that are copied as stored.
# verify_lossy_of_another.sh does the same with a filter that libhdf5 runs.
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
try ncfcopy -F w,zfp,accuracy=0 steep.nc out.nc  # zfp encodes it as parameters of mode expert
try ncfcopy --verify -F w,scaleoffset,digits=1 smooth.nc out.nc
try ncfcopy --verify -F w,scaleoffset,digits=0 smooth.nc out.nc
try ncfcopy --verify -F w,zfp,rate=8 smooth.nc out.nc
try ncfcopy --strict --verify -F w,zfp,rate=8 smooth.nc strict.nc
rm out.nc
try ncfcopy --verify -F w,zfp,accuracy=0.001 steep.nc out.nc
test ! -e out.nc
ncfcopy -F w,zfp,accuracy=0.001 smooth.nc whole.nc
try ncfcopy --verify whole.nc out.nc

# The last chunks are padded. libhdf5 uses fill values, which spoil zfp's blocks at the edge; we repeat
# the last values to the end of their block.
ncgen -4 -o edge.nc <<'CDL'
netcdf edge {
dimensions: t = UNLIMITED ; x = 5 ;
variables: float w(x, x) ; float v(t, x) ;
data: w = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25 ;
  v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 ;
}
CDL
ncfcopy -d 1 -c x/8,t/4 edge.nc deflated.nc
for input in edge.nc deflated.nc; do
  try ncfcopy --verify -c w:4,4 -F w,zfp,accuracy=0.001 "$input" out.nc
done
try ncfcopy --verify -c v:4,4 -F v,zfp,accuracy=0.001 edge.nc out.nc
try ncfcopy --strict -c v:3,4 -F v,zfp,accuracy=0.001 edge.nc out.nc
try ncfcopy --strict -F w,zfp,accuracy=0.001 steep.nc strict.nc
