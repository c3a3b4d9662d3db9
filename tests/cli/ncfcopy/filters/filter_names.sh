# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A copy of stored bytes keeps the names of filters in the file, also those that only the file knows.
. "$NCF_CASES/prelude.sh"
need h5dump
need_python h5py
make_input
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/pair"
ncfcopy -F 'v,400,90' -F 'w,lzf' in.nc named.nc
unset HDF5_PLUGIN_PATH
# names FILE: as h5dump shows them.
names() { h5dump -pH "$1" | grep COMMENT; }
names named.nc
try ncfcopy named.nc copied.nc
names copied.nc
