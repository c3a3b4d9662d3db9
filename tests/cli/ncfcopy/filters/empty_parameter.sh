# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy reads past its buffer here.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F 'v,307,,9' in.nc out.nc
try ncfcopy -F 'v,307,' in.nc out.nc
try ncfcopy -F 'v,' in.nc out.nc
try ncfcopy -F 'v' in.nc out.nc
try ncfcopy -F '' in.nc out.nc
try ncfcopy -F ',1,9' in.nc out.nc
try ncfcopy -F 'v,1,9||307' in.nc out.nc
test ! -e out.nc
