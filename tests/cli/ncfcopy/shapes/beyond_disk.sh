# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A classic file stores values that the input does not; if they do not fit on the disk, it is not
# filled.
. "$NCF_CASES/prelude.sh"
ncgen -4 -o in.nc <<'CDL'
netcdf in { dimensions: y = 10000000 ; x = 20000000 ; variables: double v(y, x) ;
  v:_ChunkSizes = 1, 1000 ; }
CDL
try ncfcopy -3 in.nc out.nc | sed 's/, [0-9]* are free/, N are free/'
ls -A
# With many files, the failure is of the kind of a full disk.
ncfcopy -3 --into folder --journal journal in.nc 2>messages || true
grep -o '"failure_kind":"[^"]*"' journal
