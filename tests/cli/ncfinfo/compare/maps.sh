# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --maps: the correlation, Kolmogorov-Smirnov test and structural similarity of each level agree
# with their definitions, for any number of threads; if a level fails, the exit status is 1.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(5)
y, x = numpy.mgrid[0:60, 0:70]
with netCDF4.Dataset("in.nc", "w") as first, netCDF4.Dataset("other.nc", "w") as second:
    for dataset in (first, second):
        for name, length in (("t", 2), ("z", 3), ("y", 60), ("x", 70)):
            dataset.createDimension(name, length)
    def add(name, a, b, dimensions, **options):
        for dataset, values, chunks in ((first, a, None), (second, b, [min(7, n) for n in a.shape])):
            variable = dataset.createVariable(name, a.dtype, dimensions, chunksizes=chunks,
                                              zlib=True, **options)
            variable.set_auto_maskandscale(False)
            variable[:] = values
    field = 280 + numpy.sin(x / 7) + numpy.cos(y / 5) + numpy.zeros((2, 3, 1, 1))
    field = (field + 0.1 * random.normal(size=field.shape)).astype("f4")
    near = field + 1e-4 * random.normal(size=field.shape).astype("f4")
    near[0, 1] += 0.2 * random.normal(size=(60, 70)).astype("f4")
    field[1, 2, 3:9, 10:30] = near[1, 2, 3:9, 10:30] = 1e20
    near[1, 2, 4, 4] = numpy.nan
    add("t2m", field, near, ("t", "z", "y", "x"), fill_value=numpy.float32(1e20))
    count = random.integers(0, 1000, (60, 70)).astype("i4")
    add("count", count, count + (count < 50), ("y", "x"))
    add("same", field, field, ("t", "z", "y", "x"))
    line = random.normal(size=70)
    add("line", line, line + 1, ("x",))
PYTHON
ncfinfo compare --maps --json -j 1 in.nc other.nc >one.json || test $? = 1
ncfinfo compare --maps --json -j 5 in.nc other.nc >five.json || test $? = 1
ncfinfo compare --maps --json --max-memory 4M in.nc other.nc >small.json || test $? = 1
cmp one.json five.json
"$NCF_PYTHON" - <<'PYTHON'
import json, math, netCDF4, numpy

WEIGHTS = numpy.exp(-numpy.arange(-5, 6) ** 2 / (2 * 1.5 ** 2))
WEIGHTS = numpy.outer(WEIGHTS, WEIGHTS)

def similarity(a, b):
    low, high = min(numpy.nanmin(a), numpy.nanmin(b)), max(numpy.nanmax(a), numpy.nanmax(b))
    a, b = (numpy.round((values - low) / (high - low) * 255) / 255 for values in (a, b))
    found = []
    for i, j in zip(*numpy.nonzero(~numpy.isnan(a))):
        rows = slice(max(0, i - 5), i + 6)
        columns = slice(max(0, j - 5), j + 6)
        one, two = a[rows, columns], b[rows, columns]
        weights = WEIGHTS[rows.start - i + 5:, columns.start - j + 5:][:one.shape[0], :one.shape[1]]
        use = ~numpy.isnan(one)
        mean = lambda values: numpy.average(values[use], weights=weights[use])
        p, q = mean(one), mean(two)
        covariance = mean((one - p) * (two - q))
        found.append((2 * p * q + 1e-15) / (p * p + q * q + 1e-15) * (2 * covariance + 1e-15) /
                     (mean((one - p) ** 2) + mean((two - q) ** 2) + 1e-15))
    return numpy.mean(found)

def ks_p_value(a, b):
    a, b = numpy.sort(a), numpy.sort(b)
    both = numpy.concatenate([a, b])
    distance = abs(numpy.searchsorted(a, both, "right") - numpy.searchsorted(b, both, "right")).max()
    argument = distance / len(a) * math.sqrt(len(a) / 2)
    if argument < 0.2:
        return 1
    terms = [(-1) ** (k - 1) * math.exp(-2 * k * k * argument ** 2) for k in range(1, 50)]
    return min(1, max(0, 2 * sum(terms)))

def level_checks(name):
    with open(name, encoding="utf-8") as file:
        return {one["path"]: one["numbers"] and one["numbers"].get("level_checks")
                for one in json.load(file)["variables"]}

checked = level_checks("one.json")
assert checked == level_checks("small.json")
assert checked["/same"] is None and checked["/line"] is None, checked
with netCDF4.Dataset("in.nc") as first, netCDF4.Dataset("other.nc") as second:
    for name in ("t2m", "count"):
        arrays = []
        for dataset in (first, second):
            dataset[name].set_auto_maskandscale(False)
            values = dataset[name][:].astype("f8")
            values[values > 1e19] = numpy.nan
            arrays.append(values)
        gone = numpy.isnan(arrays[0]) | numpy.isnan(arrays[1])
        for values in arrays:
            values[gone] = numpy.nan
        shape = arrays[0].shape[:-2]
        results = {"lowest_correlation": {}, "lowest_ks_p_value": {}, "lowest_ssim": {}}
        for at in numpy.ndindex(shape):
            a, b = arrays[0][at], arrays[1][at]
            use = ~numpy.isnan(a)
            results["lowest_correlation"][at] = numpy.corrcoef(a[use], b[use])[0, 1]
            results["lowest_ks_p_value"][at] = ks_p_value(a[use], b[use])
            results["lowest_ssim"][at] = similarity(a, b)
        mine = checked["/" + name]
        assert mine["levels"] == max(1, math.prod(shape)), mine
        for what, expected in results.items():
            lowest = min(expected.values())
            assert math.isclose(mine[what]["value"], lowest, rel_tol=1e-9), (name, what, lowest, mine)
            assert math.isclose(expected[tuple(mine[what]["at"])], lowest, rel_tol=1e-9), (name, what)
        limits = {"lowest_correlation": 0.99999, "lowest_ks_p_value": 0.05, "lowest_ssim": 0.995}
        failed = {at for what, least in limits.items() for at, value in results[what].items()
                  if value < least}
        assert mine["failed"] == len(failed), (mine, failed)
        print(name, mine["levels"], mine["failed"])
PYTHON
echo '== with limits that allow every error'
for variable in t2m count; do
  ncfinfo compare --maps -v "$variable" --error '*,10' in.nc other.nc >text && status=0 || status=$?
  printf '%s %s\n' "$status" "$(tail -n 1 text)"
done
