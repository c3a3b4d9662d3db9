# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A Zarr store is replaced completely, and only if everything in its folder belongs to a store: a
# user's own files are not lost.
. "$NCF_CASES/prelude.sh"
make_input
echo 'netcdf x { dimensions: x = 2 ; variables: int v(x) ; data: v = 1, 2 ; }' >x.cdl
# Stores of all kinds and writers, with files that systems and zarr-python leave in them.
for kind in zarr nczarr zarr3; do
  ncfcopy -k $kind -c v:2,2 in.nc old
  touch old/.DS_Store old/._.zattrs old/v/.nfs00000001 old/.ncfcopy-journal
  touch old/v/0.0.0123456789abcdef0123456789abcdef.partial
  ncfcopy -k $kind in.nc old
  rm -r old
done
mkdir -p old/group/nested/0/12 old/v3/c/0 old/flat/empty
touch old/.zgroup old/.zmetadata old/.zattrs old/.nczarr old/group/.nczgroup
touch old/group/nested/{.zarray,0/12/3} old/v3/{zarr.json,c/0/1} old/flat/{.zarray,0,10.2}
echo '{"zarr_format": 3, "node_type": "array"}' >old/v3/zarr.json
ncfcopy -k zarr in.nc old
# Anything else is kept.
for stray in notes.txt v/notes.txt v/0.0.orig v/0/a v/1..2 0.0 deep/er/in.nc .hidden deep/c/0; do
  mkdir -p "$(dirname "old/$stray")"
  echo mine >"old/$stray"
  ncfcopy -k zarr in.nc old && echo replaced
  cat "old/$stray"
  rm -rf old/deep old/v/0 "old/$stray"
done 2>&1
ln -s ../in.nc old/v/9.9
mkfifo old/v/8.8
try ncfcopy --plan -k zarr in.nc old
rm old/v/8.8
try ncfcopy -k zarr in.nc old
try ncfgen -k zarr -o old x.cdl
rm old/v/9.9
try ncfgen -k zarr -o old x.cdl
# In Zarr v3, groups have no chunks.
ncfcopy -k zarr3 in.nc groups
echo mine >groups/0
try ncfcopy -k zarr3 in.nc groups
