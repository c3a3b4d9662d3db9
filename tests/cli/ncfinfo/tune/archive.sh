# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncfinfo tune of an archive: one recommendation, and a command that copies all files.
. "$NCF_CASES/prelude.sh"
# Which filters are best depends on their speed.
without_filters() { sed -E 's/^ncfcopy .* --verify/ncfcopy FILTERS --verify/'; }
mkdir -p 'my archive/2019'
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
for name, variable in (("a", "t2m"), ("2019/b", "t2m"), ("2019/c", "u10")):
    with netCDF4.Dataset(f"my archive/{name}.nc", "w") as file:
        file.createDimension("x", 100000)
        file.createVariable(variable, "i4", ("x",))[:] = [i // 50 for i in range(100000)]
PYTHON
echo "no netCDF" >'my archive/README'

ncfinfo tune 'my archive' >text
head -n 1 text | sed -E 's/[0-9.]+ [kM]B/SIZE/'
sed -n '/^all files/s/[0-9.]* [kM]*B/SIZE/gp' text | sed -E 's/[0-9]+ s /TIME /'
tail -n 1 text | without_filters
bash -c "$(tail -n 1 text)" 2>/dev/null
find 'my archive.packed' -name '*.nc' | sort
[ "$(stat -c %s 'my archive.packed/a.nc')" -lt "$(stat -c %s 'my archive/a.nc')" ]

ncfinfo tune --json 'my archive/a.nc' 'my archive/2019/c.nc' >report.json
"$NCF_PYTHON" - <<'PYTHON'
import json
with open("report.json", encoding="utf-8") as file:
    report = json.load(file)
print(report["files"], report["tuned_files"], report["command"][-2:])
print(report["expected_bytes"] < report["file_bytes"])
for variable in report["variables"]:
    assert [trial["chosen"] for trial in variable["trials"]].count(True) == 1, variable
    print(variable["paths"], variable["count"], variable["type"])
PYTHON
# If nothing can be improved, there is no command; files that cannot be read are named.
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
import numpy

with netCDF4.Dataset("noise.nc", "w") as file:
    file.createDimension("x", 100000)
    values = numpy.random.default_rng(1).integers(0, 2**32, 100000, "u4")
    file.createVariable("v", "u4", ("x",), chunksizes=(50000,))[:] = values
PYTHON
cp noise.nc again.nc
ncfinfo tune noise.nc again.nc | tail -n 1
cp 'my archive.packed/a.nc' packed.nc
cp packed.nc again.nc
echo "no netCDF" >broken.nc
try ncfinfo tune broken.nc absent.nc
ncfinfo tune packed.nc broken.nc >text 2>&1 || cat text
mkdir empty
try ncfinfo tune empty
try ncfinfo tune --all empty
try ncfinfo tune -v x packed.nc again.nc

echo
echo 'What the files have now is among what is compared, whether all have the same or not:'
mkdir now
ncfcopy -F '*,shuffle|deflate,9' packed.nc now/a.nc
ncfcopy -F '*,none' packed.nc now/c.nc
ncfinfo tune --json now/a.nc now/c.nc >report.json
"$NCF_PYTHON" -c '
import json
variable, = json.load(open("report.json"))["variables"]
present = [one for one in variable["trials"] if one["present"]]
print([(one["filters"], one["chosen"], one["stored_bytes"] > 400000) for one in present])'

echo
echo 'Variables that mean the same get the same filters, whatever they are called:'
mkdir mixed
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
import numpy as np

rng = np.random.default_rng(1)
y, x = np.meshgrid(np.linspace(0, 6, 100), np.linspace(0, 12, 200), indexing="ij")

def make(name, variables):
    with netCDF4.Dataset(f"mixed/{name}.nc", "w") as file:
        for dimension, length in (("t", None), ("y", 100), ("x", 200)):
            file.createDimension(dimension, length)
        for variable, kind, meaning in variables:
            values = file.createVariable(variable, kind, ("t", "y", "x"), chunksizes=(1, 100, 200))
            if meaning:
                values.standard_name = meaning
            for t in range(8):
                noise = rng.standard_normal(x.shape)
                values[t] = (rng.integers(0, 2**31, x.shape) if kind == "i4" else
                             280 + 20 * np.sin(y + t / 9) * np.cos(x) + 0.05 * noise)

make("era", [("t2m", "f4", "air_temperature"), ("seed", "i4", None)])
make("cmip", [("tas", "f4", "air_temperature"), ("ps", "f4", "surface_air_pressure")])
make("other", [("t2m", "f4", "air_temperature"), ("ps", "f8", "surface_air_pressure")])
PYTHON
# check OPTION...: tunes, runs the command that is printed, and compares all copies.
check() {
  rm -rf mixed.packed mixed.jsonl
  ncfinfo tune --goal size --json "$@" mixed >report.json
  ncfinfo tune --goal size "$@" mixed | tail -n 1 >command
  bash -eu command 2>notes || cat notes
  "$NCF_PYTHON" - "$*" <<'PYTHON'
import json
import os
import sys

with open("report.json", encoding="utf-8") as file:
    report = json.load(file)
print(sys.argv[1] or "exact")
for variable in report["variables"]:
    print("  ", *variable["paths"], variable["count"], variable["type"], variable["standard_name"],
          variable["rounding"])
real = sum(os.path.getsize(f"mixed.packed/{name}.nc") for name in ("era", "cmip", "other"))
assert abs(report["expected_bytes"] / real - 1) < 0.1, (report["expected_bytes"], real)
words = report["command"]
print("  ", [words[i + 1] for i, word in enumerate(words) if word == "--quantize"])
selectors = [words[i + 1].split(",")[0] for i, word in enumerate(words)
             if word in ("-F", "--quantize")]
assert ("--allow-absent" in words) == any(one != "*" for one in selectors), words
PYTHON
}
check
ncfinfo compare --journal mixed.jsonl >text && echo equal
check --error 't2m&tas,0.5'
ncfinfo compare --journal mixed.jsonl --error 't2m&tas,0.5' >text && echo within the limit
ncfinfo compare --journal mixed.jsonl --error 't2m&tas,0.01' >text || echo beyond another limit
check --information 99%
check --bits 9 --readers any --goal size

echo
echo 'From inside the folder, the copies go beside it:'
cd 'my archive'
ncfinfo tune . | tail -n 1 | without_filters
cd 2019
ncfinfo tune .. b.nc | tail -n 1 | without_filters
ncfinfo tune b.nc c.nc | tail -n 1 | without_filters

echo
echo 'A variable that has values of another kind in some files:'
mkdir kinds
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
import numpy
values = numpy.random.default_rng(1).normal(280, 5, 10000)
for name, type_, factor in (("float", "f4", 1), ("short", "i2", 10)):
    with netCDF4.Dataset(f"kinds/{name}.nc", "w") as file:
        file.createDimension("x", 10000)
        file.createVariable("v", type_, ("x",))[:] = (values * factor).astype(type_)
PYTHON
ncfinfo tune kinds | grep -o '^/v  *2  *[a-z]*'
ncfinfo tune kinds | tail -n 1 | without_filters
ncfinfo tune --error v,0.1 kinds | tail -n 1 | without_filters
ncfinfo tune --error v,0.1 --json kinds | "$NCF_PYTHON" -c '
import json, sys
report = json.load(sys.stdin)
print(report["command"], report["objection"][:12])'
echo 'The reason is one line, whatever names contain:'
mv kinds/short.nc $'kinds/short\necho RUN'
bash -c "$(ncfinfo tune --error v,0.1 kinds | tail -n 1)"
