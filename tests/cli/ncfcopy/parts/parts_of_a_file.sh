# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy leaves uninitialised memory in the variables that -v and -g do not name, and crashes on
# empty names.
. "$NCF_CASES/prelude.sh"
make_input
data() { ncdump "$1" | sed '1,/^data:/d' | grep -v '^$'; }
try ncfcopy -v z,c in.nc out.nc
data out.nc
cmp <(ncdump -n x -h in.nc) <(ncdump -n x -h out.nc)
try ncfcopy -3 -v /w in.nc out.nc
data out.nc
try ncfcopy -V z,c in.nc out.nc
ncdump -h out.nc | grep -E '\) ;'
data out.nc
try ncfcopy --plan -j 2 -v z in.nc none.nc
ncfcopy --report=json -v z in.nc reported.nc | grep '"route"'
ncgen -4 -o groups.nc <<'CDL'
netcdf groups {
types: byte enum kind { sea = 0, land = 1 } ;
dimensions: x = 2 ;
variables: int v(x) ;
data: v = 1, 2 ;
group: a {
  dimensions: y = 1 ;
  variables: int v(x, y) ; kind k(x) ;
  data: v = 3, 4 ; k = land, sea ;
  group: b { variables: float u(y) ; data: u = 5 ; }
}
group: c { variables: int v(x) ; data: v = 6, 7 ; }
}
CDL
try ncfcopy -v v,k groups.nc out.nc
ncdump out.nc | grep -E 'group:|=.*;$|u = '
try ncfcopy -V a/v,b/u groups.nc out.nc
ncdump out.nc | grep -E 'group:|=.*;$'
try ncfcopy -g /a groups.nc out.nc
ncdump out.nc | grep -E 'group:|=.*;$'
try ncfcopy -G /a/b groups.nc out.nc
ncdump out.nc | grep -E 'group:|=.*;$'
try ncfcopy -G b -F '**/u,zstd' groups.nc out.nc
filters_of out.nc
for options in "-v ''" '-v v,,z' '-v nosuch' "-g ''" '-G nosuch' '-V nosuch,v'; do
  eval "try ncfcopy $options in.nc out2.nc"
done
test ! -e out2.nc
