# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -F none removes all filters except those that another -F requests; nccopy leaves v unfiltered.
. "$NCF_CASES/prelude.sh"
make_input plain.nc
ncfcopy -F ':int,deflate,3' -F w,fletcher32 plain.nc in.nc
filters_of in.nc
try ncfcopy -F none -F v,1,5 in.nc out.nc
filters_of out.nc
try ncfcopy -F NONE in.nc out.nc
filters_of out.nc
try ncfcopy -F '*,None' in.nc out.nc
filters_of out.nc
same_data in.nc out.nc
