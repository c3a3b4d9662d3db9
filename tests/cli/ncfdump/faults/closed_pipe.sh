# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A reader that is gone ends the program quietly; a full disk does not.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -3 -o large.nc <<'CDL'
netcdf large { dimensions: x = 400000 ; variables: int v(x) ; }
CDL
(set +o pipefail; { ncfdump large.nc 2>errors || echo $? >status; } | head -n 3)
cat errors status
(ncfdump large.nc >/dev/full) 2>&1 || echo "exit status $?"
