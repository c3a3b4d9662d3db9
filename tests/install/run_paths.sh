# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu run_paths.sh CMAKE
#
# Checks that installed programs look for the library by the relative path from their folder to that
# of libraries, wherever these are. CC, CXX, CFLAGS and CXXFLAGS are as the library's.
cmake="$1"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

# check BINDIR LIBDIR EXPECTED: checks the run path. Each folder is below /opt/ncf, or absolute.
check() {
  "$cmake" -S "$NCF_SOURCE_DIR" -B "$folder/build" -G Ninja -DNCF_BUILD_TESTS=OFF \
    -DCMAKE_INSTALL_PREFIX=/opt/ncf "-DCMAKE_INSTALL_BINDIR=$1" "-DCMAKE_INSTALL_LIBDIR=$2" \
    >"$folder/log" 2>&1 || {
    cat "$folder/log"
    exit 1
  }
  if ! grep -qF "RPATH \"\\\$ORIGIN/$3\"" "$folder/build/apps/cmake_install.cmake"; then
    echo "programs in $1, libraries in $2: not \$ORIGIN/$3 but:"
    grep -o 'ORIGIN[^"]*' "$folder/build/apps/cmake_install.cmake" | sort -u
    exit 1
  fi
}

check bin lib ../lib
check bin lib/x86_64-linux-gnu ../lib/x86_64-linux-gnu
check libexec/ncf/bin lib ../../../lib
check bin /opt/libraries/lib ../../libraries/lib
