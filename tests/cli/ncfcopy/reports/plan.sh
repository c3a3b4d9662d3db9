# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The plan touches nothing, and shows decisions with their reasons.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy --plan -j 2 --max-memory 64M -F '*,shuffle|zstd,5' -F v,307,9 in.nc out.nc
try ncfcopy --plan --report -d 1 in.nc out.nc
ncfcopy --plan --report=json -j 2 -d 1 in.nc out.nc | "$NCF_PYTHON" -c '
import json, sys
plan = json.load(sys.stdin)
print([variable["filters_by"] for variable in plan["variables"]], "seconds" in plan)'
test ! -e out.nc
# A plan also fails if the format cannot contain the data.
ncgen -4 -o text.nc <<'CDL' || exit 77
netcdf text { variables: string s ; data: s = "a" ; }
CDL
try ncfcopy --plan -k classic text.nc out.nc
