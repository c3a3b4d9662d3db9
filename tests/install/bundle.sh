# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu bundle.sh CMAKE BUILD_FOLDER VERSION
#
# A bundle of this build, moved, works without the libraries of this machine. fresh_bundle.sh tries
# an archive of it on other machines.
cmake="$1" build="$2" version="$3"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need patchelf dpkg-query readelf
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

"$NCF_PYTHON" -B "$NCF_SOURCE_DIR/packaging/bundle/make_bundle.py" --cmake "$cmake" \
  --build "$build" --plugins "$build/bundle/plugins" --version "$version" --output "$folder" \
  --unpacked >"$folder/log"
mv "$folder/ncf-$version-linux-"* "$folder/moved here"
bash -eu "$here/bundle_smoke.sh" "$folder/moved here"
for document in LICENSE README.md share/doc/ncf/LIBRARIES.md \
    "share/modulefiles/ncf/$version" share/man/man1/ncfcopy.1; do
  test -s "$folder/moved here/$document"
done
# Each bundled library is in the list, and has its licence.
for library in "$folder/moved here"/lib/ncf/bundled/*; do
  grep -qF "$(basename "$library")" "$folder/moved here/share/doc/ncf/LIBRARIES.md"
done
sed -n 's/^| .* | .* | \(.*\) |$/\1/p' "$folder/moved here/share/doc/ncf/LIBRARIES.md" |
  grep -vx licence | while read -r licence; do
  test -s "$folder/moved here/share/doc/ncf/licences/$licence"
done
