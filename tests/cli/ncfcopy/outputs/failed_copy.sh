# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# When nccopy fails, it leaves an empty file and has destroyed the older output.
. "$NCF_CASES/prelude.sh"
make_input
cp in.nc out.nc
try ncfcopy -F v,40000 in.nc out.nc >missing.log
grep -c 'filter 40000 is not available' missing.log
cmp in.nc out.nc
try ncfcopy -F 'z,szip,nn,32' in.nc out.nc
try ncfcopy -F 'w,szip,nn,8' in.nc out.nc
cmp in.nc out.nc
ls -A
