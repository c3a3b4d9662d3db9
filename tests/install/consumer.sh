# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu consumer.sh CMAKE BUILD_FOLDER LIBDIR VERSION
#
# Other projects find an installation that was moved, by the CMake package and by ncf.pc, and their
# programs find our library and our plugins. CC, CXX, CFLAGS and CXXFLAGS are as the library's.
cmake="$1" build="$2" libdir="$3" version="$4"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
unset HDF5_PLUGIN_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH

# check_programs FOLDER: checks the output of the consumer's two programs there.
check_programs() {
  (
    cd "$folder"
    "$1/plan" tiny.nc
    "$1/parse"
  ) >"$folder/printed"
  diff "$here/consumer/expected.txt" "$folder/printed"
}

quietly "$cmake" --install "$build" --prefix "$folder/before"
mv "$folder/before" "$folder/after"
if grep -rIl -e "$folder/before" -e "$build" "$folder/after"; then
  echo "these files know where they were installed or built"
  exit 1
fi

minor="${version%.*}"
configure=("$cmake" -S "$here/consumer" -G Ninja "-Dncf_ROOT=$folder/after")
quietly "${configure[@]}" -B "$folder/by_cmake" "-DNCF_WANTED=$minor"
quietly "$cmake" --build "$folder/by_cmake"
check_programs "$folder/by_cmake"

# The next minor version may have another interface and is not accepted in place of this one.
next="${minor%.*}.$((${minor#*.} + 1))"
if "${configure[@]}" -B "$folder/other" "-DNCF_WANTED=$next" >"$folder/log" 2>&1; then
  echo "find_package(ncf $next) takes ncf $version"
  exit 1
fi
tr -s ' \n' ' ' <"$folder/log" | grep -qF "compatible with requested version \"$next\""

if ! command -v pkg-config >/dev/null; then
  echo "pkg-config is not here"
  exit 77
fi
export PKG_CONFIG_PATH="$folder/after/$libdir/pkgconfig"
test "$(pkg-config --modversion ncf)" = "$version"
read -ra flags <<<"$(pkg-config --cflags --libs ncf) -Wl,-rpath,$folder/after/$libdir"
read -ra cxxflags <<<"${CXXFLAGS:-}"
read -ra cflags <<<"${CFLAGS:-}"
mkdir "$folder/by_pkgconfig"
"$CXX" "-std=$(pkg-config --variable=cxx_standard ncf)" "${cxxflags[@]}" \
  -o "$folder/by_pkgconfig/plan" "$here/consumer/plan.cpp" "${flags[@]}"
"$CC" "${cflags[@]}" -o "$folder/by_pkgconfig/parse" "$here/consumer/parse.c" "${flags[@]}"
check_programs "$folder/by_pkgconfig"
