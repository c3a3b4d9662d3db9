# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Variables large enough to be decoded chunk by chunk on many threads: the text equals ncdump's for
# any number of threads. Chunks are cut by rows, in either byte order, never written, or have
# filters in any order.
. "$NCF_CASES/prelude.sh"
need ncdump
/usr/bin/python3 -c 'import h5py' 2>/dev/null || { echo "h5py is not here"; exit 77; }
/usr/bin/python3 - <<'PYTHON'
import h5py
import numpy

numbers = numpy.random.default_rng(1).normal(280, 15, (400, 900))

with h5py.File("in.nc", "w") as file:
    file.create_dataset("rows", data=numbers.astype("f4"), chunks=(7, 900), compression="gzip",
                        shuffle=True)
    file.create_dataset("parts", data=numbers, chunks=(64, 100), compression="gzip",
                        fletcher32=True)
    file.create_dataset("swapped", data=(numbers * 100).astype(">i4"), chunks=(400, 64),
                        compression="gzip")
    holes = file.create_dataset("holes", (400, 900), "i4", chunks=(50, 900), compression="gzip",
                                fillvalue=-5)
    holes[100:120, 50:60] = 1
    file.create_dataset("texts", data=numpy.full((400, 900), b"x", "S1"), chunks=(50, 900),
                        compression="gzip")
    file.create_dataset("line", data=numbers.astype("f4").ravel(), chunks=(1000,),
                        compression="gzip")
PYTHON
ncdump in.nc > theirs.cdl
for threads in 1 2 5; do
  ncfdump -j "$threads" in.nc | cmp - theirs.cdl && echo "the same on $threads"
done
# Rows of chunks that are too large for memory are read in slabs.
printf 'netcdf wide { dimensions: x = 2 ; y = 2200000 ; variables: double v(x, y) ;
  v:_ChunkSizes = 1, 500000 ; v:_DeflateLevel = 1 ; data: v = 1, 2.5, 3 ; }' | ncfgen -o wide.nc -
ncdump wide.nc > wide.cdl
for threads in 1 3; do
  ncfdump -j "$threads" wide.nc | cmp - wide.cdl && echo "the same slabs on $threads"
done
