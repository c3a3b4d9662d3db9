# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Variables that end before their dimension, with netCDF's fill value and with another one: elements
# beyond the end are fill values, a chunk that is too short is refused, and the plan states why
# values are copied one by one.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import zlib

import h5py
import numpy

for name, fill in (("netcdfs", None), ("its_own", 5.0)):
    for kind, values in (("whole", 10), ("short", 3)):
        with h5py.File(f"{name}_{kind}.h5", "w") as file:
            t = file.create_dataset("t", data=numpy.arange(8.0), maxshape=(None,), chunks=(8,))
            t.make_scale("t")
            v = file.create_dataset("v", (4,), "f8", maxshape=(None,), chunks=(10,),
                                    compression="gzip", fillvalue=9.969209968386869e36)
            v.dims[0].attach_scale(t)
            if fill:
                v.attrs["_FillValue"] = fill
            v.id.write_direct_chunk((0,), zlib.compress(numpy.arange(values, dtype="f8").tobytes()))
PYTHON
for name in netcdfs its_own; do
  try ncfdump -v v "${name}_whole.h5" | sed -n '/data:/,$p'
  ncfcopy --plan "${name}_whole.h5" out.nc | sed -n '/^\/v /p' | tr -s ' '
  try ncfcopy --verify "${name}_whole.h5" out.nc
  ncfdump -v v out.nc | sed -n '/data:/,$p'
  try ncfdump -v v "${name}_short.h5" | sed -n '/data:/,$p'
  try ncfcopy --verify "${name}_short.h5" short.nc
done
