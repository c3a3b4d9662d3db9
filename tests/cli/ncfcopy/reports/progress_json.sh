# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --progress=json is for programs: it prints lines on standard error, for one file and for many.
. "$NCF_CASES/prelude.sh"
ncgen -4 -o in.nc <<'CDL'
netcdf in { dimensions: x = 6 ; variables: int v(x) ; data: v = 1, 2, 3, 4, 5, 6 ; }
CDL
mkdir out
ncfcopy --progress=json -F none in.nc one.nc 2>lines
tail -n 1 lines
ncfcopy --progress=json --verify -F 'v,zstd,3' in.nc two.nc 2>lines
tail -n 1 lines
ncfcopy --progress=json --into out one.nc two.nc 2>lines
sed -En '1p;$p' lines | sed -E 's/"bytes(_done)?": [0-9]+/"bytes\1": N/g'
try ncfcopy --progress=xml in.nc three.nc
try ncfcopy --progress=json --no-progress in.nc three.nc
