# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Names may contain control characters for terminals: messages, notes and tables show them escaped.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
with h5py.File("in.nc", "w") as file:
    steering = file.create_dataset("a\x1b[31m\nncfcopy: b", data=numpy.arange(3))
    steering.attrs.create("r\x1b[2J\u009b", file.ref, dtype=h5py.ref_dtype)
    file["naïve"] = numpy.arange(3)
PYTHON
try ncfdump -h in.nc
try ncfinfo file in.nc
try ncfcopy --plan -j 1 in.nc none.nc
cp in.nc $'in\x1b[2J\n.nc'
ncfdump -v nosuch $'in\x1b[2J\n.nc' 2>&1 || true
ncfcopy $'no\x07such.nc' out.nc 2>&1 || true
