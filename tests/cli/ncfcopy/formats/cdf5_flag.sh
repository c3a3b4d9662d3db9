# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy documents -5 and rejects it.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -5 in.nc out.nc
ncdump -k out.nc
same_data in.nc out.nc
