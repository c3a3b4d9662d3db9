# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If the reader of a pipe is gone, the program ends silently; a full disk is an error.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -3 -o large.nc <<'CDL'
netcdf large { dimensions: x = 400000 ; variables: int v(x) ; }
CDL
(set +o pipefail; { ncfdump large.nc 2>errors || echo $? >status; } | head -n 3)
cat errors status
(ncfdump large.nc >/dev/full) 2>&1 || echo "exit status $?"
