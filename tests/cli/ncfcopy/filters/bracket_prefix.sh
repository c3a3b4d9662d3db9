# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy aborts here: "free(): invalid pointer".
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F 'v,[1]1,9' in.nc out.nc
try ncfcopy -F 'v,[0]' in.nc out.nc
test ! -e out.nc
