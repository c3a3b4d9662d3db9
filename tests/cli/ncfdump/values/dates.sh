# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Times are shown as dates, those of bounds with the units of their variable.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions:
  t = 3 ;
  b = 2 ;
variables:
  double time(t) ;
    time:units = "hours since 1900-01-01" ;
    time:calendar = "noleap" ;
    time:bounds = "time_bounds" ;
    time:range = 0., 12.5 ;
    time:all = 0., 12.5, 1e6 ;
  double time_bounds(t, b) ;
  int month(t) ;
    month:units = "months since 2000-01-01" ;
data:
  time = 0, 12.5, _ ;
  time_bounds = 0, 1, 1, 2, 2, 24 ;
  month = 0, 1, 14 ;
}
CDL
try ncfdump -t in.nc
for option in -t -i; do
  cmp <(ncdump $option in.nc) <(ncfdump $option in.nc) && echo "same as ncdump $option"
done
ncfdump --json -t in.nc | grep '"data": \['
echo
echo 'Bounds with units of their own:'
ncgen -4 -o own.nc <<'CDL'
netcdf own {
dimensions:
  t = 2 ;
variables:
  double time(t) ;
    time:units = "hours since 1900-01-01" ;
    time:bounds = "own_bounds" ;
  double own_bounds(t) ;
    own_bounds:units = "days since 1950-01-01" ;
data:
  time = 0, 1 ;
  own_bounds = 1, 2 ;
}
CDL
ncfdump -t -v own_bounds own.nc | tail -n 2
