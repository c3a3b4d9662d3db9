# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# _Shuffle, _DeflateLevel and _Fletcher32 do not state an order: a chain in another order than
# libnetcdf's, or with a filter twice, is in _Filter, and so is deflate of level 0, which _DeflateLevel
# does not ask for. ncfgen creates this chain; Debian's ncgen reads the text.
. "$NCF_CASES/prelude.sh"
skip_under_sanitizer "h5py cannot load our plugins"
need ncgen
need_python h5py
cat > chains.py <<'PYTHON'
"""make FILE: variables with chains in several orders; show FILE: their chains and sums."""
import sys

import h5py
import numpy

DEFLATE, SHUFFLE, FLETCHER32, BZIP2 = (1, (4,)), (2, (4,)), (3, ()), (307, (9,))
CHAINS = {
    "libnetcdfs": (FLETCHER32, SHUFFLE, DEFLATE),
    "h5pys": (SHUFFLE, DEFLATE, FLETCHER32),
    "shuffle_last": (DEFLATE, SHUFFLE),
    "checksum_last": (SHUFFLE, FLETCHER32),
    "others_first": (BZIP2, SHUFFLE),
    "others_last": (SHUFFLE, BZIP2),
    "stored": (SHUFFLE, (1, (0,))),
    "twice": (SHUFFLE, (1, (1,)), (1, (9,))),
}


def make(path):
    with h5py.File(path, "w") as file:
        file["x"] = numpy.arange(16, dtype="i4")
        file["x"].make_scale("x")
        for name, chain in CHAINS.items():
            properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            properties.set_chunk((16,))
            for filter_id, cd_values in chain:
                properties.set_filter(filter_id, 0, cd_values)
            space = h5py.h5s.create_simple((16,))
            dataset = h5py.h5d.create(file.id, name.encode(), h5py.h5t.STD_I32LE, space, properties)
            file[name][:] = numpy.arange(16)
            file[name].dims[0].attach_scale(file["x"])


def show(path):
    with h5py.File(path) as file:
        for name in [name for name in CHAINS if name in file]:
            properties = file[name].id.get_create_plist()
            filters = [properties.get_filter(i) for i in range(properties.get_nfilters())]
            print(name, [(one[0], one[2][:1]) for one in filters], int(file[name][:].sum()))


{"make": make, "show": show}[sys.argv[1]](sys.argv[2])
PYTHON
HDF5_PLUGIN_PATH="$NCF_PLUGINS" "$NCF_PYTHON" chains.py make in.nc
ncfdump -hs in.nc | sed -n 's/^\t\t//; /_Filter\|_Shuffle\|_Deflate\|_Fletcher32/p'
ncfdump -s in.nc > in.cdl
try ncfgen -o out.nc in.cdl
grep -v 'twice' in.cdl > once.cdl
try ncfgen -o out.nc once.cdl
HDF5_PLUGIN_PATH="$NCF_PLUGINS" "$NCF_PYTHON" chains.py show out.nc
ncfdump -s -n in out.nc | sed '/_Storage\|_NoFill/d; /^\/\/ global/,$d' > again.cdl
sed '/_Storage\|_NoFill/d; /^\/\/ global/,$d' once.cdl | cmp - again.cdl
HDF5_PLUGIN_PATH="$NCF_PLUGINS" ncgen -4 -o stock.nc once.cdl
HDF5_PLUGIN_PATH="$NCF_PLUGINS" "$NCF_PYTHON" chains.py show stock.nc
try ncfcopy in.nc out.nc
try ncfcopy -F twice,shuffle in.nc out.nc
# The numbers are those of ncdump.
echo 'netcdf s { dimensions: x = 64 ; variables: int v(x) ; v:_Filter = "bzip2|szip,nn,32" ; }' |
  ncfgen -4 -o szip.nc
ncfdump -hs szip.nc | sed -n 's/^\t\t//; /_Filter/p'
