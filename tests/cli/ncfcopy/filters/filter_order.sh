# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Filters are applied in the order written; nccopy moves fletcher32 and shuffle. An order that
# changes values is refused, and so is a parameter that the filter would replace.
. "$NCF_CASES/prelude.sh"
need h5dump
make_input

# chain FILE: the filters of /v, as h5dump names them.
chain() {
  HDF5_PLUGIN_PATH="$NCF_PLUGINS" h5dump -pH -d /v "$1" |
    grep -oE 'SHUFFLE|FLETCHER32|DEFLATE|FILTER_ID [0-9]+' | paste -sd ' '
}

try ncfcopy -F 'v,bzip2,9|shuffle|fletcher32' in.nc out.nc
chain out.nc
same_data in.nc out.nc
try ncfcopy --verify -c x/3,y/2 out.nc again.nc
chain again.nc
try ncfcopy -F 'v,shuffle|bzip2,9' in.nc out.nc
chain out.nc
try ncfcopy -F 'v,bzip2,9|zstd,3|bzip2,1' in.nc out.nc
chain out.nc
for filters in 'fletcher32|zfp,accuracy=0.1' 'zstd,3|32013,3,0,0,1072693248' \
  'shuffle|scaleoffset,bits=0' 'shuffle|399,1' 'zfp,rate=8|scaleoffset,digits=2' \
  'shuffle|{"id":"zfpy","mode":4,"tolerance":0.1}' 'zfp,expert,9,8,32,-10'; do
  try ncfcopy -F "w,$filters" in.nc refused.nc
done
try ncfcopy -F 'v,2,8' in.nc refused.nc
try ncfcopy -F 'v,32001,2,2,8,96,5,1,1' in.nc refused.nc
for codec in '{"id":"shuffle","elementsize":2}' \
  '{"name":"blosc","configuration":{"cname":"zstd","typesize":8}}'; do
  try ncfcopy -F "v,$codec" in.nc refused.nc
done
for codec in '{"id":"shuffle","elementsize":4}' '{"id":"shuffle","elementsize":0}' \
  '{"id":"blosc","typesize":null}'; do
  try ncfcopy -F "v,$codec" in.nc out.nc
done
try ncfcopy -F 'v,2,4' in.nc out.nc
try ncfcopy -F 'c,szip' in.nc refused.nc
try ncfcopy -F 'v,scaleoffset,digits=2' in.nc refused.nc
try ncfcopy -F '*,szip,nn,2' in.nc out.nc
test ! -e refused.nc
