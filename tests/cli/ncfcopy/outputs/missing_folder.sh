# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy says "Permission denied".
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy in.nc nodir/out.nc
try ncfcopy nosuch.nc out.nc
try ncfcopy . out.nc
try ncfcopy in.nc .
echo 'no netCDF' >text.nc
try ncfcopy text.nc out.nc
: >empty.nc
try ncfcopy empty.nc out.nc
ls -A
