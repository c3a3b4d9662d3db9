# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy only compares the names as texts.
. "$NCF_CASES/prelude.sh"
make_input
ln in.nc hard.nc
ln -s in.nc soft.nc
cp in.nc before.nc
for output in in.nc ./in.nc hard.nc soft.nc; do
  try ncfcopy -F none in.nc "$output"
done
try ncfcopy --plan in.nc hard.nc

# With --into, nothing is copied then.
mkdir sub
ln -s .. sub/up
cp in.nc other.nc
try ncfcopy --into . other.nc in.nc
try ncfcopy --plan --into sub/up in.nc
try ncfcopy --into . --copy-others sub/up/in.nc
cmp in.nc before.nc
