# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -s works for CDF-5; ncdump stops there. As in other classic files, variables have no storage
# settings, and the output makes the same file again.
. "$NCF_CASES/prelude.sh"
make_input in.nc -5
try ncfdump -hs in.nc
ncfdump -s in.nc > in.cdl
try ncfgen -o again.nc in.cdl
ncfdump -s -n in again.nc | cmp in.cdl
