# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -d 5 in.nc out.nc
filters_of out.nc
try ncfcopy -d5 -s in.nc out.nc
filters_of out.nc
same_data in.nc out.nc
try ncfcopy -d 0 out.nc none.nc
filters_of none.nc
try ncfcopy -s in.nc out2.nc
filters_of out2.nc
make_input classic.nc -3
try ncfcopy -s classic.nc out3.nc
ncdump -k out3.nc
