# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu tests/install/reproducible.sh [TARGET...]
#
# Builds copies of the sources in two folders with paths of different lengths, one in a build folder
# below the sources and one beside them, and checks that the compiled files have the same bytes, and
# the installed ones too. That takes as long as two builds, so ctest only builds a few TARGETs.
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

# build SOURCES BUILD [TARGET...]
build() {
  local sources="$folder/$1" build="$folder/$2"
  shift 2
  mkdir -p "$sources"
  tar -C "$source_dir" --exclude=./.git --exclude=./build --exclude=./tests -c . |
    tar -C "$sources" -x
  {
    cmake -S "$sources" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
      -DNCF_BUILD_TESTS=OFF &&
      cmake --build "$build" ${1:+--target "$@"} &&
      { [[ $# != 0 ]] || DESTDIR="$build/installed" cmake --install "$build" --prefix /usr; }
  } >"$folder/log" 2>&1 || {
    cat "$folder/log"
    exit 1
  }
}

# checksums BUILD: of what was compiled and installed there.
checksums() {
  cd "$folder/$1"
  find . -type f \( -name '*.o' -o -name '*.a' -o -name '*.so*' -o -path './bin/*' \
    -o -path './installed/*' \) -exec sha256sum {} + | sort -k 2
}

build first first/build "$@"
build another/folder/second another/outside "$@"
checksums first/build >"$folder/expected"
checksums another/outside >"$folder/found"
grep -q '\.o$' "$folder/expected"
diff "$folder/expected" "$folder/found"
echo "the same: $(wc -l <"$folder/expected") files"
