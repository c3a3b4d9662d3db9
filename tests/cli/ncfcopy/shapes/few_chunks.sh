# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Of a billion chunks, a few are stored. Looking for each of the others would take many minutes.
# HDF5's indexes that are trees contain only those that are stored.
. "$NCF_CASES/prelude.sh"
need timeout
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py

def make(name, shape, chunks, maxshape, libver):
    with h5py.File(f"{name}.nc", "w", libver=libver) as file:
        values = file.create_dataset("v", shape, "i1", chunks=chunks, maxshape=maxshape,
                                     fillvalue=-127)
        values.attrs["_FillValue"] = values.dtype.type(-127)
        for place, value in places(shape):
            values[place] = value

def places(shape):
    first, last = (0,) * len(shape), tuple(length - 1 for length in shape)
    middle = tuple(length // 3 for length in shape)
    return [(first, 7), (middle, 6), (last, 5)]

square, line = (10**6, 10**6), (10**12,)
make("btree1", line, (1000,), (None,), "earliest")
make("btree2", square, (10, 100), (None, None), "latest")
PYTHON
cat >check.py <<'PYTHON'
import sys, h5py

with h5py.File(sys.argv[1]) as file:
    values = file["v"]
    shape = values.shape
    assert values[(0,) * len(shape)] == 7 and values[tuple(n // 3 for n in shape)] == 6
    assert values[tuple(n - 1 for n in shape)] == 5 and values[tuple(n // 2 for n in shape)] == -127
    assert values.id.get_num_chunks() == int(sys.argv[2]), values.id.get_num_chunks()
PYTHON
# copy INPUT OUTPUT OPTION...
copy() {
  timeout 60 ncfcopy "${@:3}" "$1" "$2" 2>notes || { echo "failed: $*" && cat notes; }
}
for name in btree1 btree2; do
  copy $name.nc out.nc --verify
  "$NCF_PYTHON" check.py out.nc 3
  copy $name.nc out.nc --verify -d 1
  "$NCF_PYTHON" check.py out.nc 3
  chunks="v:500"
  [[ $name == btree1 ]] || chunks="v:20,50"
  copy $name.nc out.nc --verify -c $chunks
  "$NCF_PYTHON" check.py out.nc 6
  copy $name.nc out.zarr --verify -k zarr
  copy out.zarr out.nc --verify -k nc4 -d 1
  "$NCF_PYTHON" check.py out.nc 3
  copy $name.nc out.zarr --verify -k zarr3
  copy out.zarr out.nc --verify -k nc4
  "$NCF_PYTHON" check.py out.nc 3
  timeout 60 ncfinfo file --json --pictures $name.nc >info || echo "ncfinfo: $name"
  timeout 60 ncfcopy --kerchunk refs.json $name.nc 2>notes || cat notes
  echo "$name: $(grep -c '"v/[0-9]' refs.json) references"
done
