# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu library.sh CMAKE BUILD_FOLDER LIBDIR PYTHON
#
# The programs of docs/library.md are built against an installation, as the page says, and print
# what it shows. CXX is as the library's.
cmake="$1" build="$2" libdir="$3" python="$4"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need pkg-config ninja
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
unset HDF5_PLUGIN_PATH

"$cmake" --install "$build" --prefix "$folder/ncf" >"$folder/log" || {
  cat "$folder/log"
  exit 1
}
mkdir "$folder/bin"
ln -s "$(command -v "$CXX")" "$folder/bin/c++"
export PATH="$folder/bin:$PATH" CMAKE_PREFIX_PATH="$folder/ncf"
export PKG_CONFIG_PATH="$folder/ncf/$libdir/pkgconfig" LD_LIBRARY_PATH="$folder/ncf/$libdir"
"$python" -B "$NCF_SOURCE_DIR/tests/support/transcript.py" --files-first \
  --prelude "$NCF_SOURCE_DIR/tests/docs/prelude.sh" "$NCF_SOURCE_DIR/docs/library.md"
