# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# libhdf5 reads floats without bits as zeros.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" -c 'import h5py' 2>h5py.log || { echo "h5py is not here"; exit 77; }
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.h5", "w", libver="earliest") as file:
    file["v"] = numpy.array([1.5, 2.5], "f4")
    file["w"] = numpy.array([1.5, 2.5], "f8")
with open("in.h5", "r+b") as file:
    file.seek(file.read().index(b"\0\0\x20\0\x17\x08\0\x17\x7f\0\0\0") + 2)  # the precision of v
    file.write(b"\0\0")
PYTHON
try ncfdump in.h5
try ncfcopy -k nc4 in.h5 out.nc
test ! -e out.nc
