# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Options in all forms that getopt programs accept.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy
try ncfcopy in.nc
try ncfcopy in.nc out.nc more.nc
try ncfcopy "" out.nc
try ncfcopy in.nc ""
try ncfcopy --into "" in.nc
try ncfcopy --into . in.nc out.nc ""
try ncfcopy --nosuch in.nc out.nc
try ncfcopy -q in.nc out.nc
try ncfcopy -F
try ncfcopy --report=xml in.nc out.nc
test ! -e out.nc
try ncfcopy in.nc out.nc -4d1 -s
filters_of out.nc
try ncfcopy -d 1 -d 2 in.nc out.nc
filters_of out.nc
try ncfcopy -F '[vz],1,9' -F '\c,1,8' in.nc out.nc
filters_of out.nc
cp in.nc ./-in.nc
try ncfcopy -4 -- -in.nc out.nc
same_data in.nc out.nc
