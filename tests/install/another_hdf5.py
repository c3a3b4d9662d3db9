# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""A libhdf5 that no other library in the process can see, as in the wheels of h5py and netCDF4,
writes with the plugins of a bundle, and no other libhdf5 is loaded.

    another_hdf5.py PLUGINS LIBHDF5 OUTPUT    LIBHDF5 has a soname of its own
"""

import ctypes
import sys
from ctypes import POINTER, c_char_p, c_float, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path

FILTERS = {"zstd": (32015, [3]), "bzip2": (307, [9]), "blosc": (32001, []), "lz4": (32004, []),
           "lzf": (32000, []), "bitshuffle": (32008, []), "zfp": (32013, [5, 0, 0, 0])}

plugins, library, output = sys.argv[1:]
hdf5 = ctypes.CDLL(library)


def function(name, result, *arguments):
    found = getattr(hdf5, name)
    found.restype, found.argtypes = result, arguments
    return lambda *given: require(found(*given), name)


def require(status, name):
    assert status >= 0, name
    return status


def constant(name):
    return c_int64.in_dll(hdf5, name).value


create_file = function("H5Fcreate", c_int64, c_char_p, c_uint, c_int64, c_int64)
create_space = function("H5Screate_simple", c_int64, c_int, POINTER(c_uint64), c_void_p)
create_list = function("H5Pcreate", c_int64, c_int64)
set_chunk = function("H5Pset_chunk", c_int, c_int64, c_int, POINTER(c_uint64))
set_filter = function("H5Pset_filter", c_int, c_int64, c_int, c_uint, c_size_t, c_void_p)
create_dataset = function("H5Dcreate2", c_int64, c_int64, c_char_p, *[c_int64] * 5)
write = function("H5Dwrite", c_int, *[c_int64] * 5, c_void_p)
flush = function("H5Fflush", c_int, c_int64, c_int)

function("H5open", c_int)()
function("H5PLprepend", c_int, c_char_p)(plugins.encode())
file = create_file(output.encode(), 2, 0, 0)
shape = (c_uint64 * 2)(20, 100)
space = create_space(2, shape, None)
for name in sorted(path.stem.removeprefix("libncf_") for path in Path(plugins).glob("*.so")):
    if name in FILTERS:
        identifier, parameters = FILTERS[name]
        creation = create_list(constant("H5P_CLS_DATASET_CREATE_ID_g"))
        set_chunk(creation, 2, shape)
        set_filter(creation, identifier, 0, len(parameters), (c_uint * 4)(*parameters))
        number = constant("H5T_NATIVE_FLOAT_g")
        dataset = create_dataset(file, name.encode(), number, space, 0, creation, 0)
        write(dataset, number, 0, 0, 0, (c_float * 2000)(*range(2000)))
flush(file, 1)
loaded = {line.split()[-1] for line in open("/proc/self/maps", encoding="utf-8")
          if "libhdf5" in line}
assert loaded == {library}, loaded
