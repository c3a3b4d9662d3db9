# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Variables that are named like a dimension but are not its coordinate: libnetcdf stores them under
# another name, and forgets that when it changes their chunk cache.
. "$NCF_CASES/prelude.sh"
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: time = UNLIMITED ; bounds = 2 ; x = 3 ; y = 3 ;
variables: double bounds(time, bounds) ; int x(y, x) ; int y(y) ; float time(time, x) ;
data:
  bounds = 1, 2, 3, 4, 5, 6 ;
  x = 1, 2, 3, 4, 5, 6, 7, 8, 9 ;
  y = 10, 20, 30 ;
  time = 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5 ;
}
CDL
try ncfcopy -F '*,shuffle|zstd,3' in.nc out.nc
filters_of out.nc
same_data in.nc out.nc
try ncfcopy -c time/1,x/2,y/2 -m 1 -F '*,deflate,1' out.nc out2.nc
same_data in.nc out2.nc
try ncfcopy -3 out2.nc out3.nc
same_data in.nc out3.nc
try ncfcopy -d 1 out3.nc out4.nc
same_data in.nc out4.nc
