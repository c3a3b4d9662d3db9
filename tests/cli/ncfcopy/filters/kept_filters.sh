# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A copy to another format notes the filters that it keeps and that common readers of that format
# lack.
. "$NCF_CASES/prelude.sh"
make_input
ncfcopy -k zarr -F 'v,zstd,3' -F 'w,shuffle|zlib,4' -F 'z,zstd,3' in.nc in.zarr
try ncfcopy in.zarr out.nc
filters_of out.nc
try ncfcopy --strict in.zarr strict.nc
test ! -e strict.nc
try ncfcopy -F '*,shuffle|deflate,5' in.zarr out.nc
try ncfcopy --strict -F 'v,zstd,3' -F none in.zarr out.nc
try ncfcopy -k zarr -F 'v,szip,nn,4' in.nc out.zarr
try ncfcopy -k nczarr -F 'v,szip,nn,4' in.nc out.nczarr
