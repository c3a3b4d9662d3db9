# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# HDF5 chunks that skipped filters: Zarr cannot express this, so they are stored with all filters.
# --verify checks that the values are the same.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import zlib

import h5py
import numpy

with h5py.File("in.nc", "w") as file:
    for name, length in ("y", 5), ("x", 7):
        file.create_dataset(name, data=numpy.arange(length, dtype="f4")).make_scale(name)

    def add(name, **filters):
        variable = file.create_dataset(name, data=numpy.arange(35, dtype="i4").reshape(5, 7),
                                       chunks=(2, 3), fillvalue=-1, **filters)
        variable.dims[0].attach_scale(file["y"])
        variable.dims[1].attach_scale(file["x"])
        return variable.id

    chunk = numpy.arange(100, 106, dtype="i4").tobytes()
    variable = add("v", compression="gzip", shuffle=True)
    variable.write_direct_chunk((0, 0), chunk, filter_mask=3)
    variable.write_direct_chunk((2, 3), zlib.compress(chunk), filter_mask=1)
    variable.write_direct_chunk((4, 6), chunk, filter_mask=3)  # ends beyond the dimensions
    add("sums", fletcher32=True).write_direct_chunk((0, 0), chunk, filter_mask=1)
PYTHON
values() { ncfdump -v v,sums "$1" | sed '1,/^data:/d'; }
for kind in zarr nczarr zarr3 nc4; do
  ncfcopy --verify -k $kind in.nc out
  cmp <(values in.nc) <(values out) || echo "$kind"
  ncfcopy --verify -c y/3,x/2 out back.nc
  cmp <(values in.nc) <(values back.nc) || echo "$kind and back"
  rm -r out
done
values in.nc
# With references, the chunks stay in the file.
try ncfcopy --kerchunk refs.json in.nc
test ! -e refs.json
