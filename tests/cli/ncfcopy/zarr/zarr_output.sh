# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Zarr stores as outputs by suffix, by -k and by URL; existing files are not lost.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
cat >small.cdl <<'CDL'
netcdf small { dimensions: x = 3 ; variables: int v(x) ; data: v = 1, 2, 3 ; }
CDL
ncgen -4 -o small.nc small.cdl
try ncfcopy small.nc a.zarr
try ncfcopy -k zarr -F 'v,zstd,3' small.nc b
try ncfcopy small.nc 'file://c#mode=zarr,v3,file'
try ncfcopy small.nc 'file://d#mode=nczarr,file,consolidated'
try ncfcopy -k nczarr small.nc n.zarr
for store in a.zarr b c d n.zarr; do
  (cd "$store" && find . -type f | sort | sed "s,^\\.,$store,")
  ncfcopy -F none "$store" "$store.nc"
  cmp <(ncdump -n small "$store.nc") <(ncdump -n small small.nc)
done
# The plan shows the format and the reason; for the copy of a store, the name does not matter.
for arguments in 'small.nc e.zarr' 'small.nc e.zip' '-k nczarr small.nc e.zarr' 'n.zarr e.zarr' \
                 'small.nc file://e#mode=zarr,v3,file' 'b e.nc' '-F *,zstd b e'; do
  # shellcheck disable=SC2086
  (set -f; ncfcopy --plan $arguments | head -1)
done
try ncfcopy -k nc3 small.nc 'file://e#mode=zarr,file'
# netCDF-4 is also the data model of Zarr.
ncfcopy -k nc4 small.nc 'file://f#mode=zarr,file' && test -f f/.zgroup && echo is a store
try ncfcopy small.nc 'file://e#mode=nczarr,s3'
try ncfcopy small.nc 'e.zarr#mode=zarr'
try ncfcopy small.nc http://host/e
mkdir full
touch full/file
try ncfcopy -k zarr small.nc full
try ncfcopy -k zarr small.nc small.cdl
try ncfcopy -F 'v,lz4' small.nc a.zarr
ls -A
