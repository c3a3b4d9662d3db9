# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# libhdf5 reads numbers without bits as zeros, and does not check that the bits are within the bytes.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

FLOAT = b"\0\0\x20\0\x17\x08\0\x17\x7f\0\0\0"  # offset, precision, exponent, fraction, bias
INTEGER = b"\0\0\x10\0"  # of 2 bytes: offset, precision

def damage(path, number, known, damaged):
    with h5py.File(path, "w", libver="earliest") as file:
        file["good"] = numpy.array([1.5, 2.5], "f8")
        file["v"] = numpy.array([1, 2], number)
    with open(path, "r+b") as file:
        data = file.read()
        assert data.count(known) == 1, data.count(known)
        file.seek(data.index(known))
        file.write(damaged)

damage("none.h5", "f4", FLOAT, b"\0\0\0\0" + FLOAT[4:])
damage("large.h5", "f4", FLOAT, b"\0\0\xff\x7f" + FLOAT[4:])
damage("few.h5", "f4", FLOAT, b"\0\0\x1f\0" + FLOAT[4:])
damage("integer.h5", "i2", b"\x02\0\0\0" + INTEGER, b"\x02\0\0\0\0\0\0\0")
PYTHON
# HDF5 2.2 finds numbers without bits itself, and says so in other words.
for name in none large few integer; do
  {
    try ncfdump $name.h5
    try ncfcopy -k nc4 $name.h5 out.nc
  } | sed -E 's/(its type has|HDF5: .*) 0 bits.*|HDF5: precision is zero.*/it has no bits/'
  test ! -e out.nc
done
