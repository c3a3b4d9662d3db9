# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The present filters are among those compared, and no advice makes a variable larger.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(1)
with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("x", 20000)
    dataset.createVariable("noise", "u1", ("x",))[:] = random.integers(0, 256, size=20000)
    steps = dataset.createVariable("steps", "i4", ("x",), zlib=True, complevel=9, shuffle=True)
    steps[:] = numpy.cumsum(random.integers(0, 3, size=20000))
PYTHON
ncfcopy -F steps,'shuffle|zstd,19' in.nc zstd.nc
# advice FILE OPTION...: prints the present filters of each variable, and whether the advice makes
# it larger.
advice() {
  ncfinfo tune --json --all "${@:2}" "$1" >tuned.json
  "$NCF_PYTHON" - <<'PYTHON'
import json
with open("tuned.json", encoding="utf-8") as file:
    tuned = json.load(file)
for one in tuned["variables"]:
    present = [trial for trial in one["trials"] if trial["present"]]
    assert len(present) == 1 and present[0]["stored_bytes"] == one["input_bytes"], present
    assert one["stored_bytes"] <= one["input_bytes"], one
    assert not any("szip" in trial["filters"] for trial in one["trials"]), one["trials"]
    print(one["path"], present[0]["filters"])
assert tuned["stored_bytes"] <= tuned["input_bytes"], tuned
PYTHON
}
for goal in size balanced speed; do advice in.nc --goal "$goal"; done
advice zstd.nc --goal speed
ncfinfo tune -v steps --goal size zstd.nc >steps.txt
grep -c 'as now' steps.txt
grep "^note" steps.txt
tail -n 1 steps.txt
ncfinfo tune -v noise in.nc | tail -n 1
