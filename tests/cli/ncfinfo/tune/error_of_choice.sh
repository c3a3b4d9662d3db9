# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The largest error told is that of the recommended copy, also if its filters round themselves. A
# bound that has no effect is noted.
. "$NCF_CASES/prelude.sh"
need_python netCDF4
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
import numpy
with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("y", 120)
    dataset.createDimension("x", 128)
    y, x = numpy.mgrid[0:120, 0:128] / 40
    smooth = dataset.createVariable("smooth", "f4", ("y", "x"), chunksizes=(60, 64))
    smooth[:] = 280 + 10 * numpy.sin(x) * numpy.cos(y)
    noise = dataset.createVariable("noise", "f4", ("y", "x"), chunksizes=(60, 64))
    dataset.createVariable("scalar", "f4")
    noise[:] = 0.002 * numpy.random.default_rng(1).normal(size=x.shape)
PYTHON
for readers in stock any; do
  ncfinfo tune --readers "$readers" --goal size --error 0.01 --json in.nc >tuned.json
  sh -c "$("$NCF_PYTHON" -c 'import json, shlex; print(shlex.join(json.load(open("tuned.json"))["command"]))')"
  ncfinfo compare --json in.nc in.tuned.nc >compared.json || true
  "$NCF_PYTHON" - <<'PYTHON'
import json
with open("tuned.json", encoding="utf-8") as file:
    tuned = {one["path"]: one for one in json.load(file)["variables"]}
with open("compared.json", encoding="utf-8") as file:
    compared = {one["path"]: one for one in json.load(file)["variables"]}
for path in sorted(tuned):
    chosen = next(trial for trial in tuned[path]["trials"] if trial["chosen"])
    error = compared[path]["numbers"]["largest_error"]["error"]
    rounded = "by zfp" if chosen["filters"].startswith("zfp") else tuned[path]["rounding"]
    print(path, "is rounded", rounded,  # its lossless filters depend on their speed
          "with the error told" if tuned[path]["largest_error"] == error else
          f"with {error}, not {tuned[path]['largest_error']}")
PYTHON
  rm in.tuned.nc
done
ncfinfo tune --error scalar,0.01 in.nc | grep '^note:'
ncfinfo tune --error 0.01 in.nc | grep '^note:' || true
