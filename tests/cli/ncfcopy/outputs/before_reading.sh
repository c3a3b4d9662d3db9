# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Errors in options and paths are reported before values are read for a rounding, which may take
# hours. Here, the values cannot be packed.
. "$NCF_CASES/prelude.sh"
ncgen -4 -o in.nc <<'CDL'
netcdf in { dimensions: x = 3 ; variables: double t(x) ; data: t = 0, 1, 1e9 ; }
CDL
packed=(--quantize 't,error,0.001,pack=int16')
try ncfcopy "${packed[@]}" in.nc out.nc
try ncfcopy "${packed[@]}" -c nosuch/4 in.nc out.nc
try ncfcopy "${packed[@]}" in.nc nosuch/out.nc
try ncfcopy --plan "${packed[@]}" in.nc nosuch/out.nc
try ncfcopy "${packed[@]}" -k nc4 --shards x/3 in.nc out.nc
