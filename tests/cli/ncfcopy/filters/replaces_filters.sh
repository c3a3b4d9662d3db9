# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy keeps the input's deflate whatever -F requests, and ignores -F if there is -d.
. "$NCF_CASES/prelude.sh"
make_input plain.nc
ncfcopy -F 'v,shuffle|deflate,3' plain.nc in.nc
filters_of in.nc
try ncfcopy -F v,307,9 in.nc out.nc
filters_of out.nc
same_data in.nc out.nc
try ncfcopy -F v,1,7 in.nc out.nc
filters_of out.nc
try ncfcopy -d 2 -F v,307,9 in.nc out.nc
filters_of out.nc
same_data in.nc out.nc
try ncfcopy -F v,none in.nc out.nc
filters_of out.nc
