# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A fill value that is a NaN of unusual bits, such as the negative one of x86, keeps its bits in all
# values, whether their chunks are stored or not. Zarr's own fill value is the usual NaN, which all
# readers accept.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy as np

nan = np.array([0xFFC01234], "u4").view("f4")
with h5py.File("in.nc", "w") as file:
    values = file.create_dataset("v", (6,), "f4", chunks=(2,), fillvalue=nan[0])
    values.attrs["_FillValue"] = nan
    values[0:1] = 1
    file.create_dataset("hidden", (6,), "f4", chunks=(2,), fillvalue=nan[0])[0:1] = 1
PYTHON
mkdir -p hex.zarr/v/c
printf '{"zarr_format":3,"node_type":"group"}' > hex.zarr/zarr.json
printf '{"zarr_format":3,"node_type":"array","shape":[6],"data_type":"float32","chunk_grid":{"name":
  "regular","configuration":{"chunk_shape":[2]}},"chunk_key_encoding":{"name":"default"},
  "fill_value":"0xffc01234","codecs":[{"name":"bytes","configuration":{"endian":"little"}}]}' > hex.zarr/v/zarr.json
printf '\0\0\200\077\064\022\300\377' > hex.zarr/v/c/0
for input in in.nc hex.zarr; do
  for kind in nc4 zarr zarr3 nczarr; do
    try ncfcopy --verify -k $kind $input out.$kind
    try ncfcopy --verify -k nc4 out.$kind back.nc
    "$NCF_PYTHON" -c 'import h5py
print({name: sorted(set(map(hex, v[:].view("u4").tolist()))) for name, v in h5py.File("back.nc").items() if v.dtype == "f4" and not name.startswith("x")})'
  done
done
