# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Chunks that contradict the file's index are errors that name them, wherever values are read.
# Chunks at the edge that HDF5 does not filter on request are read unfiltered.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import ctypes
import struct
import zlib

import h5py
import numpy as np

values = np.arange(60, dtype="<i4").reshape(6, 10)
half = values[4:, :4].tobytes()


def make(name, **options):
    file = h5py.File(name, "w", libver="earliest")
    file.create_dataset("v", data=values, chunks=(4, 4), **options)
    return file


def key(chunk, stored_bytes=64):
    """Of a chunk that no filter was skipped for, in the index of the file."""
    return struct.pack("<IIQQQ", stored_bytes, 0, *chunk, 0)


def damage(name, before, after):
    make(name).close()
    with open(name, "r+b") as file:
        whole = file.read()
        file.seek(whole.index(before))
        file.write(after)


damage("short.nc", key((4, 0)), key((4, 0), len(half)))
with make("short_deflate.nc", compression="gzip") as file:
    file["v"].id.write_direct_chunk((4, 0), zlib.compress(half))
with make("short_unfiltered.nc", compression="gzip") as file:
    file["v"].id.write_direct_chunk((4, 0), half, filter_mask=1)

damage("lost.nc", key((4, 4)), key((4, 5000)))

hdf5 = ctypes.CDLL(h5py.h5p.__file__)
file = h5py.File("edges.nc", "w", libver="latest")
properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
properties.set_chunk((4, 4))
properties.set_deflate(5)
hdf5.H5Pset_chunk_opts(ctypes.c_int64(properties.id), ctypes.c_uint(2))
space = h5py.h5s.create_simple(values.shape)
dataset = h5py.h5d.create(file.id, b"v", h5py.h5t.STD_I32LE, space, properties)
dataset.write(h5py.h5s.ALL, h5py.h5s.ALL, values)
file.close()
PYTHON

for name in short short_deflate short_unfiltered lost; do
  try ncfdump $name.nc
  try ncfcopy --verify $name.nc out.nc
  try ncfcopy -F none $name.nc out.nc
  try ncfcopy -k nc3 $name.nc out.nc
  try ncfcopy -k zarr $name.nc out.zarr
done
try ncfcopy --kerchunk references.json short.nc
try ncfcopy --kerchunk references.json lost.nc
ls

try ncfcopy --verify edges.nc edges_copy.nc
ncdump -v v edges_copy.nc | tail -7
try ncfcopy --verify -F 'v,shuffle|deflate,1' edges.nc edges_shuffled.nc
ncdump -v v edges_shuffled.nc | tail -7
try ncfcopy --kerchunk references.json edges.nc
