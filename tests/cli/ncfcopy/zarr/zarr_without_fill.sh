# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If an array has no fill value, zarr-python 3 and xarray do not store chunks that contain only
# zeros: they read as 0, unless the array has a _FillValue.
. "$NCF_CASES/prelude.sh"
need ncdump
mkdir -p in.zarr/{i,f,filled}
echo '{"zarr_format":2}' > in.zarr/.zgroup
# array NAME DTYPE ATTRIBUTES
array() {
  printf '{"zarr_format":2,"shape":[3],"chunks":[2],"dtype":"%s","compressor":null,"filters":null,
    "fill_value":null,"order":"C"}' "$2" > "in.zarr/$1/.zarray"
  printf '{"_ARRAY_DIMENSIONS":["x"]%s}' "$3" > "in.zarr/$1/.zattrs"
}
array i '<i2' ''
array f '<f4' ',"missing_value":123456789.0,"valid_min":1e-60,"valid_max":0.1'
array filled '<i2' ',"_FillValue":-1'
printf '\0\0\7\0' > in.zarr/i/0
for kind in nc4 zarr zarr3 nczarr; do
  try ncfcopy --verify --strict -k $kind in.zarr $kind
  ncfdump -n x $kind | sed '1,/^variables/d'
done
ncdump nc4 | sed '1,/^data/d'
