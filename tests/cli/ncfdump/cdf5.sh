# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -s works for CDF-5; ncdump stops there.
. "$NCF_CASES/prelude.sh"
make_input in.nc -5
try ncfdump -hs in.nc
