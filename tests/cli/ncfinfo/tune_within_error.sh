# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# zfp keeps to the error allowed on exact values, or is left out with a note.
. "$NCF_CASES/prelude.sh"
test -e "$NCF_PLUGINS/libncf_zfp.so" || { echo "zfp is not built"; exit 77; }
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
z, y, x = numpy.mgrid[0:16, 0:64, 0:64]
noise = numpy.random.default_rng(1).normal(size=x.shape) / 20
field = (280 + 20 * numpy.sin(z / 20 + y / 40) * numpy.cos(x / 30) + noise).astype("f4")
with netCDF4.Dataset("in.nc", "w") as dataset:
    for name, length in zip("zyx", field.shape):
        dataset.createDimension(name, length)
    dataset.createVariable("smooth", "f4", ("z", "y", "x"), chunksizes=field.shape)[:] = field
    masked = dataset.createVariable("masked", "f4", ("z", "y", "x"), chunksizes=field.shape,
                                    fill_value=numpy.float32(9.96921e36))
    masked[:] = numpy.ma.masked_where((x % 16) == 3, field)
PYTHON
ncfinfo tune --goal size --readers any --error 0.01 in.nc >tuned.txt
grep -E '^(rounded|note|xarray)|^\* ' tuned.txt
ncfinfo tune --goal size --readers any --error 0.01 --all in.nc | grep -c zfp,accuracy
tail -n 1 tuned.txt | tee command
bash -eu command
"$NCF_PYTHON" - <<'PYTHON'
import numpy, h5py, subprocess
subprocess.run(["ncfcopy", "-F", "none", "in.tuned.nc", "plain.nc"], check=True)
with h5py.File("in.nc") as before, h5py.File("plain.nc") as after:
    for name in "smooth", "masked":
        print(name, numpy.abs(before[name][:].astype("f8") - after[name][:]).max() <= 0.01)
PYTHON
echo 'For stock readers, and other bounds:'
ncfinfo tune --all --goal size --error 0.01 in.nc | grep -c zfp || true
ncfinfo tune --all --goal size --readers any --digits 3 in.nc | grep -c zfp,accuracy || true
