# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Filters are optional only if "?" requests it, or if they are kept from the input.
. "$NCF_CASES/prelude.sh"
need h5ls h5dump
need_python h5py
make_input
cp -r "$NCF_BIN/../tests/plugins/pair" pair
# flags_of FILE: each filter's variable and id, with OPT if it is optional.
flags_of() {
  h5ls -v "$1" |
    awk '/^[a-z] / { name = $1 } /^ +Filter-/ { sub(/ *[{].*/, ""); sub(/.*-/, ""); print name, $0 }'
}
filters=(-F 'v,shuffle|zstd?,3' -F 'w,307?,9' -F 'z,lzf|fletcher32')
ncfcopy --plan "${filters[@]}" in.nc out.nc | grep -o '^/[vwz] .* -F [^ ]*'
ncfcopy "${filters[@]}" in.nc out.nc
flags_of out.nc
ncfinfo file out.nc | grep -o '^/[vwz] .*)'
ncfinfo file --json out.nc | grep '"flag"'
ncfdump -hs out.nc | grep -E '_(Filter|Shuffle)'
ncfdump -h --explain out.nc | grep '_Filter'

echo "-- kept as stored, in other chunks, with other filters"
ncfcopy out.nc kept.nc
flags_of kept.nc
ncfcopy -c v:2,2 -c w:2,2 -c z:2 out.nc rechunked.nc
diff <(flags_of out.nc) <(flags_of rechunked.nc)
ncfcopy --verify --report -F 'v,shuffle|zstd,3' out.nc requested.nc | grep '^/v'
flags_of requested.nc | grep '^v'

echo "-- mandatory ones of HDF5's own"
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("mandatory.h5", "w") as file:
    file.create_dataset("x", data=numpy.arange(64, dtype="f4")).make_scale("x")
    for name, id, cd_values in ("d", 1, (5,)), ("s", 4, (32 | 128, 8)):
        p = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        p.set_chunk((16,))
        p.set_filter(id, h5py.h5z.FLAG_MANDATORY, cd_values)
        space = h5py.h5s.create_simple((64,))
        h5py.h5d.create(file.id, name.encode(), h5py.h5t.NATIVE_FLOAT, space, p)
        file[name][...] = numpy.arange(64)
        file[name].dims[0].attach_scale(file["x"])
PYTHON
ncfcopy mandatory.h5 kept.nc
flags_of kept.nc
ncfcopy -c x/32 mandatory.h5 rechunked.nc
flags_of rechunked.nc

echo "-- a chunk that the filter cannot encode"
try ncfcopy --plugin-path pair -F v,400,0 in.nc failed.nc
ncfcopy --plugin-path pair -F "v,400?,0" in.nc skipped.nc
flags_of skipped.nc
echo "read without the filter:"
h5dump -d v skipped.nc | grep '(3,0)'
ncfdump -v v skipped.nc | grep 1,
ncfcopy --plugin-path pair -F "v,400?,5" in.nc applied.nc
flags_of applied.nc
try ncfdump -v v applied.nc | grep -E '^(ncfdump|exit)'
echo "variables that the filter cannot encode at all:"
try ncfcopy --plan --plugin-path pair -F "w,400?,0" in.nc failed.nc
try ncfcopy --plugin-path pair -F "w,400?,0" in.nc failed.nc
test ! -e failed.nc

echo "-- where there are none"
try ncfcopy -k zarr -F 'v,zstd?' in.nc out.zarr
test ! -e out.zarr
try ncfcopy -k zarr -F 'z,deflate?,4' out.nc out.zarr
ncfinfo file out.zarr | grep -o '^/[vwz] .*[0-9] B ' | sed 's/ *[0-9]* B.*//'
ncfdump -s out.nc | sed 's/v:_Filter = "32015/v:_Filter = "shuffle|32015?/; /_Shuffle/d' >text.cdl
grep 'v:_Filter' text.cdl
ncfgen -o made.nc text.cdl
flags_of made.nc | grep v
try ncfgen -l c text.cdl | grep -v "^ "
