# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy reads these as 9, 1, 0, id 307, 5 and id 1.
. "$NCF_CASES/prelude.sh"
make_input
for spec in v,1,9.5 v,1,1e3 v,1,0x9 v,307x,9 'v,1,5 6' v,4294967297,1 v,-1 v,65536; do
  try ncfcopy -F "$spec" in.nc out.nc
done
test ! -e out.nc
