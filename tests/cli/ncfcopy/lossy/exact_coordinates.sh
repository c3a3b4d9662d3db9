# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A pattern never changes the values of coordinates, for any option; a name does.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions:
  time = 2 ; x = 2 ; nv = 2 ;
variables:
  double time(time) ; time:units = "hours since 1980-01-01" ; time:bounds = "time_bnds" ;
  double time_bnds(nv) ;
  double lat(x) ;
  double lon(x) ;
  double crs ; crs:grid_mapping_name = "latitude_longitude" ;
  double area(x) ;
  double reference ; reference:units = "hours since 1900-01-01" ;
  double t2m(x) ;
    t2m:coordinates = "lat lon" ;
    t2m:grid_mapping = "crs" ;
    t2m:cell_measures = "area: area" ;
data:
  time = 347921.17, 347945.17 ;
  time_bnds = 347909.17, 347933.17 ;
  lat = 51.123456, 51.234567 ;
  lon = 7.123456, 7.234567 ;
  crs = 6371229.17 ;
  area = 123456.78, 123456.89 ;
  reference = 1048943.17 ;
  t2m = 281.1234, 282.2345 ;
}
CDL
# values FILE: prints one line for each variable.
values() { ncdump -p 17,17 -n same "$1" | sed -n '/^data:/,$p'; }
values in.nc >expected
# changed FILE: prints the variables whose values differ from the input.
changed() { values "$1" | diff expected - | sed -n 's/^> *\([a-z0-9_]*\) = .*/changed: \1/p'; }
for pattern in '*' ':double' '[a-z]*'; do
  try ncfcopy --quantize "$pattern,granular,3" in.nc out.nc
  changed out.nc
done
try ncfcopy --quantize '*,granular,3' --quantize 'time&lat,granular,3' in.nc out.nc
changed out.nc
try ncfcopy --quantize '*,granular,3' -V lat,time_bnds in.nc part.nc
try ncfcopy --quantize '*,granular,3' --strict in.nc strict.nc
try ncfcopy -F '*,shuffle' -F ':double,scaleoffset,float,digits=0' in.nc out.nc
changed out.nc
filters_of out.nc
try ncfcopy -F 'lat,scaleoffset,float,digits=0' in.nc out.nc
changed out.nc
