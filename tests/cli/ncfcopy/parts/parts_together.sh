# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Only one of -v and -V, and of -g and -G, may be given. A variable and a group that have nothing in
# common select nothing, with a note.
. "$NCF_CASES/prelude.sh"
echo 'netcdf in { variables: int a ; int b ; data: a = 1 ; b = 2 ; group: g { variables: int c ; data: c = 3 ; } }' |
  ncfgen -4 -o in.nc
try ncfcopy -v a -V b in.nc out.nc
try ncfcopy -v a -v b in.nc out.nc
try ncfcopy -g g -G / in.nc out.nc
ls out.nc 2>/dev/null || true
try ncfcopy -v a -g g in.nc out.nc
ncfdump out.nc | sed -n '/data/,$p'
