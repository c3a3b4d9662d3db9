# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A variable with a missing filter or a damaged chunk is named; values read before are kept, the
# other variables are printed, and the text is still CDL. The message for a missing filter is that
# of ncfcopy.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
export HDF5_PLUGIN_PATH=''
/usr/bin/python3 -c 'import h5py' 2>/dev/null || { echo "h5py is not here"; exit 77; }
/usr/bin/python3 - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.nc", "w") as file:
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_chunk((2, 2))
    properties.set_filter(40000, h5py.h5z.FLAG_OPTIONAL, (1, 2))
    space = h5py.h5s.create_simple((4, 2))
    unknown = h5py.h5d.create(file.id, b"unknown", h5py.h5t.STD_I32LE, space, properties)
    unknown.write_direct_chunk((0, 0), bytes(8), 0)
    damaged = file.create_dataset("damaged", (200, 10000), "i4", chunks=(150, 10000),
                                  compression="gzip")
    damaged[:150] = 7
    damaged.id.write_direct_chunk((150, 0), b"no stream", 0)
    file["whole"] = numpy.arange(3, dtype="i4")
PYTHON
status=0
ncfdump in.nc > out.cdl 2> errors || status=$?
sed -n '/^data:/,$p' out.cdl | grep -v '^ *7,'
cat errors
echo "exit status $status"
ncgen -4 -o again.nc out.cdl
ncdump -v whole again.nc | tail -n 3
# The same in JSON: null for the first missing value, and no data for a variable that cannot be read
# at all.
ncfdump --json in.nc >out.json 2>errors || echo "exit status $?"
cat errors
"$NCF_PYTHON" - <<'PYTHON'
import json

variables = json.load(open("out.json"))["variables"]
damaged = variables["damaged"]["data"]
print(len(damaged), {len(row) for row in damaged[:-1]}, damaged[-1], damaged[0][0])
print("data" in variables["unknown"], variables["whole"]["data"])
PYTHON
