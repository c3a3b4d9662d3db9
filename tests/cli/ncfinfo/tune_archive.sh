# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncfinfo tune of an archive: one recommendation, and a command that copies all files.
. "$NCF_CASES/prelude.sh"
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
tail -n 1 text | sed -E 's/\*,[a-z|,0-9]+/*,FILTERS/'
bash -c "$(tail -n 1 text)" 2>/dev/null
find 'my archive.packed' -name '*.nc' | sort
[ "$(stat -c %s 'my archive.packed/a.nc')" -lt "$(stat -c %s 'my archive/a.nc')" ]

ncfinfo tune --json 'my archive/a.nc' 'my archive/2019/c.nc' >report.json
"$NCF_PYTHON" - <<'PYTHON'
import json
with open("report.json", encoding="utf-8") as file:
    report = json.load(file)
print(report["files"], report["tuned_files"], report["command"][-2:])
print(report["expected_bytes"] < report["file_bytes"], any(t["chosen"] for t in report["trials"]))
PYTHON
# What is best as it is needs no command; what cannot be read is named.
cp 'my archive.packed/a.nc' packed.nc
cp 'my archive.packed/a.nc' again.nc
ncfinfo tune packed.nc again.nc | tail -n 1
echo "no netCDF" >broken.nc
try ncfinfo tune broken.nc absent.nc
ncfinfo tune packed.nc broken.nc >text 2>&1 || cat text
mkdir empty
try ncfinfo tune empty
try ncfinfo tune --digits 3 empty
try ncfinfo tune -v x packed.nc again.nc

echo
echo 'What the files have now is among what is compared, whether all have the same or not:'
mkdir now
ncfcopy -F '*,shuffle|deflate,9' packed.nc now/a.nc
ncfcopy -F '*,shuffle|deflate,9' 'my archive/2019/c.nc' now/b.nc
ncfinfo tune now | grep 'as now' | sed -E 's/  +/  /g; s/[0-9.]+( [kM]?B)?/N/g'
ncfcopy -F '*,none' packed.nc now/c.nc
ncfinfo tune now/a.nc now/c.nc | grep 'as now' | sed -E 's/  +/  /g; s/[0-9.]+( [kM]?B)?/N/g'
ncfinfo tune --json now/a.nc now/c.nc >report.json
"$NCF_PYTHON" -c '
import json
present = [one for one in json.load(open("report.json"))["trials"] if one["present"]]
print([(one["filters"], one["chosen"], one["stored_bytes"] > 400000) for one in present])'

echo
echo 'From inside the folder, the copies go beside it:'
cd 'my archive'
ncfinfo tune . | tail -n 1 | sed -E 's/\*,[a-z|,0-9]+/*,FILTERS/'
cd 2019
ncfinfo tune .. b.nc | tail -n 1 | sed -E 's/\*,[a-z|,0-9]+/*,FILTERS/'
ncfinfo tune b.nc c.nc | tail -n 1 | sed -E 's/\*,[a-z|,0-9]+/*,FILTERS/'
