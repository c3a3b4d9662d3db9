# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Variables that -v leaves without values are not rounded, and no attribute says that they are.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -v z --quantize '*,bitround,3' in.nc out.nc
ncdump -h out.nc | grep Quantize
