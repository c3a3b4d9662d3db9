# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The information is counted along all dimensions even if chunks are large, and even if no tile has
# neighbours along all of them. If two chunks are too large, a note names the dimension.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(1)
with netCDF4.Dataset("in.nc", "w") as dataset:
    for name, length in (("time", 2), ("y", 1300), ("x", 2000), ("j", 5000), ("i", 3600),
                         ("level", 2), ("lat", 2900), ("lon", 3000)):
        dataset.createDimension(name, length)
    large = dataset.createVariable("large", "f4", ("time", "y", "x"), chunksizes=(1, 1300, 2000))
    base = 280 + random.normal(size=(1300, 2000))
    for time in range(2):
        large[time] = base + 0.01 * time + 0.001 * random.normal(size=base.shape)
    levels = dataset.createVariable("levels", "f4", ("time", "level", "lat", "lon"),
                                    chunksizes=(1, 1, 2900, 3000))
    base = 280 + random.normal(size=(2900, 3000))
    noise = 0.001 * random.normal(size=(3, *base.shape))
    for time in range(2):
        for level in range(2):
            levels[time, level] = base + 0.01 * (time + level) + noise[time + level]
    dataset.createVariable("too_large", "f4", ("time", "j", "i"), chunksizes=(1, 5000, 3600))
PYTHON
ncfcopy -j 1 --plan -V large --quantize '*,bitround,information=99%' in.nc no.nc 2>&1 |
  grep -o -E 'keeps 99.*|note.*carries.*|note.*counted.*'
ncfcopy -j 1 --plan -V levels --quantize '*,bitround,information=99%' in.nc no.nc 2>&1 |
  grep -o -E 'keeps 99.*|note.*counted.*'
ncfcopy -j 1 --plan -V too_large --quantize '*,bitround,information=99%' in.nc no.nc 2>&1 |
  grep -o -E 'note.*'
try ncfcopy -j 1 --max-memory 50M --plan -V large --quantize '*,bitround,information=99%' in.nc no.nc
