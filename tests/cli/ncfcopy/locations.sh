# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Inputs as URLs and under names that look like URLs. nccopy opens no file URL of a netCDF file.
. "$NCF_CASES/prelude.sh"
make_input
mkdir -p file:
for name in 'a#mode=zarr' 'a:b?c' 'file:/d.nc'; do
  cp in.nc "$name"
  try ncfcopy -F none "$name" out.nc
  cmp <(ncdump -n in in.nc) <(ncdump -n in out.nc)
  rm out.nc
done
try ncfcopy -F none 'file://in.nc#mode=bytes' out.nc
cmp <(ncdump -n in in.nc) <(ncdump -n in out.nc)
try ncfcopy -F none file://in.nc in.nc
try ncfcopy -F none file://missing.nc out.nc
try ncfcopy -F none htp://host/in.nc out.nc
try ncfcopy -F none 'dods://host/in.nc#zarr' out.nc
