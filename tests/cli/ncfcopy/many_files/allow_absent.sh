# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --allow-absent: variables that options name need not be in every file, but should be in one.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
for name, variable in (("a", "t2m"), ("b", "u10")):
    with netCDF4.Dataset(f"{name}.nc", "w") as file:
        file.createDimension("x", 1000)
        file.createVariable(variable, "f4", ("x",))[:] = [i / 7 for i in range(1000)]
PYTHON
options=(-F 't2m,shuffle|deflate,4' -F 'u10&no_such,zstd,3' -F ':double,none'
  --quantize 't2m,bitround,9')
try ncfcopy -j 1 --into out "${options[@]}" a.nc b.nc
try ncfcopy -j 1 --into out "${options[@]}" --allow-absent --journal run.jsonl a.nc b.nc
ncdump -hs out/a.nc | grep -c '_QuantizeBitRound\|_DeflateLevel = 4'
ncdump -hs out/b.nc | grep '_Filter'
grep -o '"absent":\[[^]]*\]' run.jsonl
# A copy remains valid, with or without --allow-absent.
ncfcopy --into out "${options[@]}" --resume --report=json a.nc b.nc | grep -o '"outcome": .*"'
try ncfcopy --plan --report=summary --into out --allow-absent -F 't2n,zstd' a.nc b.nc |
  sed -E 's/in [0-9.]+ s/in TIME/'
try ncfcopy --allow-absent -F 'no_such,zstd,3' a.nc one.nc
try ncfcopy --allow-absent -F 'no_such,zstd,3,4,5' a.nc one.nc
