# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Filters that the registry does not know, whose stored parameters begin with facts about the chunk.
# Given to the filter again, such parameters would be read as others and destroy the values, so they
# are used for other chunks only if the filter shows what it was made with.
. "$NCF_CASES/prelude.sh"
need_python h5py
skip_under_sanitizer "h5py cannot load our plugins"
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/facts_first"
make_counted
quietly ncfcopy -F v,405,1 in.nc first.nc
quietly ncfcopy -F v,406,1 in.nc mixed.nc
stored first.nc mixed.nc

echo "-- 405 stores the user's parameters after its own"
try ncfcopy first.nc copied.nc
try ncfcopy -c v:2,4 first.nc rechunked.nc
try ncfcopy --verify -c v:3,5 first.nc padded.nc
try ncfcopy -c v:2,4 --into folder first.nc
stored copied.nc rechunked.nc padded.nc folder/first.nc

echo "-- 406 does not show them"
try ncfcopy mixed.nc copied.nc
try ncfcopy -c v:2,4 mixed.nc refused.nc
try ncfcopy --plan -c v:2,4 mixed.nc refused.nc
try ncfcopy -F v,406,1 -c v:2,4 mixed.nc requested.nc
stored copied.nc requested.nc
test ! -e refused.nc
