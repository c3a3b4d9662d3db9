# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A filter that the registry does not know, which appends facts about the chunk to its parameters only
# if they are missing. With its stored parameters, other chunks would be encoded with facts about the
# old ones, which destroys the values. --verify accepts changes only by filters that were requested.
. "$NCF_CASES/prelude.sh"
need_python h5py
skip_under_sanitizer "h5py cannot load our plugins"
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/facts_kept"
make_counted
quietly ncfcopy -F v,407,1 in.nc kept.nc
quietly ncfcopy -F v,408,1 in.nc partly.nc
stored kept.nc partly.nc

echo "-- 407 keeps what it appended"
try ncfcopy kept.nc copied.nc
try ncfcopy -c v:2,4 kept.nc rechunked.nc
try ncfcopy --verify -c v:2,4 kept.nc verified.nc
stored copied.nc rechunked.nc verified.nc

echo "-- 408 keeps some of it"
try ncfcopy partly.nc copied.nc
try ncfcopy -c v:2,4 partly.nc refused.nc
stored copied.nc
test ! -e refused.nc

echo "-- what a user gave is kept, and is wrong for other chunks"
quietly ncfcopy -c v:4,4 -F v,407,1,8 in.nc given.nc
try ncfcopy --verify -c v:2,4 given.nc destroyed.nc
test ! -e destroyed.nc
try ncfcopy --verify -c v:2,4 -F v,407,1,8 given.nc requested.nc
stored given.nc requested.nc
