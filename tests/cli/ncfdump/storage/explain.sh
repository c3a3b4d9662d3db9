# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Descriptions of filters in words.
. "$NCF_CASES/prelude.sh"
make_input
ncfcopy -F 'v,shuffle|zstd,3' -F 'w,307,9' in.nc out.nc
ncfdump -h --explain out.nc | grep _Filter
ncfdump -hF --explain out.nc | grep _Filter
ncfdump -h --explain out.nc | HDF5_PLUGIN_PATH="$NCF_PLUGINS" ncgen -4 -o again.nc
ncdump -hs again.nc | grep _Filter
