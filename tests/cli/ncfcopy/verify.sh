# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A copy that is verified says so; progress is shown where it was asked for, and only there.
. "$NCF_CASES/prelude.sh"
make_input
for options in "" "-d 4 -s" "-k cdf5" "-w" "--quantize w,bitround,3" "-c v:2,2 -j 2"; do
  # shellcheck disable=SC2086
  ncfcopy --verify --report $options in.nc out.nc 2>&1 | grep -o "read back and verified"
done
try ncfcopy --verify --progress --no-progress in.nc out.nc
ncfcopy --report=json --verify in.nc out.nc | grep '"verified"'
ncfcopy --report=json in.nc out.nc | grep '"verified"'
