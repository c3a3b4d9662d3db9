# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What stands in place of a folder of chunks is an error, not an array of fill values.
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
# try_with COMMAND...: puts something in the place of v's chunks, and copies.
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
