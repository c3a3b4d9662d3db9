# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If the original is kept, an older file with the output's name would be mistaken for the copy.
. "$NCF_CASES/prelude.sh"
need ncgen
echo 'netcdf a { dimensions: x = 3 ; variables: int v(x) ; data: v = 1, 2, 3 ; }' | ncgen -3 -o in.nc
try ncfcopy --if-smaller=none -k nc4 in.nc out.nc
ls out.nc 2>/dev/null || echo "no output"
echo older >out.nc
try ncfcopy --if-smaller=none -k nc4 in.nc out.nc 2>&1
cat out.nc
try ncfcopy --if-smaller=copy -k nc4 in.nc out.nc
cmp in.nc out.nc && echo "the original"
