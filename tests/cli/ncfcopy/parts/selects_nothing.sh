# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy silently filters nothing, with exit status 0.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F nosuch,1,9 in.nc out.nc
try ncfcopy -F 'v&nosuch,1,9' in.nc out.nc
try ncfcopy -F 'v|z,1,9' in.nc out.nc
try ncfcopy -F 'q*,1,9' in.nc out.nc
try ncfcopy -F ':int64,1,9' in.nc out.nc
try ncfcopy -F s,1,9 in.nc out.nc
# A forgotten selector, and a misspelt name.
for spec in zlib,4 zlib 'shuffle|zlib,4' 307,9 '{"id": "zstd", "level": 3}' V,zlib,4; do
  try ncfcopy -F "$spec" in.nc out.nc
done
test ! -e out.nc
