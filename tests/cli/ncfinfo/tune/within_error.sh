# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# zfp stays within the allowed error on exact values, or is left out with a note.
. "$NCF_CASES/prelude.sh"
test -e "$NCF_PLUGINS/libncf_zfp.so" || { echo "zfp is not built"; exit 77; }
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
import numpy

z, y, x = numpy.mgrid[0:16, 0:64, 0:64]
field = (20 * numpy.sin(x * y / 300 + z / 5) + 30 * numpy.cos((x - y) / 11 + z * z / 90)).astype("f4")
with netCDF4.Dataset("in.nc", "w") as dataset:
    for name, length in zip("zyx", field.shape):
        dataset.createDimension(name, length)

    def create(name, chunks):
        return dataset.createVariable(name, "f4", ("z", "y", "x"), chunksizes=chunks,
                                      fill_value=numpy.float32(9.96921e36))

    create("smooth", field.shape)[:] = field
    create("masked", field.shape)[:] = numpy.ma.masked_where((x % 16) == 3, field)
    # A whole chunk of one value that zfp cannot keep.
    undefined = numpy.where(z < 8, field, numpy.float32("nan"))
    create("undefined", (8, 64, 64))[:] = undefined
PYTHON
ncfinfo tune --goal size --readers any --error 0.01 in.nc >tuned.txt
grep -E '^note' tuned.txt
ncfinfo tune -v smooth --goal size --readers any --error 0.01 in.nc |
  grep -E -o '^(rounded|xarray|ncfcopy).*|^[*] +[^ ]*'
echo
echo 'The copy, read back:'
tail -n 1 tuned.txt >command
bash -eu command
"$NCF_PYTHON" - <<'PYTHON'
import subprocess

import h5py
import numpy

subprocess.run(["ncfcopy", "-F", "none", "in.tuned.nc", "plain.nc"], check=True)
with h5py.File("in.nc") as before, h5py.File("plain.nc") as after:
    for name in "smooth", "masked", "undefined":
        values, copied = before[name][:].astype("f8"), after[name][:]
        assert numpy.array_equal(numpy.isnan(values), numpy.isnan(copied)), name
        print(name, numpy.nanmax(numpy.abs(values - copied)) <= 0.01)
PYTHON
echo
echo 'For stock readers, and other bounds:'
ncfinfo tune --all --goal size --error 0.01 in.nc | grep -c zfp || true
ncfinfo tune --all --goal size --readers any --digits 3 in.nc | grep -c zfp,accuracy || true
