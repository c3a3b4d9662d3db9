# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu bundle_smoke.sh BUNDLE [URL]
#
# A bundle works where it is, without environment variables and without the libraries of the machine,
# except for those of glibc: its programs generate, copy with every filter, and dump files of all
# formats, and read the file at URL. It needs bash, coreutils, diffutils, findutils, grep and sed.
bundle="$(cd "$1" && pwd)"
url="${2:-}"
unset HDF5_PLUGIN_PATH LD_LIBRARY_PATH PYTHONPATH
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
PATH="$bundle/bin:/usr/bin:/bin"

# Modules of MPI are linked with the machine's.
linker="$(find /lib64/ /lib/ -maxdepth 1 -name 'ld-linux-*.so.*' 2>/dev/null | head -n 1)"
for file in "$bundle"/bin/* "$bundle"/lib/libncf.so "$bundle"/lib/ncf/{,bundled/,plugins/}*.so*; do
  case "$file" in *mpi*) continue ;; esac
  "$linker" --list "$file" >>loaded
done
if grep -e 'not found' loaded; then exit 1; fi
sed -n 's,.* => \(/.*\) (0x[0-9a-f]*)$,\1,p' loaded | grep -v "^$bundle/" | sort -u >foreign
if grep -vE '/(libc|libm|libdl|libpthread|libresolv|librt|ld-linux-[^/]*)\.so\.[0-9]+$' foreign; then
  echo "these libraries are the machine's"
  exit 1
fi

cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 16 ;
variables: int v(x) ;
data: v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 ;
}
CDL
values='v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 ;'

ncfgen -4 -o in.nc in.cdl
for plugin in "$bundle"/lib/ncf/plugins/*.so; do
  filter="$(basename "$plugin" .so | sed s/libncf_//)"
  case "$filter" in zfp) spec=zfp,reversible ;; *) spec="$filter" ;; esac
  ncfcopy -F "*,$spec" -c x/16 in.nc "$filter.nc"
  ncfdump "$filter.nc" | grep -qF "$values"
done
ncfgen -3 -o classic.nc in.cdl
ncfcopy -4 classic.nc from_classic.nc
ncfcopy -3 in.nc to_classic.nc
ncfcopy -F '*,zstd' in.nc store.zarr
ncfcopy store.zarr store.zarr.zip
for copy in from_classic.nc to_classic.nc store.zarr store.zarr.zip; do
  ncfdump "$copy" | grep -qF "$values"
done
ncfinfo compare in.nc store.zarr
ncfinfo doctor | grep -qx '0 problems, 0 warnings'
(
  eval "$(ncfinfo env)"
  [[ ":$HDF5_PLUGIN_PATH:" == *":$bundle/lib/ncf/plugins:"* ]]
)
if [[ -n "$url" ]]; then ncfdump "$url" | grep -qF "$values"; fi
echo "the bundle works"
