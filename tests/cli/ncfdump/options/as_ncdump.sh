# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The text equals ncdump's for the options that change it, given in many ways.
. "$NCF_CASES/prelude.sh"
make_input
make_input classic.nc -3
same() {
  cmp <(ncdump "$@") <(ncfdump "$@") && printf 'same: %s\n' "$*"
}
same in.nc
same -h in.nc
same -hs in.nc
same -hsF in.nc
same in.nc -c
same -v v,w in.nc
same -b c -l 30 in.nc
same -b Fortran in.nc
same -f c -v w in.nc
same -p 3 in.nc
same -p 3,4 -n 'a name' in.nc
same -d 2,2 in.nc
same -k in.nc
same -K in.nc
same -Xm -k in.nc
same -x classic.nc
same -t -- in.nc
same -l 0x20 in.nc
# A variable named like a dimension of another group is not a coordinate.
ncgen -4 -o groups.nc <<'CDL'
netcdf groups {
dimensions: y = 2 ;
variables: int y(y) ;
data: y = 8, 9 ;
group: a { dimensions: x = 2 ; variables: int x(x), v(x) ; data: x = 1, 2 ; v = 7, 7 ; }
group: b { variables: int x(y), y(y) ; data: x = 3, 4 ; y = 5, 6 ; }
}
CDL
same -c groups.nc
