# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The input's filters on values that get another type: parameters that depend on the type are made
# anew, and filters that cannot encode packed values are left out, with a note.
. "$NCF_CASES/prelude.sh"
need ncgen
need_python h5py
skip_under_sanitizer "h5py cannot load our plugins"
ncgen -4 -o in.nc <<CDL
netcdf in {
dimensions: x = 100 ;
variables: float v(x) ; v:_ChunkSizes = 25 ;
data: v = $(seq -s ', ' 0 99) ;
}
CDL
pack=(--quantize v,error,0.01,pack=int16)
# chunks_of FILE...: prints the stored filters of v, the masks of its chunks, and the largest error.
chunks_of() {
  HDF5_PLUGIN_PATH="$NCF_PLUGINS:$NCF_BIN/../tests/plugins/floats" "$NCF_PYTHON" - "$@" <<'PYTHON'
import sys

import h5py
import numpy

for name in sys.argv[1:]:
    with h5py.File(name) as file:
        v = file["v"]
        plist = v.id.get_create_plist()
        filters = [plist.get_filter(i)[::2] for i in range(plist.get_nfilters())]
        masks = {v.id.get_chunk_info(i).filter_mask for i in range(v.id.get_num_chunks())}
        values = v[:] * v.attrs.get("scale_factor", 1) + v.attrs.get("add_offset", 0)
        print(name, v.dtype, v.chunks, filters, masks, abs(values - numpy.arange(100)).max() < 0.02)
PYTHON
}

for filters in blosc shuffle\|deflate,1 zfp,accuracy=0.001 scaleoffset,digits=3\|deflate,1; do
  quietly ncfcopy -F "v,$filters" in.nc filtered.nc
  try ncfcopy --verify "${pack[@]}" filtered.nc packed.nc
  chunks_of packed.nc
done
ncfcopy -j 1 --plan "${pack[@]}" filtered.nc planned.nc 2>/dev/null | sed -n 's|^/v .* 25 *||p'

echo "-- a filter that only its plugin knows, which stores the size of a value"
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/floats"
quietly ncfcopy -F v,409,90 in.nc filtered.nc
try ncfcopy --verify "${pack[@]}" filtered.nc packed.nc
try ncfcopy --verify "${pack[@]}" -c x/40 filtered.nc rechunked.nc
chunks_of filtered.nc packed.nc rechunked.nc
unset HDF5_PLUGIN_PATH

echo "-- a codec of Zarr"
quietly ncfcopy -F v,zfp,accuracy=0.001 in.nc in.zarr
try ncfcopy --verify "${pack[@]}" in.zarr packed.zarr
ncfdump -hs packed.zarr | grep -e short -e _Codecs -e _Filter

echo "-- numbers that netCDF does not have"
HDF5_PLUGIN_PATH="$NCF_PLUGINS" "$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("half.h5", "w") as file:
    file.create_dataset("v", data=numpy.arange(100, dtype="f2"), chunks=(25,), compression=32001,
                        compression_opts=(0, 0, 0, 0, 5, 1, 0))
PYTHON
quietly ncfcopy half.h5 floats.nc
chunks_of floats.nc
