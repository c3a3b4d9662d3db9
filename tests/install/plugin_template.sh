# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu plugin_template.sh CMAKE BUILD_FOLDER LIBDIR DOCDIR
#
# The example of a plugin, copied from an installation, is built against it by CMake and by make,
# and passes its test, which says which programs it lacks. CC, CXX, CFLAGS and CXXFLAGS are as the library's.
cmake="$1" build="$2" libdir="$3" docdir="$4"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need pkg-config make ninja ncgen ncdump
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
unset HDF5_PLUGIN_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH

quietly "$cmake" --install "$build" --prefix "$folder/before"
mv "$folder/before" "$folder/ncf"
cp -r "$folder/ncf/$docdir/examples/delta" "$folder/delta"
export PATH="$folder/ncf/bin:$PATH"

quietly "$cmake" -S "$folder/delta" -B "$folder/by_cmake" -G Ninja "-Dncf_ROOT=$folder/ncf"
quietly "$cmake" --build "$folder/by_cmake"
quietly "$cmake" --build "$folder/by_cmake" --target test
test "$(nm -D --defined-only "$folder/by_cmake/libdelta.so" | grep -c ' T ')" = 4

export PKG_CONFIG_PATH="$folder/ncf/$libdir/pkgconfig"
quietly make -C "$folder/delta" test

# Without netCDF's programs the test is skipped; without ncf's it fails.
mkdir "$folder/few"
ln -s /usr/bin/* "$folder/few"
rm "$folder/few/"nc{gen,dump}
try() { PATH="$folder/ncf/bin:$folder/few" "$@" >"$folder/log" 2>&1; }
try "$cmake" --build "$folder/by_cmake" --target test
grep -q 'delta .*Skipped' "$folder/log"
try make -C "$folder/delta" test
grep -q '^skipped: ncgen is not on PATH; install' "$folder/log"
mv "$folder/ncf/bin/ncfcopy" "$folder/ncfcopy"
rm -f "$folder/few/ncfcopy"
if try make -C "$folder/delta" test; then exit 1; fi
grep -q '^ncfcopy is not on PATH: add the folder bin' "$folder/log"

quietly make -C "$folder/delta" clean
diff -r "$folder/ncf/$docdir/examples/delta" "$folder/delta"
