# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# HDF5 can have filters on strings, which encode only references to the texts. No output keeps them,
# which a note says unless -d 0 removes filters.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.h5", "w") as file:
    file.create_dataset("s", data=numpy.array(["a", "bc"], dtype=object),
                        dtype=h5py.string_dtype(), chunks=(2,), compression=1)
PYTHON
for kind in nc4 zarr; do
  for options in "" "-d 5" "-d 0"; do
    try ncfcopy $options -k $kind in.h5 "out.$kind"
    ncfdump "out.$kind" | grep 's = '
  done
done
try ncfcopy --plan -j 1 -k zarr in.h5 out.zarr
