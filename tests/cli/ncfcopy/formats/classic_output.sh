# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy drops the filters or makes netCDF-4, depending on the order of the options.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F v,1,5 -3 in.nc out.nc
try ncfcopy -3 -F v,1,5 in.nc out.nc
try ncfcopy -k cdf5 -d 1 in.nc out.nc
try ncfcopy -6 -c x/2 in.nc out.nc
test ! -e out.nc
try ncfcopy -3 -F none in.nc out.nc
ncdump -k out.nc
same_data in.nc out.nc
