# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# tune compares neighbouring values of adjacent chunks, so it finds the bits that a copy keeps. If
# it reads all chunks, it compares the same values.
. "$NCF_CASES/prelude.sh"
export HDF5_PLUGIN_PATH=''
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(1)
shape = (6, 2, 30, 70)
base = 280 + random.normal(size=shape[2:])
time = numpy.arange(6)[:, None, None, None]
level = numpy.arange(2)[None, :, None, None]
values = base + 0.01 * time + level + 0.001 * random.normal(size=shape)
with netCDF4.Dataset("in.nc", "w") as dataset:
    for name, length in zip(("time", "level", "y", "x"), shape):
        dataset.createDimension(name, length)
    def add(name, chunks, kind="<f4", endian="little"):
        return dataset.createVariable(name, kind, ("time", "level", "y", "x"), chunksizes=chunks,
                                      endian=endian)
    add("whole", shape)[:] = values
    add("fields", (1, 1, 30, 70))[:] = values
    add("big", (1, 1, 30, 70), ">f4", "big")[:] = values
    add("rows", (1, 2, 1, 70))[:] = values
    add("short_end", (5, 2, 30, 70))[:] = values
    add("short", (2, 2, 3, 2))[:] = values
    add("plateaus", (4, 2, 7, 5))[:] = numpy.maximum(values, 280.5)
    add("gaps", (1, 2, 30, 70))[::2] = values[::2]
    add("first_two", (1, 2, 30, 70))[:2] = values[:2]
    one = dataset.createVariable("series", "f4", ("time",), chunksizes=(1,))
    one[:] = 1 + 0.01 * numpy.arange(6)
    dataset.createDimension("i", 1000)
    def add_line(name, chunk, line):
        dataset.createVariable(name, "f8", ("i",), chunksizes=(chunk,))[:] = line
    line = 10 * numpy.sin(numpy.arange(1000) / 10) + 0.01 * random.normal(size=1000)
    for chunk in (2, 4, 1000):
        add_line(f"line_{chunk}", chunk, line)
    add_line("whole_numbers", 2, numpy.round(line))
PYTHON
bits_along() {
  "$NCF_PYTHON" -c '
import json, sys
for one in json.load(sys.stdin)["variables"]:
    if any(along["bits"] for along in one["information"]):
        print(one["path"], [(along["dimension"], along["bits"], along["pairs"])
                            for along in one["information"]])'
}
names=whole,fields,big,rows,short_end,first_two,short,plateaus,series,whole_numbers
names=$names,line_2,line_4,line_1000
ncfinfo tune --json --information 99% -v $names in.nc | bits_along | sort >tuned
ncfcopy --plan --report=json -V $names --quantize '*,bitround,information=99%' in.nc no.nc \
  2>/dev/null | bits_along | sort >copied
cat tuned
diff tuned copied
ncfinfo tune --information 99% --per level -v fields in.nc | grep -o 'information per.*'

echo
echo 'A small sample of chunks with different lengths:'
ncfinfo tune --information 99% -v short_end --sample 1 in.nc | grep -o '^information along [a-z]*: [^;]*'

echo
echo 'A note names a dimension without neighbours:'
ncfinfo tune --information 99% -v gaps in.nc |
  grep -o -E '^(note.*|information along [a-z]*: [^;]*)'
ncfinfo tune --json --information 99% -v gaps in.nc |
  "$NCF_PYTHON" -c 'import json, sys; print(json.load(sys.stdin)["notes"])'
