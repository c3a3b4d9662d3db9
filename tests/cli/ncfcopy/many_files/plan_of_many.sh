# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --plan with many files shows the outcome for each, and why some would fail; nothing is made.
. "$NCF_CASES/prelude.sh"
mkdir -p tree/sub out
make_input tree/a.nc
make_input tree/sub/b.nc -3
make_input tree/sub/c.nc
echo "no netCDF" >listed.nc
ncfcopy --into out -d 1 tree/a.nc

try ncfcopy -j 1 --plan --resume -d 1 --into out tree listed.nc absent.nc | sed -E 's/[0-9.]+ k?B/SIZE/g; s/  +/  /g; s/[0-9.]+ s /TIME /'
find out | sort
ncfcopy -j 1 --plan -d 1 --into out --report=jsonl tree 2>notes | grep -o '"outcome":"[a-z]*"'
ncfcopy -j 1 --plan -d 1 --into out --report=summary tree | sed -E 's/in [0-9.]+ s/in TIME/; s/about [0-9.]+ s /about TIME /'

# In place: files that must not be replaced.
ln tree/a.nc hard.nc
try ncfcopy -j 1 --plan -d 1 --in-place tree/a.nc tree/sub/b.nc | sed -E 's/[0-9.]+ k?B/SIZE/g; s/  +/  /g; s/[0-9.]+ s /TIME /'
try ncfcopy --plan --into out -F 'v,no_such_filter' tree
try ncfcopy --plan --into out --journal run.jsonl tree
try ncfcopy --plan --into out --checksums tree
try ncfcopy --plan --into new --report=summary tree/a.nc | sed -E 's/in [0-9.]+ s/in TIME/'
try ncfcopy --plan --report tree/a.nc copy.nc
ls

# What the output's format needs besides values is expected, too: headers, and indexes of chunks.
for name in 1 2 3; do make_input "small$name.nc" -3; done
for options in '-k nc4' '-d 3'; do
  # shellcheck disable=SC2086
  ncfcopy -j 1 --plan --report=json --into small $options small?.nc 2>notes >plan.json
  # shellcheck disable=SC2086
  ncfcopy -j 1 --into small $options small?.nc
  made=$(cat small/*.nc | wc -c)
  python3 -c '
import json, sys
expected = json.load(open("plan.json"))["forecast"]["output_bytes"]
print(sys.argv[1], 0.75 < expected / int(sys.argv[2]) < 1.25 or (expected, sys.argv[2]))' "$options" "$made"
done
