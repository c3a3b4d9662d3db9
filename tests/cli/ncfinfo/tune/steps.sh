# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The information of each step along a dimension: rough levels need fewer bits than smooth ones.
. "$NCF_CASES/prelude.sh"
export HDF5_PLUGIN_PATH=''
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(3)
y, x = numpy.meshgrid(numpy.arange(40), numpy.arange(80), indexing="ij")
smooth = 2 + numpy.sin(y / 9) * numpy.cos(x / 13)
with netCDF4.Dataset("in.nc", "w") as dataset:
    for name, length in (("level", 6), ("y", 40), ("x", 80)):
        dataset.createDimension(name, length)
    noise = random.normal(size=(6, 40, 80))
    rough = numpy.array([1e-4, 1e-4, 0.1, 0.1, 0.1, 100])[:, None, None]
    dataset.createVariable("t", "f4", ("level", "y", "x"), chunksizes=(3, 40, 80))[:] = (
        smooth + rough * noise)
    dataset.createVariable("many", "f4", ("x", "y"))[:] = (smooth * (1 + (x % 2) * noise[0])).T
    dataset.createVariable("surface", "f4", ("y", "x"))[:] = smooth + 1e-3 * noise[0]
PYTHON
ncfinfo tune --information 99% --per level in.nc | grep -E '^/|information per'
ncfinfo tune --information 99% --per x -v many in.nc | grep -o 'information per.*from'
ncfinfo tune --information 99% --per x -v many in.nc | grep -o '; --json and.*'
try ncfinfo tune --information 99% --per time in.nc
try ncfinfo tune --information surface,99% --per level in.nc
try ncfinfo tune --per level in.nc
mkdir archive
cp in.nc archive
try ncfinfo tune --information 99% --per level archive
