# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The stored fill value of a variable of a user-defined type is kept even without a _FillValue:
# records appended later read as before, and chunks that were never written take no space.
. "$NCF_CASES/prelude.sh"
need ncdump
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy as np

state = h5py.enum_dtype({"off": 0, "on": 1, "unknown": 255}, basetype="u1")
pair = np.dtype([("x", ">i4"), ("y", "f4")])
FILLS = {"state": (state, 1), "pair": (pair, np.array((1, 2), pair)[()]), "raw": ("V3", np.void(b"abc")),
         "complex": ("<c8", 3 + 4j), "number": ("i4", 7)}
with h5py.File("in.nc", "w") as file:
    for name, (dtype, fill) in FILLS.items():
        for kind, settings in {"chunked": {"chunks": (2,)}, "whole": {},
                               "growing": {"chunks": (2,), "maxshape": (None,)}}.items():
            file.create_dataset(f"{name}_{kind}", (4,), dtype, fillvalue=fill, **settings)
PYTHON
try ncfcopy --verify in.nc out.nc
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("in.nc") as before, h5py.File("out.nc", "a") as after:
    for name, dataset in before.items():
        copy = after[name]
        assert copy.fillvalue == dataset.fillvalue, name
        assert (copy[:] == dataset[:]).all(), name
        if name.endswith("chunked"):
            assert copy.id.get_storage_size() == 0, name
        if name.endswith("growing"):
            copy.resize((6,))
            assert (copy[4:] == dataset[0]).all(), name
print("kept")
PYTHON
ncdump -v state_chunked,pair_growing,raw_whole out.nc | sed '1,/^data/d'
