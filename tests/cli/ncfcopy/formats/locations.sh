# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Inputs and outputs as URLs, and inputs whose names look like URLs. nccopy accepts file URLs of
# netCDF files neither as inputs nor as outputs.
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
# A file URL as output, with the format that its mode or its name implies; and URLs that are
# refused.
for url in file://out.nc file://out%20b.nc 'file://out.nc#mode=classic' file://out.zarr; do
  try ncfcopy in.nc "$url"
done
kind_of() { printf '%s: %s\n' "$1" "$(ncfinfo file "$1" | head -n 1)"; }
for name in out.nc 'out b.nc' out.zarr file://out%20b.nc; do kind_of "$name"; done
try ncfcopy -k nc4 in.nc 'file://out.nc#mode=classic'
try ncfcopy in.nc 'file://out.nc#mode=bytes,dap2'
try ncfcopy in.nc 'file://out.nc#mode=dap4'
try ncfcopy in.nc 'http://host/out.nc'
try ncfcopy in.nc 'file://no.zarr#mode=noxarray,file'
try ncfcopy in.nc 'file://no.zarr#mode=nczarr,v3,file'
# mode=noxarray ignores xarray's names of dimensions.
ncfcopy -V v -k zarr in.nc pure.zarr
ncfdump -h 'file://pure.zarr#mode=noxarray,file' | sed -n '/^dimensions/,/v(/p'
