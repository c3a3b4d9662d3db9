# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A truncated classic file is an error, and does not read as zeros.
. "$NCF_CASES/prelude.sh"
make_input in.nc -3
head -c 200 in.nc > header.nc
head -c 400 in.nc > values.nc
try ncfdump header.nc
try ncfdump values.nc
