# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Zarr stores in folders are read without libnetcdf, by path or URL; arrays that cannot be read are
# named.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
cat >small.cdl <<'CDL'
netcdf small { dimensions: x = 3 ; variables: int v(x) ; data: v = 1, 2, 3 ; }
CDL
ncgen -4 -o 'file://small.zarr#mode=nczarr,file' small.cdl || exit 77
try ncfcopy small.zarr out.nc
ncdump -n small out.nc
rm out.nc
try ncfcopy 'file://small.zarr#mode=nczarr,file' out.nc
ncdump -n small out.nc | grep data -A 3
rm out.nc
try ncfcopy -r small.zarr out.nc
sed -i 's/"compressor": null/"compressor": {"id": "lzma"}/' small.zarr/v/.zarray
try ncfcopy small.zarr out.nc
mkdir v3.zarr
echo '{}' >v3.zarr/zarr.json
try ncfcopy v3.zarr out.nc
[[ ! -e out.nc ]]
