# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# JSON: the form of each type, dates, and agreement with ncks except for the types of attributes.
. "$NCF_CASES/prelude.sh"
need ncgen python3
ncgen -4 -o in.nc <<'CDL'
netcdf in {
types:
  compound pair { int a ; float b(2) ; char c(2) ; } ;
  int(*) list ;
  byte enum sky { clear = 1, fog = 2 } ;
  opaque(2) raw ;
dimensions:
  x = 2 ;
  t = UNLIMITED ;
variables:
  float f(t, x) ;
    f:units = "m\ns" ;
    f:range = 1, 2 ;
  double time(t) ;
    time:units = "days since 2000-01-01" ;
  string s(x) ;
  char c(t, x) ;
  pair p ;
  list l(x) ;
  sky k(x) ;
  raw r ;
data:
  f = 1, 2.5, NaN, _ ;
  time = 0, 1.5 ;
  s = "a\"\\", "é\001" ;
  c = "ab", "\377" ;
  p = {1, {2, 3}, {"q"}} ;
  l = {1, 2}, {} ;
  k = clear, fog ;
  r = 0X0A0B ;
group: g {
  variables:
    int64 n ;
  data:
    n = 123456789012345678 ;
  }
}
CDL
try ncfdump --json in.nc
ncfdump --json -h in.nc | python3 -c 'import json, sys; print("data" in str(json.load(sys.stdin)["variables"]["c"]))'
ncfdump --json -i -v time in.nc | grep data
ncgen -3 -o zero.nc <<'CDL'
netcdf zero { variables: double d ; d:a = -0.f, 0.f, 1e20f ; data: d = -0. ; }
CDL
ncfdump --json zero.nc | python3 -c '
import json, sys
variable = json.load(sys.stdin)["variables"]["d"]
print(variable["attributes"]["a"]["data"], variable["data"])'
