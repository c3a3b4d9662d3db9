# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -Xp leaves out the properties, -XF writes the type of fill values.
. "$NCF_CASES/prelude.sh"
make_input
try ncfdump -hs -Xp -v v in.nc
try ncfdump -h -XF in.nc
