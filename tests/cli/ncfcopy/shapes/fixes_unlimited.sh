# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -u in.nc out.nc
ncdump -h out.nc | grep 't = '
cmp <(ncdump -n x in.nc | sed '0,/^data:/d') <(ncdump -n x out.nc | sed '0,/^data:/d')
try ncfcopy -u -3 in.nc out3.nc
ncdump -h out3.nc | grep 't = '
ncgen -4 -o none.nc <<'CDL'
netcdf none { dimensions: t = UNLIMITED ; variables: int v(t) ; }
CDL
try ncfcopy -u none.nc out4.nc
ncdump -h out4.nc | grep 't = '
# Two dimensions that cannot be fixed.
ncgen -4 -o two.nc <<'CDL'
netcdf two { dimensions: t = UNLIMITED ; u = UNLIMITED ; variables: int v(t) ; int w(u) ; }
CDL
try ncfcopy -3 two.nc out5.nc
