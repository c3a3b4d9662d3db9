# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# cdo finds values equal, or within a limit, exactly where ncfinfo compare does.
. "$NCF_CASES/prelude.sh"
need cdo
ncfgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: time = 2; lat = 2; lon = 3;
variables:
  double time(time), lat(lat), lon(lon);
  float t(time, lat, lon), u(time, lat, lon);
  short q(time, lat, lon);
  time:units = "days since 2000-01-01"; lat:units = "degrees_north"; lon:units = "degrees_east";
  t:_FillValue = -1.f; u:_FillValue = -1.f; q:scale_factor = 0.5;
data:
  time = 0, 1; lat = 10, 20; lon = 0, 10, 20;
  t = 280.0625, 290.125, 300.25, 310.5, 280, -1, 281.3, 282.7, 283.9, 284.1, 285.3, 286.6;
  u = 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32;
  q = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
}
CDL
edit() {  # edit FROM TO FILE: a file with another number
  ncfdump in.nc | sed "s/$1/$2/" | ncfgen -4 -o "$3"
}
ncfcopy -d 5 -s in.nc deflated.nc
ncfcopy -k cdf5 in.nc classic.nc
ncfcopy --quantize 't,bitround,7' in.nc rounded.nc
edit '310.5, 280, _' '310.5, 280, 3' filled.nc
edit '32 ;' '32.5 ;' last.nc
for other in deflated classic rounded filled last; do
  for limit in 0 0.25 2; do
    ours=0 theirs=0
    ncfinfo compare --error "$limit" in.nc "$other.nc" >ours.log 2>&1 || ours=$?
    cdo -s "diffv,abslim=$limit" in.nc "$other.nc" >theirs.log 2>&1 || theirs=$?
    echo "$other, $limit: ncfinfo $ours, cdo $theirs"
  done
done
