# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Anything else in place of a folder of chunks is an error, and does not read as fill values.
. "$NCF_CASES/prelude.sh"
ncfgen -k zarr3 -o in.zarr <<'CDL'
netcdf in {
dimensions:
  x = 3 ;
variables:
  int v(x) ;
  int s ;
data:
  v = 1, 2, 3 ;
  s = 4 ;
}
CDL
cp -r in.zarr whole.zarr
# try_with COMMAND...: puts something in place of v's chunks, and copies.
try_with() {
  rm -rf in.zarr/v/c
  "$@" in.zarr/v/c
  for output in out.nc out.zarr; do
    try ncfcopy --verify in.zarr "$output"
    test ! -e "$output"
  done
}
try_with ln -s /nowhere
try_with ln -s c
try_with cp in.zarr/zarr.json
try_with mkfifo
echo
echo 'A chunk:'
rm -rf in.zarr
cp -r whole.zarr in.zarr
rm in.zarr/s/c
mkfifo in.zarr/s/c
try ncfcopy in.zarr out.nc

echo
echo 'A folder in the place of a chunk or shard, and a file in that of a folder of chunks:'
ncfgen -k zarr2 -o v2.zarr <<'CDL'
netcdf in {
dimensions:
  x = 3 ;
  y = 2 ;
variables:
  int v(x) ;
  int w(x, y) ;
    w:_ChunkSizes = 2, 1 ;
  int s ;
data:
  v = 1, 2, 3 ;
  w = 1, 2, 3, 4, 5, 6 ;
  s = 4 ;
}
CDL
ncfcopy -k zarr3 v2.zarr v3.zarr
ncfcopy -k zarr3 --shards w:4,1 v2.zarr shards.zarr
# The same with the other separator.
cp -r v2.zarr slashes.zarr
sed -i 's/"dimension_separator": *"."/"dimension_separator":"\/"/' slashes.zarr/w/.zarray
for key in 0.0 0.1 1.0 1.1; do
  mkdir -p "slashes.zarr/w/${key%.*}"
  mv "slashes.zarr/w/$key" "slashes.zarr/w/${key/.//}"
done
cp -r v3.zarr dots.zarr
sed -i 's/"separator": *"\/"/"separator":"."/' dots.zarr/w/zarr.json
for key in 0/0 0/1 1/0 1/1; do mv "dots.zarr/w/c/$key" "dots.zarr/w/c.${key/\//.}"; done
rm -r dots.zarr/w/c
# replace STORE KEY COMMAND...: copies a store in which something else is in place of a key.
replace() {
  local store="$1" key="$2"
  shift 2
  rm -rf in.zarr out.*
  cp -r "$store" in.zarr
  cmp <(ncfdump -n same v2.zarr) <(ncfdump -n same in.zarr)
  rm -r "in.zarr/$key"
  "$@" "in.zarr/$key"
  for output in out.nc out.zarr; do try ncfcopy in.zarr "$output"; done
}
replace v2.zarr v/0 mkdir
replace v2.zarr w/1.0 mkdir
replace v2.zarr s/0 mkdir
replace slashes.zarr w/0/1 mkdir
replace slashes.zarr w/0 cp in.zarr/v/0
replace slashes.zarr w/0 mkfifo
replace v3.zarr w/c/1/1 mkdir
replace v3.zarr w/c/1 cp in.zarr/v/c/0
replace v3.zarr s/c mkdir
replace dots.zarr w/c.1.1 mkdir
replace shards.zarr w/c/0/1 mkdir
replace shards.zarr w/c/0 cp in.zarr/v/c/0
