# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
. "$NCF_CASES/prelude.sh"
make_input in4.nc
make_input in3.nc -3
for input in in4.nc in3.nc; do
  for option in -3 -6 -5 -4 -7 -knc3 '-k classic' '-k 64-bit-offset' '-k nc7' '-k cdf5' ''; do
    # shellcheck disable=SC2086
    try ncfcopy $option "$input" out.nc
    ncdump -k out.nc
    same_data "$input" out.nc
  done
done
try ncfcopy -F v,zstd in3.nc out.nc
ncdump -k out.nc
try ncfcopy -d 1 in3.nc out.nc
ncdump -k out.nc
try ncfcopy -3 -4 in3.nc out.nc
ncdump -k out.nc
