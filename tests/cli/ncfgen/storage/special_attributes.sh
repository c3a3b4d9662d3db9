# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Special attributes, which describe how variables are stored; filters in the order written, also by
# name.
. "$NCF_CASES/prelude.sh"
need ncdump
cat > in.cdl <<'CDL'
netcdf in {
dimensions:
  x = 8 ;
  t = unlimited ;
variables:
  int a(x) ;
    a:_Storage = "chunked" ;
    a:_ChunkSizes = 4 ;
    a:_Shuffle = "true" ;
    a:_DeflateLevel = 5 ;
    a:_Fletcher32 = 1 ;
    a:_Endianness = "big" ;
    a:_NoFill = "true" ;
  int b(x) ;
    b:_Filter = "zstd,level=7|307,9" ;
    b:_Filter = "1,2" ;
  int c(x) ;
    c:_Codecs = "[{\"id\":\"shuffle\",\"elementsize\":4},{\"id\":\"bz2\",\"level\":3}]" ;
  float d(x) ;
    d:_QuantizeBitGroomNumberOfSignificantDigits = 3 ;
  float e(x) ;
    e:_QuantizeBitRoundNumberOfSignificantBits = 5 ;
  int f(x) ;
    f:_Storage = "compact" ;
  int g(t) ;
    g:_Storage = "chunked" ;
data:
  b = 8, 7, 6, 5, 4, 3, 2, 1 ;
  c = 3 ;
  a = 1, 2, 3, 4, 5, 6, 7, 8 ;
  d = 1.2345678, 2 ;
  e = 1.2345678, 2 ;
}
CDL
try ncfgen -o out.nc in.cdl
HDF5_PLUGIN_PATH="$NCF_PLUGINS" ncdump -s out.nc | grep -v _NCProperties
sed "s/zstd,level=7|307,9/399,1/" in.cdl > missing.cdl
HDF5_PLUGIN_PATH=/nowhere try ncfgen -o missing.nc missing.cdl
test ! -e missing.nc
cat > order.cdl <<'CDL'
netcdf order {
dimensions:
  x = 8 ;
variables:
  int a(x) ;
    a:_Filter = "zstd,3|fletcher32" ;
  int b(x) ;
    b:_Fletcher32 = "true" ;
    b:_Filter = "shuffle|zstd,3" ;
data:
  a = 1 ;
}
CDL
try ncfgen -o order.nc order.cdl
try ncfgen -k zarr -o order.zarr order.cdl
