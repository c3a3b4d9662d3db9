# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Named types of HDF5 that are used in earlier groups, where netCDF does not find them, also beside
# a type of the same structure.
. "$NCF_CASES/prelude.sh"
/usr/bin/python3 -c 'import h5py' 2>h5py.log || { echo "h5py is not here"; exit 77; }
/usr/bin/python3 - <<'PYTHON'
import h5py
import numpy

FLAG = h5py.enum_dtype({"no": 0, "yes": 1}, basetype="i1")
with h5py.File("alone.h5", "w") as file, h5py.File("alike.h5", "w") as alike:
    alike["cloud"] = FLAG
    alike.create_dataset("cloudy", data=1, dtype=alike["cloud"])
    for one in file, alike:
        group = one.create_group("g")
        group["land"] = FLAG
        one.create_dataset("x", data=1, dtype=group["land"])
        one.attrs.create("flag", numpy.array(1, "i1"), dtype=group["land"])
        group.create_dataset("y", data=0, dtype=group["land"])

# Types inside types have no names.
PAIR = numpy.dtype([("c", "i4")])
with h5py.File("inside.h5", "w") as file:
    group = file.create_group("g")
    group["pair"] = PAIR
    file.attrs["a"] = numpy.zeros(1, [("x", PAIR)])
    group.attrs["b"] = numpy.zeros(1, [("y", PAIR)])

# Equal types without names, of which the nearest one is inside a named type.
with h5py.File("equal.h5", "w") as file:
    file.create_dataset("g/flag", data=1, dtype=FLAG)
    file["g/inner/pair"] = numpy.dtype([("flag", FLAG), ("z", "f4")])
PYTHON
for name in alone alike inside equal; do
  try ncfcopy --verify $name.h5 out.nc
  try ncfdump out.nc
  try ncfinfo compare $name.h5 out.nc
done
