# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --verify decodes every chunk, also those that are copied as stored, so it finds damage in the
# input, with our kernels and with third-party plugins.
. "$NCF_CASES/prelude.sh"
make_input
need_python h5py
# flip FILE VARIABLE OFFSET: flips ten bytes in the middle of a stored chunk.
flip() {
  "$NCF_PYTHON" - "$@" <<'PYTHON'
import sys

import h5py

path, name, offset = sys.argv[1], sys.argv[2], tuple(int(part) for part in sys.argv[3].split(","))
with h5py.File(path, "r+") as file:
    dataset = file[name].id
    mask, stored = dataset.read_direct_chunk(offset)
    middle = len(stored) // 2
    damaged = bytes(byte ^ 0xFF for byte in stored[middle - 5:middle + 5])
    dataset.write_direct_chunk(offset, stored[:middle - 5] + damaged + stored[middle + 5:], mask)
PYTHON
}
for filters in zlib,4 fletcher32 'shuffle|bzip2,9'; do
  ncfcopy -c v:2,3 -F "v,$filters" in.nc damaged.nc
  flip damaged.nc v 2,0
  ncfcopy damaged.nc out.nc
  rm out.nc
  for threads in 1 2; do
    ncfcopy -j $threads --verify damaged.nc out.nc 2>&1 | sed 's/(2,0): .*/(2,0): .../'
    test ! -e out.nc
  done
done
try ncfcopy -c v:2,3 -F v,zlib,4 --verify in.nc whole.nc
try ncfcopy --verify whole.nc out.nc
try ncfcopy --verify --max-memory 100 whole.nc out.nc
# Chunks that only libhdf5 can decode must be decoded too, so their filter must be available.
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("unknown.nc", "w") as file:
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_chunk((2, 2))
    properties.set_filter(40000, h5py.h5z.FLAG_OPTIONAL, (1, 2))
    space = h5py.h5s.create_simple((4, 2))
    unknown = h5py.h5d.create(file.id, b"unknown", h5py.h5t.STD_I32LE, space, properties)
    for row in 0, 2:
        unknown.write_direct_chunk((row, 0), bytes(8), 0)
PYTHON
try ncfcopy unknown.nc out.nc
rm out.nc
try ncfcopy --verify --plan unknown.nc out.nc
try ncfcopy --verify unknown.nc out.nc
test ! -e out.nc
