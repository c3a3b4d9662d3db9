#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The programs print the same in a foreign locale as without one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PATH="$NCF_BIN:$PATH"

cat > in.cdl <<'CDL'
netcdf in {
dimensions:
  time = 3 ; x = 4 ;
variables:
  double time(time) ;
    time:units = "MINUTES since 2001-01-01 00:00:0.5" ; time:calendar = "GREGORIAN" ;
  float v(time, x) ;
    v:_FillValue = -1234567.5f ; v:C_format = "%.3f" ; v:scale = 1.5e-3, 0.1f, 1.5e999 ;
  double w ;
data:
  time = 0.5, 1.25, 1234567.875 ;
  v = 1.5, 2.5e3, 1.5e39, 0.1, _, 1.25f ;
  w = 1.5e999 ;
}
CDL

# Prints the output of the programs for the file, on both streams.
say() {
  ncfgen -4 -o in.nc in.cdl
  ncfdump in.nc
  ncfdump -t in.nc
  ncfdump --json in.nc
  ncfgen -k nc3 -o classic.nc in.cdl
  ncfdump -x -h classic.nc
  ncfgen -l c in.cdl
  ncfcopy -F 'v,shuffle|deflate,3' -c 'v:1,4' --quantize 'v,bitround,9' --max-memory 1.5M in.nc out.nc
  ncfdump -s -n in out.nc
  ncfcopy -k nczarr in.nc in.zarr
  ncfdump in.zarr
  ncfinfo explain 'zfp,accuracy=0.5'
}

say > foreign.txt 2>&1
rm -rf in.nc classic.nc out.nc in.zarr
LC_ALL=C LD_PRELOAD='' say > plain.txt 2>&1
diff plain.txt foreign.txt
