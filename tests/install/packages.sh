# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu packages.sh CMAKE BUILD_FOLDER LIBDIR VERSION [PLUGIN...]
#
# The Debian packages, made by debian/rules of what the build installs, hold what manifest.txt lists
# for its PLUGINs, and what Debian asks for beside it; they name what they depend on; and unpacked,
# their programs run. fresh_packages.sh builds and installs them as Debian does.
cmake="$1" build="$2" libdir="$3" version="$4"
shift 4
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need dh dpkg-deb make mpirun.openmpi mpirun.mpich
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset HDF5_PLUGIN_PATH LD_LIBRARY_PATH

soversion="${version%.*}"
multiarch="$(dpkg-architecture --query DEB_HOST_MULTIARCH)"
declare -A packages=(
  [tools]=ncf-tools [library]="libncf$soversion" [devel]=libncf-dev [plugins]=ncf-plugins
  [python]=python3-ncf [openmpi]=ncf-openmpi [mpich]=ncf-mpich)

# The packages have the version of the source, and are built with the packages that it needs.
test "$(dpkg-parsechangelog -l "$NCF_SOURCE_DIR/debian/changelog" -S Version)" = "$version-1"
(
  . <(sed -n '/^build_packages=(/,/^)/p; /^offered_build_packages=(/p' \
    "$NCF_SOURCE_DIR/cmake/install_packages.sh")
  printf '%s\n' "${build_packages[@]}" "${offered_build_packages[@]}" | grep -vx 'g++' | sort
) >needed
sed -n '/<!nocheck>/d; /^Build-Depends:/,/^$/s/^ \([^ ,]*\).*/\1/p' "$NCF_SOURCE_DIR/debian/control" |
  grep -vx 'architecture-is-64-bit\|debhelper-compat\|dh-sequence-python3\|python3' | sort |
  diff needed -

# manifest: lines "component path" of this build, where Debian has them.
manifest() {
  local network mpi plugin
  sed -e '/^#/d' -e "s,@LIBDIR@,lib/$multiarch,; s,@VERSION@,$version,; s,@SOVERSION@,$soversion," \
    "$here/manifest.txt" >listed
  sed '/@PLUGIN@/d; /@MPI@/d; /@NETWORK@/d' listed
  for network in $NCF_NETWORK_MODULES; do sed -n "s,@NETWORK@,$network,gp" listed; done
  for mpi in $NCF_MPI_MODULES; do sed -n "s,@MPI@,$mpi,gp" listed; done
  for plugin in "$@"; do sed -n "s,@PLUGIN@,$plugin,p" listed; done
}

# expected COMPONENT: what its package holds, by the manifest and by Debian's policy.
expected() {
  local documents="/usr/share/doc/${packages[$1]}"
  sed -n "s,^$1 ,/usr/,p" manifest | grep -v /share/doc/ |
    sed 's,\(/share/man/.*\),\1.gz,; s,/zsh/site-functions/,/zsh/vendor-completions/,'
  printf '%s\n' "$documents/copyright" "$documents/changelog.gz" "$documents/changelog.Debian.gz"
  case "$1" in
    tools)
      sed -n "s,^tools share/doc/ncf/\(README\|docs/\|examples/\),$documents/\1,p" manifest
      ;;
    devel) sed -n "s,^devel share/doc/ncf/,$documents/,p" manifest ;;
    plugins)
      sed -n "s,^plugins .*/\(libncf_[a-z0-9]*\.so\)\$,/usr/lib/$multiarch/hdf5/serial/plugins/\1,p" \
        manifest ;;
  esac
}

mkdir source
cp -r "$NCF_SOURCE_DIR"/{CHANGELOG.md,debian,examples} source
{
  "$cmake" --install "$build" --prefix "$folder/installed/usr"
  if [[ "$libdir" != "lib/$multiarch" ]]; then
    mkdir "installed/usr/lib/$multiarch"
    mv "installed/usr/$libdir"/{cmake,libncf*,ncf,pkgconfig} "installed/usr/lib/$multiarch"
  fi
  DEB_BUILD_OPTIONS=noautodbgsym DEB_RULES_REQUIRES_ROOT=no \
    make -C source -f debian/rules binary INSTALLED="$folder/installed"
} >log 2>&1 || {
  cat log
  exit 1
}
manifest "$@" >manifest
for component in "${!packages[@]}"; do
  package="${packages[$component]}"
  mv "${package}_$version-1_"*.deb "$package.deb"
  expected "$component" | sort >expected
  dpkg-deb --fsys-tarfile "$package.deb" | tar -t | sed -n 's,^\.\(.*[^/]\)$,\1,p' |
    grep -v '\.dist-info/INSTALLER$' |  # newer debhelpers add it
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
module="root/usr/lib/$multiarch/ncf/libncf-netcdf-$soversion.so"
depends_on ncf-tools " libncf$soversion (>= $version)," ' libc6 (>= ' ' libstdc++6 (>= ' " $(owner_of $program libfmt) "
depends_on "libncf$soversion" " $(owner_of "$module" libnetcdf) " ' libhdf5-' ' zlib1g ' ' libcurl4'
depends_on libncf-dev " libncf$soversion (= $version-1),"
depends_on ncf-plugins ' libzstd1 ' ' libbz2-1.0,'
depends_on ncf-openmpi ' libopenmpi' " ncf-tools (= $version-1),"
depends_on ncf-mpich ' libmpich' " ncf-tools (= $version-1),"
depends_on python3-ncf ' ncf-tools ' ' python3:any,'
dpkg-deb --field ncf-tools.deb Recommends | grep -qF "ncf-plugins (= $version-1)"
dpkg-deb --ctrl-tarfile "libncf$soversion.deb" | tar -xO ./shlibs |
  grep -qxF "libncf $soversion libncf$soversion (>= $version)"

# The links end at plugins, those of documents at documents, and pages at troff.
find root -xtype l >broken
diff /dev/null broken
"$NCF_PYTHON" -B "$here/links.py" root/usr/share/doc/ncf-tools
zcat root/usr/share/man/man1/ncfcopy.1.gz | cmp - "$NCF_SOURCE_DIR/man/ncfcopy.1"

# Unpacked, the programs find the library and the plugins.
export LD_LIBRARY_PATH="$folder/root/usr/lib/$multiarch" PATH="$folder/root/usr/bin:$PATH"
echo 'netcdf in { dimensions: x = 6 ; variables: int v(x) ; data: v = 1, 2, 3, 4, 5, 6 ; }' >in.cdl
ncfgen -4 -o in.nc in.cdl
ncfcopy -F '*,zstd,3' -c x/6 in.nc out.nc
ncfdump -s out.nc >out.cdl
grep -q 'v = 1, 2, 3, 4, 5, 6 ;' out.cdl
grep -q 'v:_Filter = "32015,3"' out.cdl
HDF5_PLUGIN_PATH='' ncfinfo doctor >health
PYTHONPATH=root/usr/lib/python3/dist-packages "$NCF_PYTHON" -B -c '
import importlib.metadata
import ncf
assert importlib.metadata.version("ncf") == ncf.__version__
assert ncf.parse("zstd") == [(32015, (3,))]
assert str(ncf.plugin_folder()).endswith("ncf/plugins")' 
