# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Groups and arrays in the folder of an array are left out, and named: Zarr does not allow them.
. "$NCF_CASES/prelude.sh"
printf 'netcdf in { dimensions: x = 2 ; variables: int a(x) ; int b(x) ; data: a = 1, 2 ; b = 3, 4 ; }' |
  ncfgen -4 -o in.nc
ncfcopy -k zarr in.nc v2.zarr
ncfcopy -k zarr3 in.nc v3.zarr
for store in v2.zarr v3.zarr; do
  # Folders of chunks, of other programs and hidden ones are nothing to note.
  mkdir -p $store/a/{figures/empty,.git,7/1,folder}
  try ncfcopy --strict $store out.nc
  mv $store/b $store/a/folder/b
  try ncfcopy $store out.nc
  try ncfcopy --strict $store out.nc
  rm -r $store/a/folder
done
# An array that is also a group is an array.
mkdir v2.zarr/a/{group,copied}
for folder in . group; do echo '{"zarr_format":2}' >v2.zarr/a/$folder/.zgroup; done
cp v2.zarr/a/.zarray v2.zarr/a/group/
try ncfdump -v a v2.zarr
# The root may be an array. Consolidated metadata also name arrays.
cp v3.zarr/zarr.json group.json
cp -r v3.zarr/a root.zarr
mkdir root.zarr/inner
cp group.json root.zarr/inner/zarr.json
try ncfdump -h root.zarr
rm -r v2.zarr/a/{group,.zgroup}
echo '{"metadata":{"a/copied/.zgroup":{"zarr_format":2}}}' >v2.zarr/.zmetadata
try ncfdump -h v2.zarr
