# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The same text as ncdump's for the options that change it, given in many ways.
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
