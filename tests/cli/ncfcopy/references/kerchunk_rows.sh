# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Contiguous values of more than 2 GiB, numcodecs' limit, are referred to row by row, or in parts
# of the same size.
. "$NCF_CASES/prelude.sh"
/usr/bin/python3 -c 'import h5py' 2>/dev/null || { echo "h5py is not here"; exit 77; }
/usr/bin/python3 - <<'PYTHON'
import h5py

def write(name, shapes):
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    properties.set_fill_time(h5py.h5d.FILL_TIME_NEVER)  # the file stays sparse
    with h5py.File(name, "w") as file:
        for variable, shape in shapes.items():
            space = h5py.h5s.create_simple(shape)
            h5py.h5d.create(file.id, variable, h5py.h5t.STD_I8LE, space, properties)

write("rows.nc", {b"v": (3, 1000000000), b"w": (3000000000,)})
write("prime.nc", {b"v": (2147483659,)})
PYTHON
try ncfcopy --kerchunk refs.json rows.nc
try ncfcopy --kerchunk prime.json prime.nc
"$NCF_PYTHON" - <<'PYTHON'
import json

refs = json.load(open("refs.json"))["refs"]
print(json.loads(refs["v/.zarray"])["chunks"])
first = refs["v/0.0"][1]
for row in range(3):
    url, begin, size = refs[f"v/{row}.0"]
    print(row, begin - first, size)
print([refs[f"w/{part}"][2] for part in (0, 1)])
PYTHON
