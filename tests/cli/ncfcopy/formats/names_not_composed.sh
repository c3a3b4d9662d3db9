# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# netCDF composes names: an accent that is a character of its own in HDF5 files becomes part of its
# letter.
. "$NCF_CASES/prelude.sh"
/usr/bin/python3 -c 'import h5py' 2>/dev/null || { echo "h5py is not here"; exit 77; }
/usr/bin/python3 - <<'PYTHON'
import h5py
with h5py.File("in.nc", "w") as file:
    group = file.create_group("e\u0301te\u0301")
    scale = group.create_dataset("a\u0302ge", data=[1, 2])
    scale.make_scale("a\u0302ge")
    values = group.create_dataset("n\u0303", data=[3, 4], chunks=(1,), compression=1)
    values.dims[0].attach_scale(scale)
PYTHON
for level in 1 2; do
  ncfcopy -d "$level" in.nc out.nc
  ncdump out.nc | python3 -c 'import sys; print(ascii(sys.stdin.read()))'
  rm out.nc
done
# Attributes, types and their members and fields, too; readers find what the copy was asked for.
/usr/bin/python3 - <<'PYTHON'
import h5py
import numpy
with h5py.File("parts.nc", "w") as file:
    file["ku\u0308nd"] = h5py.enum_dtype({"e\u0301": 1, "b": 2}, "i1")
    values = file.create_dataset("v", data=numpy.array([1, 2], "i1"), dtype=file["ku\u0308nd"])
    values.attrs["u\u0308"] = numpy.int32(1)
    pair = numpy.dtype([("e\u0301", "i4"), ("f", "f4")])
    file["pair"] = pair
    file.create_dataset("w", data=numpy.zeros(2, pair), dtype=file["pair"])
PYTHON
ncfcopy --verify parts.nc out.nc 2>&1 | python3 -c 'import sys; print(ascii(sys.stdin.read()))'
ncdump -h out.nc | python3 -c 'import sys; print(ascii(sys.stdin.read()))'
ncfinfo compare parts.nc out.nc | tail -1
