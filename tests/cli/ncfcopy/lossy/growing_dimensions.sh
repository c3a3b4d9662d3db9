# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# zfp encodes values together with what is beside them in their chunk: beyond the last record, that
# are copies of it to the end of zfp's block. Fill values would cost the last records all their
# bits. Only whole blocks beyond it have fill values, which readers see when the dimension grows.
. "$NCF_CASES/prelude.sh"
need_python netCDF4
skip_under_sanitizer "netCDF4 cannot load our plugins"
export HDF5_PLUGIN_PATH="$NCF_PLUGINS"
cat > in.cdl <<'CDL'
netcdf in {
dimensions: time = UNLIMITED ; x = 4 ;
variables: float t(time, x) ;
data: t = 280.1, 281.2, 282.3, 283.4, 284.5, 285.6, 286.7, 287.8, 288.9, 289.1, 290.2, 291.3,
  292.4, 293.5, 294.6, 295.7, 296.8, 297.9, 298.1, 299.2, 300.3, 301.4, 302.5, 303.6 ;
}
CDL
ncfgen -4 -o in.nc in.cdl
is_near() { ncfinfo compare --error t,0.05 in.nc "$1" | grep beyond || echo "all near"; }
for mode in precision=24 rate=16 accuracy=0.01; do
  for output in out.nc out.zarr out.zarr3; do
    kind="${output#*.}"
    ncfcopy --strict -u -k "${kind/nc/nc4}" -c time/16 -F "t,zfp,$mode" in.nc $output
    is_near $output
    rm -r $output
  done
done
ncfcopy -c time/16 -F "t,zfp,expert,minbits=1,maxbits=256,maxprec=24,minexp=-20" in.nc out.nc
is_near out.nc
# From a text, and in a file that another program extends: it leaves out records 6 to 8.
sed 's/float t(time, x) ;/& t:_ChunkSizes = 12, 4 ; t:_Filter = "zfp,precision=24" ;/' in.cdl > zfp.cdl
for output in out.nc out.zarr; do
  kind="${output#*.}"
  ncfgen -k "${kind/nc/nc4}" -o $output zfp.cdl 2>&1
  is_near $output
done
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

with netCDF4.Dataset("out.nc", "a") as file:
    file["t"][9] = 1.5
    print([round(float(value), 2) for value in file["t"][:, 0].filled(-1)])
PYTHON
# Integers whose padding zfp cannot keep: only values count.
cat > integers.cdl <<'CDL'
netcdf integers { dimensions: time = UNLIMITED ; variables: int i(time) ;
data: i = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 ; }
CDL
ncfgen -4 -o integers.nc integers.cdl
try ncfcopy --verify -c time/10 -F "i,zfp,rate=16" integers.nc out.nc
# Fill values in the padding are no missing values beside others.
sed 's/data:/t:_FillValue = -9999.f ; data:/' in.cdl > with_fill.cdl
ncfgen -4 -o with_fill.nc with_fill.cdl
try ncfcopy -c time/16 -F "t,zfp,rate=16" with_fill.nc out.nc
# Missing values beside others take their bits.
sed 's/281.2/_/' in.cdl > missing.cdl
ncfgen -4 -o missing.nc missing.cdl
try ncfcopy -c time/16 -F "t,zfp,rate=16" missing.nc out.nc
# With quantization.
sed 's/t:_Filter/t:_QuantizeBitRoundNumberOfSignificantBits = 14 ; &/' zfp.cdl > rounded.cdl
ncfgen -o out.nc rounded.cdl
is_near out.nc
# Where the store pads the chunks, it would be with fill values.
try ncfcopy -w -c time/16 -F "t,zfp,rate=16" in.nc none.nc
try ncfcopy -w -c time/3 -F "t,zfp,rate=16" in.nc out.nc
is_near out.nc
try ncfgen -P -o none.nc zfp.cdl
test ! -e none.nc
# Only what our kernels pad needs memory for chunks beside each other.
large() {
  cat <<CDL
netcdf large { dimensions: t = 3 ; x = 1100000 ; variables: float v(t, x) ;
v:_ChunkSizes = 2, 300000 ; v:_Filter = "$1" ; data: v = 1, 2, 3 ; }
CDL
}
large scaleoffset,digits=2 | try ncfgen --max-memory 1M -o out.nc -
large zfp,rate=16 | try ncfgen --max-memory 1M -o none.nc -
