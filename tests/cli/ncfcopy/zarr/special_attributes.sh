# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Attributes with special names where these have no special meaning: they are left out with a note.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import json
from pathlib import Path

SPECIAL = {"_nczarr_array": "mine", "_nczarr_maxstrlen": 3, "_NCZARR_MINE": {"a": 1},
           "_nczarr_attr": {"a": 1}}


def array_v3(attributes, **members):
    return json.dumps({
        "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "int8",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": [{"name": "bytes"}],
        "attributes": attributes, **members})


for array in "v", "w", "same":
    Path("three.zarr", array).mkdir(parents=True)
Path("three.zarr/zarr.json").write_text(json.dumps({
    "zarr_format": 3, "node_type": "group", "attributes": {"_ARRAY_DIMENSIONS": ["q"]}}))
Path("three.zarr/v/zarr.json").write_text(array_v3({"_ARRAY_DIMENSIONS": ["q"], **SPECIAL}))
Path("three.zarr/w/zarr.json").write_text(
    array_v3({"_ARRAY_DIMENSIONS": ["q"]}, dimension_names=["x"]))
Path("three.zarr/same/zarr.json").write_text(
    array_v3({"_ARRAY_DIMENSIONS": ["x"]}, dimension_names=["x"]))

Path("two.zarr/v").mkdir(parents=True)
Path("two.zarr/.zgroup").write_text('{"zarr_format": 2}')
Path("two.zarr/.zattrs").write_text(json.dumps(
    {"_ARRAY_DIMENSIONS": ["q"], "_nczarr_superblock": 1, "_NCProperties": "of the file"}))
Path("two.zarr/v/.zarray").write_text(json.dumps({
    "zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "|i1", "order": "C", "fill_value": 0,
    "filters": None, "compressor": None}))
Path("two.zarr/v/.zattrs").write_text(json.dumps({"_ARRAY_DIMENSIONS": ["x"], **SPECIAL}))
PYTHON
for store in three two; do
  for kind in zarr3 nc4; do
    try ncfcopy --verify -k $kind $store.zarr out
    try ncfcopy --verify --strict -k zarr out again
    rm -r out again
  done
done
try ncfcopy --strict three.zarr out
# Groups and variables of HDF5 files.
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("in.h5", "w") as file:
    group = file.create_group("g")
    variable = file.create_dataset("v", data=1)
    file.attrs["_NCProperties"] = "mine"
    for owner in file, group, variable:
        owner.attrs["_nc3_strict"] = 5
    for owner in file, group:
        owner.attrs["_Netcdf4Dimid"] = 3
        owner.attrs["_Netcdf4Coordinates"] = [3]
        owner.attrs["CLASS"] = "DIMENSION_SCALE"
PYTHON
for kind in nc4 zarr; do
  try ncfcopy --verify -k $kind in.h5 out
  ncfdump -h out
  rm -r out
done
