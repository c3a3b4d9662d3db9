# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The bits that carry information: in the plan, in the report and in the file.
. "$NCF_CASES/prelude.sh"
need ncdump
"$NCF_PYTHON" - >in.cdl <<'PY'
import math
ny, nx = 60, 90
def row(y):
    return ", ".join(repr(round(280 + 9 * math.sin(y / 11) + 5 * math.cos(x / 17) + (x * 7919 + y * 104729) % 1009 / 4000, 4)) for x in range(nx))
print(f"netcdf in {{\ndimensions: y = {ny} ; x = {nx} ;\nvariables:\n  float t(y, x) ;\n  float flat(y, x) ;\n  float point ;\n  int i(x) ;\ndata:\n  t = " + ",\n".join(row(y) for y in range(ny)) + f" ;\n  flat = " + ", ".join(["2.7"] * (ny * nx)) + " ;\n  point = 1.1 ;\n}")
PY
ncfgen -4 -o in.nc in.cdl
ncfcopy --plan -j 2 --quantize '*,bitround,information=99%' in.nc out.nc
for threads in 1 3; do
  ncfcopy -j $threads --verify --report=json --quantize '*,bitround,information=99%' in.nc out.nc 2>/dev/null |
    "$NCF_PYTHON" -c '
import json, sys
for variable in json.load(sys.stdin)["variables"]:
    print(variable["path"], variable["quantized_by"], [(one["dimension"], one["bits"], one["pairs"], round(sum(one["information"]), 6)) for one in variable["information"]])'
done
ncdump -h out.nc | grep Quantize
try ncfcopy --quantize i,bitround,information=99% in.nc no.nc
for share in 0% -1% 101% 99 0.99 % nan% 99%x; do
  try ncfcopy --quantize "t,bitround,information=$share" in.nc no.nc
done
try ncfcopy --quantize t,granular,information=99% in.nc no.nc
try ncfcopy --strict --quantize point,bitround,information=99% in.nc no.nc
test ! -e no.nc

echo
echo 'Noise, and noise on a little of a wave:'
"$NCF_PYTHON" - <<'PY'
import numpy, netCDF4
random = numpy.random.default_rng(11)
with netCDF4.Dataset("noise.nc", "w") as dataset:
    for name, length in (("t", 10), ("y", 100), ("x", 100)):
        dataset.createDimension(name, length)
    def add(name, values):
        dataset.createVariable(name, "f8", ("t", "y", "x"))[:] = values
    for seed in range(8):
        add(f"noise{seed}", random.random((10, 100, 100)))
    wave = numpy.sin(numpy.arange(100) / 9)
    add("faint", random.normal(size=(10, 100, 100)) + 0.3 * wave)
PY
ncfcopy --plan --quantize '*,bitround,information=99%' noise.nc no.nc 2>&1 | grep '^ncfcopy: note'
ncfinfo tune --information 99% noise.nc | grep -E '^note|^information.*: [1-9]|^information along x: none' | sort | uniq -c

echo
echo 'The report says why; rounded values without a filter are worth a note:'
ncfcopy -V t --report -F '*,deflate,1' --quantize t,bitround,information=99% in.nc out.nc 2>&1 | grep -E 'rounded|note'
ncfcopy -V t --quantize t,error,0.01 --report in.nc out.nc 2>&1 | grep -E 'rounded|note'
