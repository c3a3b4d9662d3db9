# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Invalid options and their messages.
. "$NCF_CASES/prelude.sh"
make_input
try ncfdump
try ncfdump in.nc other.nc
try ncfdump -v '' in.nc
try ncfdump -v v,,z in.nc
try ncfdump -g '' in.nc
try ncfdump -v nosuch in.nc
try ncfdump -g nosuch in.nc
try ncfdump -b x in.nc
try ncfdump -f '' in.nc
try ncfdump -l 9 in.nc
try ncfdump -l 80zz in.nc
try ncfdump -p 0 in.nc
try ncfdump -p 3x in.nc
try ncfdump -p , in.nc
try ncfdump -d 7,21 in.nc
try ncfdump -Xq in.nc
try ncfdump -Z in.nc
try ncfdump nosuch.nc
try ncfdump -x in.nc
ncfcopy -u in.nc in.zarr
try ncfdump -x in.zarr
