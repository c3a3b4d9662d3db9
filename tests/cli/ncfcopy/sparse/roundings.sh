# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values that were never written are not read to find a rounding, and decide like those that are
# written: a sparse file gets the same roundings as one with all values, and one of 256 GB takes no
# time.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

SHAPE = (60, 300, 500)
CHUNKS = (7, 90, 130)
fields = numpy.random.default_rng(5).normal(280, 20, SHAPE).cumsum(axis=2).astype("f4")


def is_written(*chunk):
    return chunk[0] < 2 and sum(chunk) % 3 == 0


whole = numpy.full(SHAPE, 1.3, "f4")
places = [range(0, length, chunk) for length, chunk in zip(SHAPE, CHUNKS)]
with h5py.File("sparse.nc", "w", libver="latest") as file:
    v = file.create_dataset("v", SHAPE, "f4", chunks=CHUNKS, fillvalue=1.3)
    for i, x in enumerate(places[0]):
        for j, y in enumerate(places[1]):
            for k, z in enumerate(places[2]):
                if is_written(i, j, k):
                    box = numpy.s_[x:x + CHUNKS[0], y:y + CHUNKS[1], z:z + CHUNKS[2]]
                    v[box] = whole[box] = fields[box]
with h5py.File("whole.nc", "w", libver="latest") as file:
    file.create_dataset("v", data=whole, chunks=CHUNKS, fillvalue=1.3)
with h5py.File("large.nc", "w", libver="latest") as file:
    v = file.create_dataset("v", (2**18, 2**18), "f4", chunks=(512, 512), fillvalue=1.3)
    v[512, 512] = 280.25
PYTHON
for rounding in error,0.5 relative,0.01 bitround,information=99% error,2000,pack=int16; do
  echo "$rounding"
  for file in sparse whole large; do
    timeout 60 ncfcopy --plan --report=json -F 'v,shuffle|deflate,1' --quantize "v,$rounding" \
      $file.nc plan.nc 2>&1 |
      grep -A 18 'ncfcopy:\|"quantized_by"' | grep -v '"decodes"\|"chunk_count"\|_bytes"' >$file.txt
  done
  diff sparse.txt whole.txt && sed -n 's/^  *"quantized_/"quantized_/p' large.txt
done
