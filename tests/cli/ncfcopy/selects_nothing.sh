# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy filters nothing, without a word and with exit status 0.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F nosuch,1,9 in.nc out.nc
try ncfcopy -F 'v&nosuch,1,9' in.nc out.nc
try ncfcopy -F 'v|z,1,9' in.nc out.nc
try ncfcopy -F 'q*,1,9' in.nc out.nc
try ncfcopy -F ':int64,1,9' in.nc out.nc
try ncfcopy -F s,1,9 in.nc out.nc
test ! -e out.nc
