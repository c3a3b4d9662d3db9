# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Types and groups that no copied variable needs do not restrict the kind of output; -G also copies
# the group of a type that is needed.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
types:
  byte enum unused { A = 1 } ;
  compound pair { int a ; int b ; } ;
dimensions:
  x = 2 ;
variables:
  int v(x) ;
  pair p(x) ;
data:
  v = 1, 2 ;
  p = {1, 2}, {3, 4} ;
group: a {
  types:
    ubyte enum kind { Z = 0, O = 1 } ;
    group: deeper {
      types:
        compound record { /a/kind k ; int i ; } ;
    }
}
group: b {
  dimensions:
    y = 3 ;
  variables:
    /a/kind k ;
  data:
    k = O ;
  group: inner {
    variables:
      int w(y) ;
        /a/deeper/record w:first = {O, 3} ;
    data:
      w = 1, 2, 3 ;
  }
}
group: c {
  variables:
    int u ;
  data:
    u = 5 ;
}
}
CDL
for kind in nc3 cdf5 nc7; do
  try ncfcopy --verify -k "$kind" -V v in.nc out.nc
  ncdump out.nc | sed '1d'
done
try ncfcopy -k zarr -V v in.nc out.zarr
try ncfcopy -k nc3 -V v,p in.nc out.nc
try ncfcopy -k nc3 -V v,/c/u in.nc out.nc
try ncfcopy -V v in.nc out.nc
ncdump -h out.nc | grep -c 'enum\|compound'
for groups in /b /b/inner /c /b,/c; do
  try ncfcopy --verify -G "$groups" in.nc out.nc
  ncdump out.nc | sed '1d'
done
