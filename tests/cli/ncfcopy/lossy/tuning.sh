# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The amount of memory used does not change the file.
. "$NCF_CASES/prelude.sh"
make_input
ncfcopy -F '*,shuffle|zstd,3' -c x/2 in.nc expected.nc 2>/dev/null
for options in '-m 1' '-m 0' '-m 1.5K' '-h 0' '-h 1M -e 7' '-r' '-w' '-r -w -x'; do
  # shellcheck disable=SC2086
  try ncfcopy $options -F ':int&:float&:double&:char,shuffle|zstd,3' --strict -V v,w,z,c -c x/2 in.nc out.nc
  export HDF5_PLUGIN_PATH="$NCF_PLUGINS"
  for variable in v w z c; do
    cmp <(ncdump -v $variable -n x expected.nc | sed '1,/^data:/d') \
        <(ncdump -v $variable -n x out.nc | sed '1,/^data:/d')
  done
done
try ncfcopy -w -3 in.nc out3.nc
same_data in.nc out3.nc
try ncfcopy -M 100 -c v:2,3 -c z:3 in.nc out4.nc
ncdump -hs out4.nc | grep -E '_Storage|_ChunkSizes' | tr -d '\t'
for options in '-m 10KB' '-h abc' '-M -1' '-e 1e3' '-m ""'; do
  eval "try ncfcopy $options in.nc out5.nc"
done
test ! -e out5.nc
