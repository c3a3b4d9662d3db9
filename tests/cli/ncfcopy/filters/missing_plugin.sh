# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy only says "NetCDF: Filter error", without variable, filter or folder.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F v,32017,1,2,3,4,5,6,7,8,9 --plugin-path nosuch in.nc out.nc
try ncfcopy -F v,40000,1,2 in.nc out.nc
# A library that crashes when it is loaded only adds a line to the message.
cp "$NCF_BIN/../tests/plugins/broken/libcrash.so" .
try ncfcopy -F v,40000,1,2 --plugin-path . in.nc out.nc
test ! -e out.nc
