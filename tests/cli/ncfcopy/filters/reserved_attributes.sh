# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Attributes with names that Zarr and NCZarr reserve: only these are left out, with a note.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("in.nc", "w") as file:
    group = file.create_group("g")
    variable = file.create_dataset("v", data=1)
    for name in "_NCProperties", "_ARRAY_DIMENSIONS", "_nczarr_array", "units":
        variable.attrs[name] = "mine"
    for name in "_NCProperties", "_nczarr_group", "title":
        group.attrs[name] = "mine"
PYTHON
for kind in zarr nczarr zarr3; do
  try ncfcopy --verify -k $kind in.nc out
  ncfdump out | grep mine
  rm -r out
done
try ncfcopy --strict -k zarr in.nc out
try ncfcopy --kerchunk refs.json in.nc
# _NCProperties is reserved only in the root.
mkdir -p in.zarr/v
echo '{"zarr_format":2}' >in.zarr/.zgroup
echo '{"_NCProperties":"of the file"}' >in.zarr/.zattrs
echo '{"zarr_format":2,"shape":[],"chunks":[],"dtype":"|u1","compressor":null,"filters":null,
  "fill_value":1,"order":"C"}' >in.zarr/v/.zarray
echo '{"_NCProperties":"mine"}' >in.zarr/v/.zattrs
for kind in zarr nczarr zarr3; do
  try ncfcopy --verify -k $kind in.zarr out
  ncfdump -h out | grep _NCProperties
  rm -r out
done
try ncfcopy --verify -k nc4 in.zarr out.nc
# The same with ncfgen.
echo 'netcdf x { variables: int v ; v:_nczarr_array = "mine" ; data: v = 1 ; }' >x.cdl
try ncfgen -k zarr -o out x.cdl
