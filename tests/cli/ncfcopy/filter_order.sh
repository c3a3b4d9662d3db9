# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What libnetcdf makes of an order is said when it is not the one written.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F 'v,bzip2,9|shuffle|fletcher32' in.nc out.nc
filters_of out.nc
same_data in.nc out.nc
try ncfcopy -F 'v,shuffle|bzip2,9' in.nc out.nc
filters_of out.nc
try ncfcopy -F 'v,bzip2,9|zstd,3|bzip2,1' in.nc out.nc
filters_of out.nc
try ncfcopy --strict -F 'v,bzip2,9|shuffle' in.nc out2.nc
test ! -e out2.nc
