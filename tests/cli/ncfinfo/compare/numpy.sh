# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The numbers agree with NumPy's, for any number of threads and any memory.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(3)
with netCDF4.Dataset("in.nc", "w") as dataset:
    for name, length in (("t", 40), ("y", 60), ("x", 70)):
        dataset.createDimension(name, length)
    def add(name, values, chunks, **options):
        variable = dataset.createVariable(name, values.dtype, ("t", "y", "x"), zlib=True,
                                          complevel=1, chunksizes=chunks, **options)
        variable.set_auto_maskandscale(False)
        variable[:] = values
    shape = (40, 60, 70)
    t2m = (280 + 10 * random.normal(size=shape)).astype("f4")
    t2m[3, 4, 5:30] = 1e20
    t2m[:, 7, 8] = numpy.nan
    t2m[1, 2, 3] = numpy.inf
    add("t2m", t2m, (1, 60, 70), fill_value=numpy.float32(1e20))
    add("far", 1e8 + random.normal(size=shape), (7, 13, 70))
    add("count", random.integers(-1000, 1000, size=shape).astype("i8") + 2**50, (40, 10, 10))
PYTHON
ncfcopy -c t/10,y/10,x/10 --quantize 't2m,bitround,7' --quantize 'far,bitround,30' in.nc lossy.nc
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
with netCDF4.Dataset("lossy.nc", "r+") as dataset:
    dataset.set_auto_maskandscale(False)
    dataset["t2m"][5, 6, 0:3] = 1e20
    dataset["t2m"][3, 4, 6] = 1
    dataset["t2m"][1, 2, 3] = 2
    dataset["count"][9, :, :] += 3
    dataset["count"][20, 30, 40] -= 500
PYTHON
ncfinfo compare --json -j 1 in.nc lossy.nc >one.json || test $? = 1
ncfinfo compare --json -j 5 in.nc lossy.nc >five.json || test $? = 1
ncfinfo compare --json --max-memory 2M in.nc lossy.nc >small.json || test $? = 1
cmp one.json five.json
"$NCF_PYTHON" - <<'PYTHON'
import json, math, netCDF4, numpy

def expect(path, first, second, missing):
    mine = next(one for one in report["variables"] if one["path"] == path)
    numbers = mine["numbers"]
    gone = missing(first), missing(second)
    pair = ~gone[0] & ~gone[1]
    with numpy.errstate(invalid="ignore"):
        same = (first == second) & pair | gone[0] & gone[1]
    if first.dtype.kind == "f":
        pair &= numpy.isfinite(first) & numpy.isfinite(second)
    a, b = first[pair].astype("f8"), second[pair].astype("f8")
    delta = (second[pair] - first[pair]).astype("f8") if first.dtype == "i8" else b - a
    error = numpy.zeros(first.shape)
    error[pair] = abs(delta)
    relative = numpy.zeros(first.shape)
    relative[pair] = abs(delta) / abs(a)
    assert mine["values"] == first.size and mine["differing"] == (~same).sum(), mine
    assert numbers["pairs"] == pair.sum(), numbers
    assert numbers["missing_in_first"] == gone[0].sum(), numbers
    assert numbers["became_missing"] == (gone[1] & ~gone[0]).sum(), numbers
    assert numbers["became_present"] == (gone[0] & ~gone[1]).sum(), numbers
    for name, of in (("largest_error", error), ("largest_relative_error", relative)):
        at = numpy.unravel_index(of.argmax(), of.shape)
        assert numbers[name]["error"] == of.max() and numbers[name]["at"] == list(at), (name, at)
        assert numbers[name]["first"] == str(first[at]).removesuffix(".0"), (name, first[at])
    rmse = math.sqrt(math.fsum(delta**2) / delta.size)
    shifted = a - a.mean(), b - a.mean()
    close = dict(bias=math.fsum(delta) / delta.size, rmse=rmse,
                 psnr=20 * math.log10((a.max() - a.min()) / rmse),
                 correlation=numpy.corrcoef(*shifted)[0, 1])
    for name, value in close.items():
        assert math.isclose(numbers[name], value, rel_tol=1e-9), (name, numbers[name], value)

for name in ("one", "small"):
    with open(name + ".json", encoding="utf-8") as file:
        report = json.load(file)
    with netCDF4.Dataset("in.nc") as a, netCDF4.Dataset("lossy.nc") as b:
        a.set_auto_maskandscale(False)
        b.set_auto_maskandscale(False)
        fill = numpy.float32(1e20)
        expect("/t2m", a["t2m"][:], b["t2m"][:], lambda v: numpy.isnan(v) | (v == fill))
        for variable in ("far", "count"):
            expect("/" + variable, a[variable][:], b[variable][:],
                   lambda v: numpy.zeros(v.shape, bool))
    assert [one["numbers"]["infinities_changed"] for one in report["variables"]] == [1, 0, 0]
PYTHON
echo 'as NumPy has it'
