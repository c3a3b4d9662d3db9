# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# From whole fields to whole time series, with memory for a few fields: two passes, and a temporary
# file that disappears.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
import numpy

numbers = numpy.random.default_rng(1)
with netCDF4.Dataset("in.nc", "w") as file:
    for name, length in {"time": 100, "y": 90, "x": 110}.items():
        file.createDimension(name, length)
    grid = ("time", "y", "x")
    t = file.createVariable("t", ">f4", grid, zlib=True, endian="big", chunksizes=(1, 90, 110),
                            fill_value=-1)
    for i in range(100):
        if i % 7 != 3:  # the others stay missing
            t[i] = numbers.normal(280, 5, (90, 110)).round(1)
    file.createVariable("same", "i2", grid, zlib=True, chunksizes=(1, 90, 110))[:] = 5
PYTHON
series=(--max-memory 600K -c t:100,4,4)
try ncfcopy --plan "${series[@]}" in.nc out.nc
for threads in 1 2; do
  ncfcopy -j "$threads" --verify "${series[@]}" -F 't,zstd,1' in.nc "out$threads.nc"
done
cmp out1.nc out2.nc && echo "the same with one thread and with two"
same_data in.nc out1.nc && echo "the same data"
ncfcopy --quantize 't,bitround,9' --verify "${series[@]}" in.nc rounded.nc
ncfcopy --quantize 't,bitround,9' in.nc rounded_fields.nc
same_data rounded_fields.nc rounded.nc && echo "rounded alike"

trap '' XFSZ
(ulimit -f 600 && try ncfcopy -j 1 "${series[@]}" in.nc no.nc)
ls -A
