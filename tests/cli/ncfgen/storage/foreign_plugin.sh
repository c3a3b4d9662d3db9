# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A library that comes first, and does not know all parameters of a filter, is not used where ncf has
# a kernel: Debian's bitshuffle writes garbage for cname=zstd.
. "$NCF_CASES/prelude.sh"
plugin="$(compgen -G "/usr/lib/*/hdf5/serial/plugins/libh5bshuf.so" | head -n 1)"
if [[ -z "$plugin" ]]; then
  echo "libh5bshuf.so is not here"
  exit 77
fi
mkdir plugins
cp "$plugin" plugins
cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 6 ;
variables: int v(x) ; v:_ChunkSizes = 6 ; v:_Filter = "bitshuffle,cname=zstd" ;
data: v = 1, 2, 3, 4, 5, 6 ;
}
CDL
export HDF5_PLUGIN_PATH="$PWD/plugins"
try ncfgen -4 -o out.nc in.cdl
try ncfdump -v v out.nc
try ncfdump --plugin-path plugins -v v out.nc
