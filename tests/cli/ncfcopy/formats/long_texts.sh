# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Strings of fixed length stay within the memory limit, even if each is long: they are read in
# pieces, also if a row is longer than a piece, and beyond the end of the dataset.
. "$NCF_CASES/prelude.sh"
skip_under_sanitizer "it needs all address space"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.h5", "w") as file:
    long = file.create_dataset("long", (3, 7000), "S50000", chunks=(1, 100))
    for row, column in ((0, 0), (1, 167), (1, 168), (2, 6999)):
        long[row, column] = b"at %d, %d" % (row, column)
PYTHON
(ulimit -v 600000; ncfcopy --max-memory 50M in.h5 out.nc)
"$NCF_PYTHON" - <<'PYTHON'
import h5py

values = h5py.File("out.nc")["long"][()]
print([(index, values[index]) for index in [(0, 0), (0, 1), (1, 167), (1, 168), (2, 6999)]])
print(sum(value != b"" for value in values.ravel()))
PYTHON
