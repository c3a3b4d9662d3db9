# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Recommendations for a file and a command that applies them, with and without rounding.
. "$NCF_CASES/prelude.sh"
export HDF5_PLUGIN_PATH=''
need ncgen ncdump
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(1)
with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("t", 8)
    dataset.createDimension("x", 1000)
    dataset.createVariable("s", "i4")[...] = 1
    dataset.createVariable("x", "f8", ("x",))[:] = numpy.arange(1000) / 3
    dataset.createVariable("zero", "i4", ("t", "x"))[:] = 0
    noise = dataset.createVariable("noise", "u1", ("t", "x"))
    noise[:] = random.integers(0, 256, size=(8, 1000))
    t2m = dataset.createVariable("t2m", "f4", ("t", "x"), fletcher32=True, chunksizes=(2, 1000))
    t2m[:] = 280 + random.normal(size=(8, 1000))
    old = dataset.createVariable("old", "f4", ("t", "x"), chunksizes=(1, 1000))
    old.missing_value = numpy.float32(-999.9)
    old[:] = random.normal(size=(8, 1000))
PYTHON
ncfinfo tune --goal size --digits 3 -j 1 in.nc
echo
echo 'The command as it is printed:'
ncfinfo tune --goal size --error t2m,0.01 in.nc | tail -n 1 | tee command
bash -eu command
filters_of in.tuned.nc
ncdump -h in.tuned.nc | grep Quantize
ncfinfo tune --json --all --readers any in.nc >tune.json
"$NCF_PYTHON" - <<'PYTHON'
import json
with open("tune.json", encoding="utf-8") as file:
    tuned = json.load(file)
t2m = next(one for one in tuned["variables"] if one["path"] == "/t2m")
assert t2m["chunks"] == [2, 1000] and t2m["chunks_read"] == t2m["chunk_count"] == 4, t2m
assert t2m["uncertainty"] == 0 and t2m["rounding"] is None, t2m
assert all("fletcher32" in one["filters"] for one in t2m["trials"]), t2m
assert [one["chosen"] for one in t2m["trials"]].count(True) == 1, t2m
front = [one for one in t2m["trials"] if one["on_front"]]
assert all(a["stored_bytes"] >= b["stored_bytes"] for a, b in zip(front, front[1:])), front
assert {one["path"] for one in tuned["others"]} == {"/s"}, tuned["others"]
assert tuned["command"][0] == "ncfcopy" and tuned["command"][-2:] == ["in.nc", "in.tuned.nc"]
PYTHON
echo
echo 'Records of one value, which libnetcdf gives no szip:'
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
with netCDF4.Dataset("records.nc", "w") as dataset:
    dataset.createDimension("time")
    series = dataset.createVariable("v", "i2", ("time",), chunksizes=(4096,))
    series[:] = numpy.random.default_rng(1).integers(0, 8, size=100000)
PYTHON
ncfinfo tune --all --goal size records.nc >records.txt
grep -c szip records.txt || true
tail -n 1 records.txt
echo
echo 'One variable, and none:'
ncfinfo tune -v x --goal size in.nc | sed 's/-F .* in.nc/-F ... in.nc/' | tail -n 1
ncfcopy -V s in.nc scalar.nc
ncfinfo tune scalar.nc
echo
echo 'What cannot be:'
try ncfinfo tune missing.nc
try ncfinfo tune --goal best in.nc
try ncfinfo tune --readers none in.nc
try ncfinfo tune --error small in.nc
try ncfinfo tune --digits 1.5 in.nc
try ncfinfo tune --error zero,1 in.nc
try ncfinfo tune --error 1 --digits 2 in.nc
try ncfinfo tune --bits T2M,3 in.nc
try ncfinfo tune --bits '[,3' in.nc
try ncfinfo tune -v T2M in.nc
try ncfinfo tune --sample lots in.nc
try ncfinfo tune

echo
echo 'Values of either byte order are rounded alike; small variables stay as they are:'
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
values = numpy.cumsum(numpy.random.default_rng(1).normal(size=200000)).astype("f4")
with netCDF4.Dataset("orders.nc", "w") as dataset:
    dataset.createDimension("x", len(values))
    dataset.createDimension("y", 10)
    for name, order in (("little", "<f4"), ("big", ">f4")):
        variable = dataset.createVariable(name, order, ("x",), chunksizes=(20000,), endian=name)
        variable[:] = values.astype(order)
    dataset.createVariable("tiny", "f4", ("y",), chunksizes=(4,))[:] = values[:10]
PYTHON
ncfinfo tune --error 0.5 --json --all orders.nc >orders.json
"$NCF_PYTHON" - <<'PYTHON'
import json
with open("orders.json", encoding="utf-8") as file:
    tuned = json.load(file)
big, little = sorted(tuned["variables"], key=lambda one: one["path"])
for one in (big, little):
    print(one["path"], one["rounding"], 0.4 < one["largest_error"] <= 0.5)
sizes = [{one["filters"]: one["stored_bytes"] for one in order["trials"]} for order in (big, little)]
print(max(abs(sizes[0][name] / sizes[1][name] - 1) for name in sizes[0] if "shuffle" in name) < 0.02)
print([(one["path"], one["reason"], one["stored_bytes"]) for one in tuned["others"]])
PYTHON
ncfinfo tune --sample 100k -v little orders.nc | grep -o '[0-9]* of [0-9]* chunks read'
