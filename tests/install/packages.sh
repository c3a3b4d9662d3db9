# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu packages.sh CPACK BUILD_FOLDER LIBDIR VERSION HDF5_PLUGIN_FOLDER [PLUGIN...]
#
# The Debian packages of a build hold what manifest.txt lists for its PLUGINs, and what Debian asks
# for beside it; they name what they depend on; and unpacked, their programs run.
# fresh_packages.sh installs them.
cpack="$1" build="$2" libdir="$3" version="$4" hdf5_plugins="$5"
shift 5
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need dpkg-deb dpkg-shlibdeps file
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset HDF5_PLUGIN_PATH LD_LIBRARY_PATH

soversion="${version%.*}"
declare -A packages=(
  [tools]=ncf-tools [library]="libncf$soversion" [devel]=libncf-dev [plugins]=ncf-plugins
  [python]=python3-ncf)

# manifest: lines "component path" of this build.
manifest() {
  local plugin
  sed -e '/^#/d' -e "s,@LIBDIR@,$libdir,; s,@VERSION@,$version,; s,@SOVERSION@,$soversion," \
    "$here/manifest.txt" >listed
  sed '/@PLUGIN@/d' listed
  for plugin in "$@"; do sed -n "s,@PLUGIN@,$plugin,p" listed; done
}

# expected COMPONENT: what its package holds, by the manifest and by Debian's policy.
expected() {
  local documents="/usr/share/doc/${packages[$1]}"
  sed -n "s,^$1 ,/usr/,p" manifest | grep -v /share/doc/ |
    sed 's,\(/share/man/.*\),\1.gz,; s,/zsh/site-functions/,/zsh/vendor-completions/,'
  printf '%s\n' "$documents/copyright" "$documents/changelog.gz" "$documents/changelog.Debian.gz"
  case "$1" in
    tools) echo "$documents/README.md" ;;
    plugins)
      sed -n "s,^plugins .*/\(libncf_[a-z0-9]*\.so\)\$,$hdf5_plugins/\1,p" manifest ;;
  esac
}

"$cpack" --config "$build/CPackConfig.cmake" -B "$folder" >log 2>&1 || {
  cat log
  exit 1
}
manifest "$@" >manifest
for component in "${!packages[@]}"; do
  package="${packages[$component]}"
  mv "${package}_$version-1_"*.deb "$package.deb"
  expected "$component" | sort >expected
  dpkg-deb --fsys-tarfile "$package.deb" | tar -t | sed -n 's,^\.\(.*[^/]\)$,\1,p' |
    sed 's,Targets-[a-z]*\.cmake,Targets-@CONFIG@.cmake,' | sort >held
  diff expected held
  dpkg-deb --extract "$package.deb" root
done
test -z "$(find . -maxdepth 1 -name '*_*.deb')"

# depends_on PACKAGE WORD...: each is what the package depends on.
depends_on() {
  local package="$1" word
  shift
  for word in "$@"; do
    grep -qF "$word" <<<" $(dpkg-deb --field "$package.deb" Depends)," || {
      echo "$package does not depend on '$word'"
      exit 1
    }
  done
}
# owner_of FILE LIBRARY: the package of the library that the file is linked with.
owner_of() {
  local name
  name="$(ldd "$1" | sed -n "s,^[[:space:]]*\($2\.so[^ ]*\) .*,\1,p")"
  dpkg-query --search "*/$name" | sed -n '1s,:.*,,p'
}
program=root/usr/bin/ncfcopy
module="root/usr/$libdir/libncf-netcdf-$soversion.so"
ours=" libncf$soversion (= $version-1),"
depends_on ncf-tools "$ours" ' libc6 (>= ' ' libstdc++6 (>= ' " $(owner_of $program libfmt) "
depends_on "libncf$soversion" " $(owner_of "$module" libnetcdf) " ' libhdf5-' ' zlib1g '
depends_on libncf-dev "$ours"
depends_on ncf-plugins ' libhdf5-' ' libzstd1 ' ' libbz2-1.0,'
depends_on python3-ncf ' ncf-tools ' ' python3 '
dpkg-deb --field ncf-tools.deb Recommends | grep -qF "ncf-plugins (= $version-1)"
dpkg-deb --ctrl-tarfile "libncf$soversion.deb" | tar -xO ./shlibs |
  grep -qxF "libncf $soversion libncf$soversion (= $version-1)"

# The links end at plugins, and pages at troff.
find root -xtype l >broken
diff /dev/null broken
zcat root/usr/share/man/man1/ncfcopy.1.gz | cmp - "$NCF_SOURCE_DIR/man/ncfcopy.1"

# Unpacked, the programs find the library and the plugins.
export LD_LIBRARY_PATH="$folder/root/usr/$libdir" PATH="$folder/root/usr/bin:$PATH"
echo 'netcdf in { dimensions: x = 6 ; variables: int v(x) ; data: v = 1, 2, 3, 4, 5, 6 ; }' >in.cdl
ncfgen -4 -o in.nc in.cdl
ncfcopy -F '*,zstd,3' -c x/6 in.nc out.nc
ncfdump -s out.nc >out.cdl
grep -q 'v = 1, 2, 3, 4, 5, 6 ;' out.cdl
grep -q 'v:_Filter = "32015,3"' out.cdl
HDF5_PLUGIN_PATH='' ncfinfo doctor >health
PYTHONPATH=root/usr/lib/python3/dist-packages "$NCF_PYTHON" -B -c '
import ncf
assert ncf.parse("zstd") == [(32015, (3,))]
assert str(ncf.plugin_folder()).endswith("ncf/plugins")' 
