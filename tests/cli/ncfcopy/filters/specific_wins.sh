# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A name wins over a pattern, a type and *, in this order. Two options of equal rank for one
# variable are an error.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F '*,1,1' -F ':int,1,2' -F '[vw],1,3' -F v,1,4 in.nc out.nc
filters_of out.nc
try ncfcopy -F v,1,1 -F v,1,2 in.nc out2.nc
try ncfcopy -F '*,1,1' -F '*,307' in.nc out2.nc
test ! -e out2.nc
