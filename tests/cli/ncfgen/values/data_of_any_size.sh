# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Data of 30 MB are read in little memory, from a file and from a pipe, whose text is kept in
# TMPDIR.
. "$NCF_CASES/prelude.sh"
need ncdump
skip_under_sanitizer "it needs all address space"
{
  echo 'netcdf in { dimensions: t = unlimited ; x = 1000 ; variables: float v(t, x) ; data: v ='
  seq -f '%.6f' -s ', ' 0.5 2000000
  echo '; }'
} > in.cdl
# The address space includes the libraries; a table of all values would not fit.
(ulimit -v 800000; ncfgen -4 -o out.nc in.cdl; ncfgen -4 -o piped.nc < in.cdl)
ncdump -h out.nc | grep currently
ncdump out.nc | tail -n 3
cmp out.nc piped.nc && echo same
mkdir kept
TMPDIR="$PWD/kept" ncfgen -4 -o kept.nc < in.cdl
cmp out.nc kept.nc && ls -A kept
TMPDIR=/nowhere try ncfgen -o kept.nc < in.cdl
echo 'netcdf small { dimensions: x = 1 ; }' | TMPDIR=/nowhere try ncfgen
# If no unnamed file can be made, a named one is tried; a full device is an error. In /proc, root
# and users are refused for different reasons.
TMPDIR=/proc try ncfgen -o kept.nc < in.cdl | sed 's|/proc: [A-Za-z ]*;|/proc: REASON;|'
(
  trap '' XFSZ
  ulimit -f 10000
  TMPDIR="$PWD/kept" try ncfgen -o full.nc < in.cdl | sed "s|$PWD|HERE|"
)
ls -A kept
ncfgen -4 -o named.nc <(cat in.cdl)
cmp out.nc named.nc && echo same
