# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A pattern never changes the values of coordinates, whichever option it belongs to; a name does.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions:
  time = 2 ; y = 2 ; x = 2 ; nv = 2 ;
variables:
  double time(time) ; time:units = "hours since 1980-01-01" ; time:bounds = "time_bnds" ;
  double time_bnds(time, nv) ;
  double lat(y, x) ;
  double lon(y, x) ;
  double crs ; crs:grid_mapping_name = "latitude_longitude" ;
  double area(y, x) ;
  double reference ; reference:units = "hours since 1900-01-01" ;
  double t2m(time, y, x) ;
    t2m:coordinates = "lat lon" ;
    t2m:grid_mapping = "crs" ;
    t2m:cell_measures = "area: area" ;
data:
  time = 347921.17, 347945.17 ;
  time_bnds = 347909.17, 347933.17, 347933.17, 347957.17 ;
  lat = 51.123456, 51.234567, 52.123456, 52.234567 ;
  lon = 7.123456, 7.234567, 8.123456, 8.234567 ;
  crs = 6371229.17 ;
  area = 123456.78, 123456.89, 123457.12, 123457.23 ;
  reference = 1048943.17 ;
  t2m = 281.1234, 282.2345, 283.3456, 284.4567, 285.5678, 286.6789, 287.7891, 288.8912 ;
}
CDL
# values FILE: without what a copy may add to headers.
values() { ncdump -p 17,17 -n same "$1" | sed -n '/^data:/,$p'; }
values in.nc >expected
# changed FILE: the variables whose values are no longer those of the input.
changed() {
  local variable
  for variable in time time_bnds lat lon crs area reference t2m; do
    cmp -s <(ncdump -p 17,17 -n same -v "$variable" in.nc | sed -n '/^data:/,$p') \
      <(ncdump -p 17,17 -n same -v "$variable" "$1" | sed -n '/^data:/,$p') || echo "changed: $variable"
  done
}
for pattern in '*' ':double' '[a-z]*'; do
  try ncfcopy --quantize "$pattern,granular,3" in.nc out.nc
  changed out.nc
done
try ncfcopy --quantize '*,granular,3' --quantize 'time&lat,granular,3' in.nc out.nc
changed out.nc
try ncfcopy -V lat,time_bnds --quantize '*,granular,3' in.nc part.nc
try ncfcopy --strict --quantize '*,granular,3' in.nc strict.nc
try ncfcopy -F 'none' -F ':double,scaleoffset,mode=float,scale=0' in.nc out.nc
changed out.nc
filters_of out.nc
