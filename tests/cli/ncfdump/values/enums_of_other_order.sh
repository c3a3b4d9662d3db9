# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Numbers of an enumeration in the other byte order that are not members: libhdf5, and so h5dump,
# would turn each into -1.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

enum = h5py.enum_dtype({"A": 0, "B": 1, "M": -1}, basetype=">i2")
compound = numpy.dtype([("e", enum), ("x", "f4"), ("list", enum, (2,))])
with h5py.File("in.h5", "w") as file:
    file.create_dataset("v", data=numpy.array([0, 1, 5, 7, -1], ">i2"), dtype=enum, chunks=(5,))
    fields = numpy.zeros(2, compound)
    fields["e"] = [7, -1]
    fields["list"] = [[1, 9], [5, 0]]
    file.create_dataset("fields", data=fields)
    file.attrs.create("attribute", numpy.array([1, 300], ">i2"), dtype=enum)
    lists = file.create_dataset("lists", (2,), h5py.vlen_dtype(enum))
    lists[0] = numpy.array([1, 77], ">i2")
PYTHON
ncfdump in.h5 | sed -n '/^data:/,$p; /attribute/p'
for options in "" "-d 1 -s" "-k nc4 -c phony_dim_0/2"; do
  try ncfcopy --verify $options in.h5 out.nc
  ncfdump out.nc | sed -n '/^data:/,$p; /attribute/p' | cmp - <(ncfdump in.h5 | sed -n '/^data:/,$p; /attribute/p')
done
