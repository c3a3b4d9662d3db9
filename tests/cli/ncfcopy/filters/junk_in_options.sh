# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy reads junk as 0, or ignores it after a number.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -d abc in.nc out.nc
try ncfcopy -d 10 in.nc out.nc
try ncfcopy -d -1 in.nc out.nc
try ncfcopy -c x/5zz in.nc out.nc
try ncfcopy -c v:5x,5y in.nc out.nc
try ncfcopy -c v:2 in.nc out.nc
try ncfcopy -c v:2,9 in.nc out.nc
try ncfcopy -c v:0,1 in.nc out.nc
try ncfcopy -c x in.nc out.nc
try ncfcopy -c nosuch/2 in.nc out.nc
try ncfcopy -c nosuch:2 in.nc out.nc
try ncfcopy -c x/2 -c x/3 in.nc out.nc
try ncfcopy -k nc8 in.nc out.nc
test ! -e out.nc
