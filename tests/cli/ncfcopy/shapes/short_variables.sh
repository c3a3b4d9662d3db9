# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If a dataset ends before an unlimited dimension of its variable, netCDF reads HDF5's fill value,
# which may differ from _FillValue. Copies read the same on every route.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.nc", "w") as file:
    time = file.create_dataset("time", data=numpy.arange(6.0), maxshape=(None,), chunks=(4,))
    time.make_scale("time")
    for name, fill, attribute in (("filled", 7, None), ("both", 7, 99), ("named", None, 99),
                                  ("equal", 7, 7), ("neither", None, None)):
        variable = file.create_dataset(name, data=[1, 2, 3], dtype="i4", maxshape=(None,),
                                       chunks=(4,), fillvalue=fill)
        variable.dims[0].attach_scale(time)
        if attribute is not None:
            variable.attrs["_FillValue"] = numpy.array([attribute], "i4")
    # A coordinate variable is as long as its dimension in copies, and nothing fills this one.
    unfilled = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    unfilled.set_chunk((4,))
    unfilled.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    space = h5py.h5s.create_simple((3,), (h5py.h5s.UNLIMITED,))
    h5py.h5d.create(file.id, b"level", h5py.h5t.IEEE_F64LE, space, unfilled)
    level = file["level"]
    level[:] = [10, 20, 30]
    level.make_scale("level")
    longer = file.create_dataset("longer", data=numpy.arange(5), maxshape=(None,), chunks=(4,))
    longer.dims[0].attach_scale(level)
PYTHON
ncfdump in.nc | sed -n '/data:/,$p'
values() { ncfdump --json "$1" | "$NCF_PYTHON" -c '
import json, sys
print({n: v["data"] for n, v in json.load(sys.stdin)["variables"].items()})'; }
for options in "" "-d 1" "-c time/3" "-u" "-k zarr3" "-k nczarr"; do
  rm -rf out
  ncfcopy --verify $options in.nc out
  echo "with '$options':"
  values out
done
