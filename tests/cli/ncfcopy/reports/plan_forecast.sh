# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --plan with many files estimates the size of the copies from samples.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import os

import netCDF4
import numpy as np

rng = np.random.default_rng(1)
y, x = np.meshgrid(np.linspace(0, 6, 90), np.linspace(0, 12, 180), indexing="ij")
os.mkdir("archive")
for number in range(20):
    with netCDF4.Dataset(f"archive/{number:02}.nc", "w") as file:
        file.createDimension("time", None)
        file.createDimension("lat", 90)
        file.createDimension("lon", 180)
        file.createVariable("name", str, ())[0] = "station"
        for name, noise in (("t2m", 0.05), ("u10", 0.5), ("mask", 0)):
            values = file.createVariable(name, "f4", ("time", "lat", "lon"),
                                         chunksizes=(1, 90, 180))
            for t in range(3 + 5 * (number % 4)):
                field = 280 + 20 * np.sin(y + t / 9 + number) * np.cos(x)
                values[t] = field + noise * rng.standard_normal(field.shape) if noise else x > 6
PYTHON

# forecast OPTION...: prints how far the expected size is from the actual one, and the basis of the
# estimate.
forecast() {
  ncfcopy --plan --report=json --into . "$@" archive >plan.json 2>notes
  mkdir out
  ncfcopy --report=json --into out "$@" archive >done.json 2>notes
  rm -r out
  "$NCF_PYTHON" - "$*" <<'PYTHON'
import json
import sys

with open("plan.json", encoding="utf-8") as plan, open("done.json", encoding="utf-8") as done:
    plan, done = json.load(plan), json.load(done)
forecast = plan["forecast"]
real = [file["output_bytes"] for file in done["files"]]
assert abs(forecast["output_bytes"] / sum(real) - 1) < 0.03, (forecast, sum(real))
for file, size in zip(plan["files"], real):
    assert abs(file["output_bytes"] / size - 1) < 0.2, (file, size)
assert forecast["peak_memory_bytes"] >= max(file["peak_memory_bytes"] for file in plan["files"])
print(sys.argv[1] + ":", "samples of", forecast["sampled_files"], "files, at most 4 MB each:",
      0 < forecast["sample_bytes"] < 8 * 5e6, forecast["seconds"] > 0, "uncertainty" in forecast)
PYTHON
}

forecast -F '*,shuffle|deflate,4'
forecast -F '*,shuffle|deflate,1' -F 'u10,none' --verify
forecast -F '*,shuffle|deflate,2' --quantize '*,bitround,8'
forecast -F '*,shuffle|deflate,2' --quantize 't2m,error,0.1,pack=int16'
forecast -F '*,shuffle|deflate,4' -c time/3,lat/30,lon/
forecast -d 4 -k zarr
forecast -F 'u10,shuffle|deflate,4' -V u10

echo
echo "What is copied as stored is known:"
ncfcopy --plan --into . archive | tail -n 3 | sed -E 's/[0-9.]+ MB/SIZE/g'

echo
echo "A chunk that is assembled from too many others is no sample:"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
with netCDF4.Dataset("long.nc", "w") as file:
    file.createDimension("time", 20000)
    file.createDimension("x", 1000)
    file.createVariable("v", "f4", ("time", "x"), chunksizes=(1, 1000))[:] = 1
PYTHON
ncfcopy --plan --into . -c time/,x/1 -d 1 long.nc --rename '{name}_1.nc' | sed -n 4,5p | sed -E 's/[0-9.]+ MB/SIZE/g'
